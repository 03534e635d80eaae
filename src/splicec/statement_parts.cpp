// SPDX-License-Identifier: Apache-2.0
#include "splicec/statement_parts.hpp"

#include <algorithm>
#include <cstddef>

#include "splicec/cursors.hpp"
#include "splicec/for_loop.hpp"

namespace nuthatch::splicec {

namespace {

bool is_among(CXCursor part, const std::vector<CXCursor>& parts) {
  return std::ranges::any_of(parts,
                             [part](CXCursor one) { return clang_equalCursors(one, part) != 0; });
}

/// libclang orders the parts: start, variable, condition, increment, body. It does not tell which
/// of them are missing.
std::optional<loop_parts> parts_of_whole_for(const std::vector<CXCursor>& parts) {
  const auto is_variable = [](CXCursor one) {
    return clang_isDeclaration(kind_of(one)) != 0;
  };
  if (parts.size() != 4 || std::ranges::any_of(parts, is_variable)) {
    return std::nullopt;
  }
  return loop_parts{
      .start = {parts[0]}, .condition = {parts[1]}, .body = {parts[3]}, .increment = {parts[2]}};
}

std::optional<loop_parts> parts_of_any_for(CXCursor loop) {
  const std::vector<CXCursor> parts = children_of(loop);
  const std::optional<for_loop> known = is_in_macro(loop) ? std::nullopt : parts_of_for(loop);
  if (!known) {
    return parts_of_whole_for(parts);
  }
  loop_parts found;
  found.body = {known->body};
  if (clang_Cursor_isNull(known->start) == 0) {
    found.start = {known->start};
  }
  if (clang_Cursor_isNull(known->increment) == 0) {
    found.increment = {known->increment};
  }
  for (const CXCursor& part : parts) {
    if (!is_among(part, found.start) && !is_among(part, found.increment) &&
        !is_among(part, found.body)) {
      found.condition.push_back(part);
    }
  }
  found.endless = found.condition.empty();
  return found;
}

/// C++ converts a condition to bool, unless it depends on the parameters of a template.
bool may_be_condition(CXCursor part) {
  const CXTypeKind type = canonical_type_of(part).kind;
  return is_expression(part) && (type == CXType_Bool || type == CXType_Dependent ||
                                 type == CXType_Unexposed || type == CXType_Auto);
}

}  // namespace

std::optional<loop_parts> parts_of_loop(CXCursor loop) {
  const std::vector<CXCursor> parts = children_of(loop);
  switch (kind_of(loop)) {
    case CXCursor_ForStmt:
      return parts_of_any_for(loop);
    case CXCursor_WhileStmt:
      return loop_parts{.start = {},
                        .condition = {parts.begin(), parts.end() - 1},
                        .body = {parts.back()},
                        .increment = {}};
    case CXCursor_DoStmt:
      return loop_parts{.start = {},
                        .condition = {parts.back()},
                        .body = {parts.front()},
                        .increment = {},
                        .body_first = true};
    default:  // the variable, the range, the body
      return loop_parts{.start = {parts.begin() + 1, parts.end() - 1},
                        .condition = {},
                        .body = {parts.front(), parts.back()},
                        .increment = {}};
  }
}

/// libclang orders the parts: variable, statement before the condition, condition, branches. It
/// does not tell which of them are missing.
std::optional<if_parts> parts_of_if(CXCursor statement) {
  std::vector<CXCursor> parts = children_of(statement);
  if (is_if_consteval(statement)) {
    return if_parts{.head = {}, .branches = parts};
  }
  const bool has_variable = clang_isDeclaration(kind_of(parts.front())) != 0;
  const CXCursor variable = parts.front();
  parts.erase(parts.begin(), parts.begin() + (has_variable ? 1 : 0));
  const bool first = may_be_condition(parts[0]);
  const bool second = may_be_condition(parts[1]);
  if (parts.size() == 3 && first && second) {
    return std::nullopt;
  }
  const bool three = parts.size() == 3 && !first && (second || !is_expression(parts[0]));
  const std::ptrdiff_t before = parts.size() == 4 || three ? 1 : 0;
  if_parts found{.head = {parts.begin(), parts.begin() + before},
                 .branches = {parts.begin() + before + 1, parts.end()}};
  if (has_variable) {
    found.head.push_back(variable);
  }
  found.head.push_back(parts[static_cast<std::size_t>(before)]);
  return found;
}

}  // namespace nuthatch::splicec
