// SPDX-License-Identifier: Apache-2.0
#include "splicec/assigned_first.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/for_loop.hpp"

namespace nuthatch::splicec {

namespace {

bool is_binary(CXCursor expression, CXBinaryOperatorKind kind) {
  return kind_of(expression) == CXCursor_BinaryOperator &&
         clang_getCursorBinaryOperatorKind(expression) == kind;
}

/// Whether a switch around the statement may enter it at a label inside of it.
bool has_cases(CXCursor one) {
  return kind_of(one) != CXCursor_SwitchStmt && !is_expression(one) &&
         std::ranges::any_of(children_of(one), [](CXCursor part) {
           const CXCursorKind kind = kind_of(part);
           return kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt || has_cases(part);
         });
}

/// Whether all parts run, one after the other in order. Clang leaves the kind of an implicit
/// conversion unexposed, but also that of expressions that do not evaluate their parts. Only a
/// conversion covers the same text as its only part.
bool is_sequence(CXCursor one) {
  if (kind_of(one) == CXCursor_UnexposedExpr) {
    const std::vector<CXCursor> parts = children_of(one);
    return parts.size() == 1 && span_of(parts.front()) == span_of(one);
  }
  return kind_of(one) == CXCursor_ParenExpr || is_binary(one, CXBinaryOperator_Comma) ||
         ((kind_of(one) == CXCursor_CompoundStmt || kind_of(one) == CXCursor_DeclStmt) &&
          !has_cases(one));
}

/// The part that always runs, and before the others, if there is one.
CXCursor what_always_runs_first(CXCursor statement) {
  const CXCursorKind kind = kind_of(statement);
  if (has_cases(statement) || is_if_consteval(statement)) {
    return clang_getNullCursor();
  }
  if (kind == CXCursor_ForStmt) {
    const std::optional<for_loop> loop = parts_of_for(statement);
    if (loop) {
      return clang_Cursor_isNull(loop->start) != 0 ? loop->condition : loop->start;
    }
  }
  if (kind == CXCursor_WhileStmt || kind == CXCursor_IfStmt || kind == CXCursor_SwitchStmt) {
    return children_of(statement).front();
  }
  return clang_getNullCursor();
}

/// Whether jumps may enter the statement in the middle, or leave out a part of it.
bool has_labels_or_goto(CXCursor statement) {
  return any_within(statement, [](CXCursor one) {
    return kind_of(one) == CXCursor_LabelStmt || kind_of(one) == CXCursor_GotoStmt ||
           kind_of(one) == CXCursor_IndirectGotoStmt;
  });
}

}  // namespace

CXCursor assignment_of(CXCursor expression, const local& which, const function_locals& all) {
  const CXCursor inner = bare(expression);
  const bool assigns = is_binary(inner, CXBinaryOperator_Assign) &&
                       all.find(bare(children_of(inner).front())) == &which;
  return assigns ? inner : clang_getNullCursor();
}

bool uses_unassigned(CXCursor statement,
                     const local& which,
                     const function_locals& all,
                     bool& assigned) {
  if (all.find(statement) == &which) {
    return !assigned;
  }
  const std::vector<CXCursor> parts = children_of(statement);
  if (is_binary(statement, CXBinaryOperator_Assign)) {
    if (uses_unassigned(parts[1], which, all, assigned)) {
      return true;
    }
    if (all.find(bare(parts[0])) == &which) {
      assigned = true;
      return false;
    }
    return uses_unassigned(parts[0], which, all, assigned);
  }
  if (is_sequence(statement)) {
    for (const CXCursor& part : parts) {
      if (uses_unassigned(part, which, all, assigned)) {
        return true;
      }
    }
    return false;
  }
  const CXCursor always = what_always_runs_first(statement);
  bool inside = assigned;
  for (const CXCursor& part : parts) {
    bool here = inside;
    if (uses_unassigned(part, which, all, here)) {
      return true;
    }
    if (clang_equalCursors(part, always) != 0) {
      inside = here;
      assigned = here;
    }
  }
  return false;
}

bool is_assigned_first(CXCursor statement, const local& which, const function_locals& all) {
  bool assigned = false;
  if (has_labels_or_goto(statement)) {
    return !any_within(statement, [&](CXCursor one) { return all.find(one) == &which; });
  }
  return !uses_unassigned(statement, which, all, assigned);
}

}  // namespace nuthatch::splicec
