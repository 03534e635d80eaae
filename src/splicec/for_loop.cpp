// SPDX-License-Identifier: Apache-2.0
#include "splicec/for_loop.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// The offsets of the two semicolons in the header.
std::vector<std::size_t> semicolons_of(CXCursor statement) {
  const token_list tokens(statement);
  std::vector<std::size_t> found;
  int depth = 0;
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    depth += text == "(" || text == "{" ? 1 : 0;
    depth -= text == ")" || text == "}" ? 1 : 0;
    if (text == ")" && depth == 0) {
      break;
    }
    if (text == ";" && depth == 1) {
      found.push_back(tokens.place(one));
    }
  }
  return found;
}

}  // namespace

std::optional<for_loop> parts_of_for(CXCursor statement) {
  const std::vector<CXCursor> parts = children_of(statement);
  const std::vector<std::size_t> semicolons = semicolons_of(statement);
  if (kind_of(statement) != CXCursor_ForStmt || parts.empty() || semicolons.size() != 2) {
    return std::nullopt;
  }
  const CXCursor none = clang_getNullCursor();
  for_loop found{none, none, none, parts.back(), none};
  for (const CXCursor& part : std::span(parts).first(parts.size() - 1)) {
    const std::size_t begin = span_of(part).begin;
    CXCursor& place = begin <= semicolons[0]   ? found.start
                      : begin <= semicolons[1] ? found.condition
                                               : found.increment;
    // libclang gives a condition with a variable as two parts: the variable, and its use.
    if (&place == &found.condition && kind_of(part) == CXCursor_VarDecl) {
      found.condition_variable = part;
    }
    place = part;
  }
  return found;
}

}  // namespace nuthatch::splicec
