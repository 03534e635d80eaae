// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

/// Whether it is the function of a generic lambda for certain types.
bool is_instance_of_lambda(CXCursor function);

/// What functions of the library do in their own code. Clang shows that of the instances that the
/// source needs.
class library_code {
 public:
  /// Whether a function of the library, or one that it calls, may make a pointer to a function of a
  /// lambda whose type `is_asked_for`.
  [[nodiscard]] bool converts_lambda(CXCursor function,
                                     const std::function<bool(CXType)>& is_asked_for);

  /// The functions of the source that a function of the library calls, except lambdas. Nothing if
  /// they are not known.
  [[nodiscard]] const std::optional<std::vector<CXCursor>>& calls_to_source(CXCursor function);

  /// The instances of generic lambdas that a function calls, or one that it calls.
  [[nodiscard]] std::vector<CXCursor> generic_lambdas_called_by(CXCursor function);

 private:
  /// What the code of one function names.
  struct names {
    std::vector<CXCursor> of_library = {};
    std::vector<CXCursor> of_source = {};
    std::vector<CXCursor> of_generic_lambdas = {};
    std::vector<CXType> converted = {};  ///< lambdas that become pointers
    bool hides_source = false;           ///< whether Clang may not show all of them
    std::vector<CXType> hidden = {};     ///< types of lambdas in code that Clang does not show
  };

  [[nodiscard]] const names& names_in(CXCursor function);
  static void add_names(CXCursor code, names& to);
  static void add_hidden(CXCursor function, names& to);

  /// Calls `each` with the names in a function and in those of the library that it calls, until
  /// `each` returns true; also in those of the source if `in_source`.
  bool any_reached(CXCursor function,
                   const std::function<bool(const names&)>& each,
                   bool in_source = false);

  by_cursor<names> known_;
  by_cursor<std::optional<std::vector<CXCursor>>> calls_;
};

}  // namespace nuthatch::splicec
