// SPDX-License-Identifier: Apache-2.0
#include "splicec/bit_fields.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"
#include "splicec/own_headers.hpp"
#include "splicec/type_identity.hpp"

namespace nuthatch::splicec {

namespace {

bool begins_value(const std::string& word) {
  return word == "=" || word == "{" || word == "<%";
}

/// Whether the word is a number or a character, with no suffix of the source.
bool is_builtin_literal(const std::string& word) {
  if (word.ends_with('\'')) {
    return true;
  }
  const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
  const char* const digits = hexadecimal ? "0123456789abcdefABCDEFxX'" : "0123456789.bB'";
  const std::size_t suffix = word.find_first_not_of(digits);
  return !word.empty() && word[0] >= '0' && word[0] <= '9' &&
         (suffix == std::string::npos ||
          word.find_first_not_of("uUlLzZ", suffix) == std::string::npos);
}

/// Whether these words behind a width give a literal: `= 3`, `{-3}`, `= true`.
bool is_literal(const token_list& words) {
  const std::span<const CXToken> all = words.all();
  std::size_t at = 0;
  const auto text = [&](std::size_t i) {
    return i < all.size() ? words.text(all[i]) : std::string();
  };
  while (begins_value(text(at)) || text(at) == "-" || text(at) == "+") {
    ++at;
  }
  const bool value = is_builtin_literal(text(at)) || text(at) == "true" || text(at) == "false";
  ++at;
  while (text(at) == "}" || text(at) == "%>") {
    ++at;
  }
  return value && (at >= all.size() || text(at) == ";" || text(at) == ",");
}

/// Whether the bit-field has an initial value other than a literal.
bool has_hidden_value(const unit& all, CXCursor field) {
  const std::vector<CXCursor> parts = children_of(field);
  const auto width = std::ranges::find_if(parts.rbegin(), parts.rend(), is_expression);
  if (width == parts.rend()) {
    return true;
  }
  const CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(field));
  const CXSourceLocation end_of_width = clang_getRangeEnd(clang_getCursorExtent(*width));
  if (clang_equalLocations(end, end_of_width) == 0) {
    return !is_literal(token_list(all.tree.unit(), clang_getRange(end_of_width, end)));
  }
  if (!is_in_macro(field) && !is_in_macro(*width)) {
    return false;
  }
  // The end of both is that of the macro, which may contain a value.
  const known_macros::names names = all.macros.reached_from(words_of(token_list(field)));
  return std::ranges::any_of(all.macros.definitions_of(names), [](const auto& definition) {
    return std::ranges::any_of(definition, [](const token& one) { return begins_value(one.text); });
  });
}

void complain(const unit& all, CXCursor field) {
  const std::string fault = fmt::format(
      "'{}' is a bit-field with an initial value that is no literal, which Clang does not show; "
      "give it the value in a constructor",
      name_of(field));
  const std::string file = file_of(clang_getCursorLocation(field));
  if (file == all.from.path()) {
    all.wrong.add(named_at(field), fault);
    return;
  }
  std::size_t at = 0;
  for (const own_header& one : own_headers(all.tree)) {
    at = one.path == file ? one.included_at : at;
  }
  unsigned line = 0;
  clang_getSpellingLocation(clang_getCursorLocation(field), nullptr, &line, nullptr, nullptr);
  all.wrong.add(at, fmt::format("{}:{}: {}", file, line, fault));
}

}  // namespace

void check_bit_fields(const unit& all) {
  if (all.pragmas.empty()) {
    return;
  }
  const std::map<std::string, std::string> files = own_files(all.from, all.tree);
  for (const CXCursor& declaration : children_of(all.tree.root())) {
    if (!files.contains(file_of(clang_getCursorLocation(declaration)))) {
      continue;
    }
    any_within(declaration, [&](CXCursor one) {
      if (kind_of(one) == CXCursor_FieldDecl && clang_Cursor_isBitField(one) != 0 &&
          has_hidden_value(all, one)) {
        complain(all, one);
      }
      return false;
    });
  }
}

}  // namespace nuthatch::splicec
