// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The macros that a source and its includes define, by name.
///
/// A macro may join words by `##`. It may make each word that is two or more reached words in a
/// row: of the names of macros, and of the words that a caller asks about (`joinable`).
class known_macros {
 public:
  using names = std::set<std::string, std::less<>>;
  using words_asked = std::span<const std::string_view>;

  explicit known_macros(CXCursor root);

  /// All names that these words reach, directly or through macros.
  [[nodiscard]] names reached_from(const names& words, words_asked joinable = {}) const;

  /// The same through macros of the source itself only.
  [[nodiscard]] names reached_in_source_from(const names& words, words_asked joinable = {}) const;

  /// Whether these words reach a macro, perhaps of the system, that joins words.
  [[nodiscard]] bool joins_words(const names& words) const;

  /// Whether a macro of one of these names has parentheses that other text closes or opens.
  [[nodiscard]] bool leaves_open(const names& macros) const;

  [[nodiscard]] bool has(const std::string& name) const { return definitions_.contains(name); }

  /// The words of the macros of these names, from their names on, without macros of the system.
  [[nodiscard]] std::vector<std::vector<token>> definitions_of(const names& macros) const;

  /// The literals in the macros of these names.
  [[nodiscard]] names literals_of(const names& macros) const;

  /// Whether the macro is defined anywhere outside of this part of the source.
  [[nodiscard]] bool is_defined_outside(const std::string& name, const span& part) const;

 private:
  [[nodiscard]] names reached(const names& words, bool in_source) const;
  [[nodiscard]] names reached(const names& words, words_asked joinable, bool in_source) const;
  [[nodiscard]] names joined_from(const names& found,
                                  const names& of_source,
                                  words_asked joinable) const;

  std::multimap<std::string, CXCursor> definitions_;
};

}  // namespace nuthatch::splicec
