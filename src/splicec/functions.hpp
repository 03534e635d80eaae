// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/complaints.hpp"
#include "splicec/cursors.hpp"
#include "splicec/parsed.hpp"
#include "splicec/pragma.hpp"

namespace nuthatch::splicec {

/// A function with `#pragma splice func`.
struct spliced_function {
  const pragma* about;
  CXCursor annotated;  ///< the declaration below the pragma, whose parameters it names
  CXCursor first;      ///< the first declaration, perhaps in another file
  CXCursor definition;
  std::string name;   ///< the name of its function object
  std::string scope;  ///< enclosing namespaces of the object, as in `a::b::`, without unnamed ones
  bool internal;      ///< whether other sources may have another function of this name
};

/// All spliced functions, in the order of the source.
class spliced_functions {
 public:
  spliced_functions(const parsed& from,
                    const std::vector<token>& tokens,
                    const std::vector<pragma>& pragmas,
                    complaints& wrong);

  [[nodiscard]] const std::vector<spliced_function>& all() const { return all_; }

  [[nodiscard]] const spliced_function* find(CXCursor declaration) const;

  /// The spliced function that this expression calls, or null.
  [[nodiscard]] const spliced_function* called_by(CXCursor expression) const;

  /// Whether any part of it calls a spliced function.
  [[nodiscard]] bool any_called_in(CXCursor all) const;

 private:
  std::vector<spliced_function> all_;
};

/// All functions of the main file that have a body, in the order of the source.
std::vector<CXCursor> defined_functions(CXCursor root);

/// Functions, by the first declaration of each: where they are declared outside of classes.
by_cursor<std::vector<CXCursor>> declarations_by_function(CXCursor root);

/// The names of all that is declared outside of functions and classes, except plain values: in any
/// file at the top, in namespaces of the main file.
std::set<std::string> top_names_of(CXCursor root);

/// The names of variables, parameters and enumerators that are plain values: at the top of any
/// file, anywhere in the main file.
std::set<std::string> value_names_of(CXCursor root);

/// Whether it is a number or an address of data, which cannot be called.
bool is_plain_value(CXType canonical);

}  // namespace nuthatch::splicec
