// SPDX-License-Identifier: Apache-2.0
#include "splicec/macros.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_number(const std::string& word) {
  return std::isdigit(static_cast<unsigned char>(word.front())) != 0;
}

/// Adds the words of a macro: names and operators, and numbers, which may end a name.
void add_words(CXCursor definition, std::vector<std::string>& to) {
  const token_list tokens(definition);
  for (const CXToken& one : tokens.all()) {
    std::string text = tokens.text(one);
    if (clang_getTokenKind(one) != CXToken_Literal || is_number(text)) {
      to.push_back(std::move(text));
    }
  }
}

void add_literals(CXCursor definition, known_macros::names& to) {
  const token_list tokens(definition);
  for (const CXToken& one : tokens.all()) {
    if (clang_getTokenKind(one) == CXToken_Literal) {
      to.insert(tokens.text(one));
    }
  }
}

/// All words of a macro, with their places.
std::vector<token> words_of(CXCursor definition) {
  const token_list tokens(definition);
  std::vector<token> found;
  for (const CXToken& one : tokens.all()) {
    const std::size_t at = tokens.place(one);
    std::string text = tokens.text(one);
    const span where{at, at + text.size()};
    found.push_back({.where = where, .kind = clang_getTokenKind(one), .text = std::move(text)});
  }
  return found;
}

bool has_joining(const known_macros::names& words) {
  return words.contains("##") || words.contains("%:%:");
}

/// Whether the name is several of the words in a row, at least one of them of the source.
bool is_joined(std::string_view name,
               const known_macros::names& words,
               const known_macros::names& of_source) {
  struct beginning {
    bool of_words = false;
    bool of_source = false;  // among other words
  };

  std::vector<beginning> known(name.size() + 1);
  known[0].of_words = true;
  for (std::size_t begin = 0; begin < name.size(); ++begin) {
    if (!known[begin].of_words) {
      continue;
    }
    const std::size_t longest = name.size() - (begin == 0 ? 1 : begin);
    for (std::size_t length = 1; length <= longest; ++length) {
      const std::string_view part = name.substr(begin, length);
      if (words.contains(part)) {
        beginning& with_part = known[begin + length];
        with_part.of_words = true;
        with_part.of_source =
            with_part.of_source || known[begin].of_source || of_source.contains(part);
      }
    }
  }
  return known.back().of_source;
}

}  // namespace

known_macros::known_macros(CXCursor root) {
  for (const CXCursor& one : children_of(root)) {
    if (kind_of(one) == CXCursor_MacroDefinition) {
      definitions_.emplace(name_of(one), one);
    }
  }
}

known_macros::names known_macros::reached(const names& words, bool in_source) const {
  names found;
  std::vector<std::string> left(words.begin(), words.end());
  while (!left.empty()) {
    const std::string name = left.back();
    left.pop_back();
    if (!found.insert(name).second) {
      continue;
    }
    const auto [first, last] = definitions_.equal_range(name);
    for (auto one = first; one != last; ++one) {
      if (!in_source || !is_macro_of_system(one->second)) {
        add_words(one->second, left);
      }
    }
  }
  return found;
}

known_macros::names known_macros::joined_from(const names& found,
                                              const names& of_source,
                                              words_asked joinable) const {
  names made;
  for (const auto& [name, definition] : definitions_) {
    if (!of_source.contains(name) && is_joined(name, found, of_source)) {
      made.insert(name);
    }
  }
  for (const std::string_view word : joinable) {
    if (!of_source.contains(word) && is_joined(word, found, of_source)) {
      made.emplace(word);
    }
  }
  return made;
}

known_macros::names known_macros::reached(const names& words,
                                          words_asked joinable,
                                          bool in_source) const {
  names from = words;
  while (true) {
    names found = reached(from, in_source);
    const names all = in_source ? reached(from, /*in_source=*/false) : found;
    const names made = has_joining(all) ? joined_from(all, found, joinable) : names();
    if (made.empty()) {
      return found;
    }
    from.insert(made.begin(), made.end());
  }
}

known_macros::names known_macros::reached_from(const names& words, words_asked joinable) const {
  return reached(words, joinable, /*in_source=*/false);
}

known_macros::names known_macros::reached_in_source_from(const names& words,
                                                         words_asked joinable) const {
  return reached(words, joinable, /*in_source=*/true);
}

bool known_macros::joins_words(const names& words) const {
  return has_joining(reached(words, /*in_source=*/false));
}

bool known_macros::leaves_open(const names& macros) const {
  return std::ranges::any_of(macros, [this](const std::string& name) {
    const auto [first, last] = definitions_.equal_range(name);
    return std::any_of(first, last, [](const auto& one) {
      std::vector<std::string> words;
      add_words(one.second, words);
      return std::ranges::count(words, "(") != std::ranges::count(words, ")");
    });
  });
}

std::vector<std::vector<token>> known_macros::definitions_of(const names& macros) const {
  std::vector<std::vector<token>> found;
  for (const std::string& name : macros) {
    const auto [first, last] = definitions_.equal_range(name);
    for (auto one = first; one != last; ++one) {
      if (!is_macro_of_system(one->second)) {
        found.push_back(words_of(one->second));
      }
    }
  }
  return found;
}

known_macros::names known_macros::literals_of(const names& macros) const {
  names found;
  for (const std::string& name : macros) {
    const auto [first, last] = definitions_.equal_range(name);
    for (auto one = first; one != last; ++one) {
      add_literals(one->second, found);
    }
  }
  return found;
}

bool known_macros::is_defined_outside(const std::string& name, const span& part) const {
  const auto [first, last] = definitions_.equal_range(name);
  return std::any_of(first, last, [&part](const auto& one) {
    return !is_in_main_file(one.second) || !part.contains(named_at(one.second));
  });
}

}  // namespace nuthatch::splicec
