// SPDX-License-Identifier: Apache-2.0
#include "splicec/macros.hpp"

#include <algorithm>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

void add_words(CXCursor definition, std::vector<std::string>& to) {
  const token_list tokens(definition);
  for (const CXToken& one : tokens.all()) {
    if (clang_getTokenKind(one) != CXToken_Literal) {
      to.push_back(tokens.text(one));
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

known_macros::names known_macros::reached_from(const names& words) const {
  return reached(words, /*in_source=*/false);
}

known_macros::names known_macros::reached_in_source_from(const names& words) const {
  return reached(words, /*in_source=*/true);
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
