// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The macros that a source and its includes define, by name.
class known_macros {
 public:
  using names = std::set<std::string, std::less<>>;

  explicit known_macros(CXCursor root);

  /// All names that these words reach, directly or through macros.
  [[nodiscard]] names reached_from(const names& words) const;

  /// The same through macros of the source itself only.
  [[nodiscard]] names reached_in_source_from(const names& words) const;

  /// The literals in the macros of these names.
  [[nodiscard]] names literals_of(const names& macros) const;

  /// Whether the macro is defined anywhere outside of this part of the source.
  [[nodiscard]] bool is_defined_outside(const std::string& name, const span& part) const;

 private:
  [[nodiscard]] names reached(const names& words, bool in_source) const;

  std::multimap<std::string, CXCursor> definitions_;
};

}  // namespace nuthatch::splicec
