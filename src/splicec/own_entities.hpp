// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <clang-c/Index.h>

#include "splicec/kept_addresses.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// What a function declares, and so exists twice if the function does: its types, its static
/// variables, and instances of templates for its types.
class own_entities {
 public:
  explicit own_entities(CXCursor function);

  /// For code that moves into another function, of which only the names are others.
  explicit own_entities(const span& code) : function_(code), only_names_(true) {}

  [[nodiscard]] bool is_here(CXCursor declaration) const;

  /// Whether the type is one of the function, or consists of one.
  [[nodiscard]] bool has_type(CXType type) const;

  /// Whether one of the types that a declaration is an instance for is the function's.
  [[nodiscard]] bool is_of_type(CXCursor declaration) const;

  /// Whether an expression names a type of the function or has such a type.
  [[nodiscard]] bool names_type(CXCursor expression) const;

  /// The object or function that an expression names, if it is one of those that exist twice; or
  /// the function of a lambda to which the lambda is converted.
  [[nodiscard]] std::optional<twin> twin_named_by(CXCursor expression) const;

 private:
  [[nodiscard]] bool mentions_type(CXCursor declaration) const;
  [[nodiscard]] bool is_of_use(CXCursor lambda) const;
  [[nodiscard]] std::optional<twin> twin_of_variable(CXCursor expression, CXCursor variable) const;

  /// Whether an expression names a function that is another one for the function's own types.
  [[nodiscard]] bool names_function(CXCursor expression, CXCursor named) const;

  span function_;
  std::string mark_ = {};  ///< the common part of the identities of all types that it declares
  bool only_names_ = false;
  /// Lambdas, by whether a template makes them.
  mutable std::map<std::pair<std::string, std::size_t>, bool> of_use_ = {};
};

}  // namespace nuthatch::splicec
