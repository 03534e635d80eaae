// SPDX-License-Identifier: Apache-2.0
#include "splicec/trigraphs.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "splicec/directives.hpp"
#include "splicec/own_headers.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::string_view last_characters = "=/'()!<>-";
constexpr std::string_view replacements = "#\\^[]|{}~";

/// Whether Clang replaces trigraphs with these flags. If it accepts no source with them, it may.
bool replaces_trigraphs(const std::vector<std::string>& flags) {
  const std::string text = "int length[sizeof \"?\?=\" == 4 ? 1 : -1];\n";
  return !parsed("nuthatch_trigraphs", text, flags).errors().empty();
}

bool is_raw_string(const token& one) {
  const std::size_t quote = one.text.find('"');
  return one.kind == CXToken_Literal && quote != std::string::npos && quote > 0 &&
         one.text[quote - 1] == 'R';
}

/// Whether the trigraph at this place changes something: it is in a word, or continues a line. In
/// comments and raw strings, others have no effect.
bool has_effect(const std::string& text, std::size_t at, const std::vector<token>& tokens) {
  const auto after =
      std::ranges::upper_bound(tokens, at, {}, [](const token& one) { return one.where.begin; });
  if (after != tokens.begin() && std::prev(after)->where.contains(at)) {
    return !is_raw_string(*std::prev(after));
  }
  const std::size_t next = text.find_first_not_of(" \t\v\f\r", at + 3);
  return text[at + 2] == '/' && (next == std::string::npos || text[next] == '\n');
}

/// Calls `each` with the place of each trigraph that has an effect and the character that it means.
template <class Function>
void for_each_trigraph(const std::string& text, const std::vector<token>& tokens, Function&& each) {
  for (std::size_t at = text.find("??"); at < text.size(); at = text.find("??", at + 1)) {
    const char last = at + 2 < text.size() ? text[at + 2] : '?';
    const std::size_t which = last_characters.find(last);
    if (which != std::string_view::npos && has_effect(text, at, tokens)) {
      each(at, replacements[which]);
    }
  }
}

std::string advice(const std::string& text, std::size_t at, char means) {
  return fmt::format(
      "the standard of the source replaces the trigraph {} by {}, and the translation is C++20, "
      "which has no trigraphs; write {}",
      text.substr(at, 3),
      means,
      means);
}

}  // namespace

void check_trigraphs(const source& from, const std::vector<std::string>& flags, complaints& wrong) {
  if (!replaces_trigraphs(flags)) {
    return;
  }
  const parsed tree(from.path(), from.text(), flags);
  for_each_trigraph(from.text(), tree.tokens(), [&](std::size_t at, char means) {
    wrong.add(at, advice(from.text(), at, means));
  });
  for (const own_header& one : own_headers(tree)) {
    const source header(one.path, one.text);
    for_each_trigraph(one.text, one.tokens, [&](std::size_t at, char means) {
      wrong.add(one.included_at,
                fmt::format("{}: {}", header.place_of(at), advice(one.text, at, means)));
    });
  }
}

}  // namespace nuthatch::splicec
