// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Where the declarations at the top of a source begin and end, also those that macros make.
class declaration_places {
 public:
  explicit declaration_places(const parsed& tree);

  /// Where it begins: where the macro is used that makes its first word.
  [[nodiscard]] static std::size_t begin_of(CXCursor declaration);

  [[nodiscard]] bool is_made_by_macro(CXCursor declaration) const {
    return uses_.contains(begin_of(declaration));
  }

  /// The place before the attributes `[[…]]` in front of a word, and before macros that make such.
  [[nodiscard]] std::size_t before_attributes(std::size_t begin) const;

  /// The part of the source that is the declaration, with its attributes, up to its semicolon or
  /// brace. Where macros make it, these are whole, and so are declarations beside it that one of
  /// them makes.
  [[nodiscard]] std::optional<span> whole_of(CXCursor declaration) const;

 private:
  struct use {
    std::size_t end;
    bool makes_attributes;
  };

  using iterator = std::vector<token>::const_iterator;

  [[nodiscard]] iterator token_at(std::size_t offset) const;
  [[nodiscard]] std::size_t last_of(CXCursor declaration) const;
  [[nodiscard]] std::optional<std::size_t> end_of(CXCursor declaration) const;
  [[nodiscard]] std::optional<std::size_t> semicolon_behind(std::size_t offset) const;
  [[nodiscard]] std::optional<std::size_t> attributes_before(iterator word) const;

  std::vector<token> tokens_;
  std::map<std::size_t, use> uses_;  // of macros, by where they begin
};

}  // namespace nuthatch::splicec
