// SPDX-License-Identifier: Apache-2.0
#include "splicec/declaration_places.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

std::size_t expansion_of(CXSourceLocation where) {
  unsigned offset = 0;
  clang_getExpansionLocation(where, nullptr, nullptr, nullptr, &offset);
  return offset;
}

/// Whether `[[` stands in the definition of the macro that is used here.
bool makes_attributes(CXCursor use) {
  const CXCursor definition = clang_getCursorReferenced(use);
  if (clang_Cursor_isNull(definition) != 0) {
    return false;
  }
  const token_list tokens(definition);
  return std::ranges::adjacent_find(tokens.all(),
                                    [&tokens](const CXToken& one, const CXToken& next) {
                                      return tokens.text(one) == "[" && tokens.text(next) == "[";
                                    }) != tokens.all().end();
}

}  // namespace

declaration_places::declaration_places(const parsed& tree) : tokens_(tree.tokens()) {
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) == CXCursor_MacroExpansion && is_in_source(one)) {
      const span where = span_of(one);
      uses_.emplace(where.begin, use{where.end, makes_attributes(one)});
    }
  }
}

std::size_t declaration_places::begin_of(CXCursor declaration) {
  return expansion_of(clang_getRangeStart(clang_getCursorExtent(declaration)));
}

declaration_places::iterator declaration_places::token_at(std::size_t offset) const {
  return std::ranges::lower_bound(
      tokens_, offset, {}, [](const token& one) { return one.where.begin; });
}

/// Where attributes begin that end in front of this word.
std::optional<std::size_t> declaration_places::attributes_before(iterator word) const {
  if (word == tokens_.begin()) {
    return std::nullopt;
  }
  auto one = std::prev(word);
  const auto made = std::ranges::find_if(uses_, [end = one->where.end](const auto& each) {
    return each.second.end == end && each.second.makes_attributes;
  });
  if (made != uses_.end()) {
    return made->first;
  }
  if (one->text != "]") {
    return std::nullopt;
  }
  for (int depth = 1; depth != 0 && one != tokens_.begin();) {
    --one;
    depth += one->text == "]" ? 1 : 0;
    depth -= one->text == "[" ? 1 : 0;
  }
  return one->where.begin;
}

std::size_t declaration_places::before_attributes(std::size_t begin) const {
  while (const std::optional<std::size_t> earlier = attributes_before(token_at(begin))) {
    begin = *earlier;
  }
  return begin;
}

/// The end of the next semicolon that is in no brackets.
std::optional<std::size_t> declaration_places::semicolon_behind(std::size_t offset) const {
  int depth = 0;
  for (auto one = token_at(offset); one != tokens_.end(); ++one) {
    depth += one->text == "(" || one->text == "{" ? 1 : 0;
    depth -= one->text == ")" || one->text == "}" ? 1 : 0;
    if (one->text == ";" && depth == 0) {
      return one->where.end;
    }
  }
  return std::nullopt;
}

/// The end without what follows a declarator. Clang puts the end of what an argument of a macro
/// makes into the argument.
std::size_t declaration_places::last_of(CXCursor declaration) const {
  const CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(declaration));
  const auto made = uses_.find(expansion_of(end));
  return made == uses_.end() || offset_of(end) == made->first ? offset_of(end) : made->second.end;
}

std::optional<std::size_t> declaration_places::end_of(CXCursor declaration) const {
  const std::size_t last = last_of(declaration);
  if (kind_of(declaration) == CXCursor_FunctionDecl && clang_isCursorDefinition(declaration) != 0) {
    return last;
  }
  const auto made = uses_.find(begin_of(declaration));
  if (made == uses_.end() || last > made->second.end) {
    return semicolon_behind(begin_of(declaration));
  }
  static const std::set<std::string_view> continues{
      ";", ",", "=", "(", "[", "__attribute__", "__asm__", "asm"};
  const auto next = token_at(made->second.end);
  return next != tokens_.end() && continues.contains(next->text)
             ? semicolon_behind(made->second.end)
             : std::optional(made->second.end);
}

std::optional<span> declaration_places::whole_of(CXCursor declaration) const {
  const std::size_t begin = begin_of(declaration);
  const std::optional<std::size_t> end = end_of(declaration);
  if (!end || *end <= begin) {
    return std::nullopt;
  }
  return span{before_attributes(begin), *end};
}

}  // namespace nuthatch::splicec
