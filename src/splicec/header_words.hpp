// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/own_headers.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// The macros of a source and its own headers, and those that the compiler predefines.
class header_words {
 public:
  using names = std::set<std::string, std::less<>>;

  /// `directives` are those of the source.
  header_words(const parsed& tree,
               const std::vector<directive>& directives,
               const std::vector<own_header>& headers);

  /// Whether a name has one value in all of OUT: no file defines a macro of this name.
  [[nodiscard]] bool is_fixed(std::string_view name) const;

  /// Whether the source or an own header defines the macro.
  [[nodiscard]] bool is_own(std::string_view name) const { return bodies_.contains(name); }

  /// Returns whether the condition has the same value wherever it stands.
  [[nodiscard]] bool is_fixed(const directive& condition) const;

  /// The condition that holds if the compiler gives the name the meaning that the translator saw.
  [[nodiscard]] std::string same_meaning(std::string_view name) const;

  /// Adds the names in the macros of these names, and in those macros, and so on.
  void add_reached(names& to) const;

  /// Whether an own macro that is reached joins words by `##`.
  [[nodiscard]] bool joins_words(const names& reached) const;

  /// Whether the compiler predefines the macro and compilers or their flags differ on its value.
  [[nodiscard]] bool varies(std::string_view name) const;

 private:
  void add(const std::vector<directive>& directives);

  std::multimap<std::string, std::vector<token>, std::less<>> bodies_;
  names of_system_;
  std::map<std::string, std::vector<std::string>, std::less<>> predefined_;
};

/// The identifiers and keywords of a condition that are not operators.
std::vector<std::string> words_of_condition(const directive& condition);

/// Whether a macro is empty or only has attributes, pragmas and other words that change no meaning.
bool is_attribute_like(std::span<const token> body);

/// The replacement text of a `#define`.
std::span<const token> body_of(const directive& define);

}  // namespace nuthatch::splicec
