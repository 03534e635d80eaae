// SPDX-License-Identifier: Apache-2.0
#include "splicec/jumps.hpp"

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool goes_inside(CXCursor jump, const span& within) {
  for (const CXCursor& part : children_of(jump)) {
    if (kind_of(part) == CXCursor_LabelRef) {
      return within.contains(named_at(clang_getCursorReferenced(part)));
    }
  }
  return false;
}

void add_jumps(CXCursor from, const span& within, enclosing around, std::vector<jump>& found) {
  const CXCursorKind kind = kind_of(from);
  const std::size_t at = span_of(from).begin;
  switch (kind) {
    case CXCursor_ReturnStmt:
      found.push_back({at, "return"});
      return;
    case CXCursor_BreakStmt:
      if (!around.breakable) {
        found.push_back({at, "break"});
      }
      return;
    case CXCursor_ContinueStmt:
      if (!around.loop) {
        found.push_back({at, "continue"});
      }
      return;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
      if (!goes_inside(from, within)) {
        found.push_back({at, "goto"});
      }
      return;
    case CXCursor_LambdaExpr:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
      return;  // a return in there leaves only the lambda or the member function
    default:
      break;
  }
  if (is_loop(from)) {
    around = {.loop = true, .breakable = true};
  } else if (kind == CXCursor_SwitchStmt) {
    around.breakable = true;
  }
  for (const CXCursor& part : children_of(from)) {
    add_jumps(part, within, around, found);
  }
}

}  // namespace

std::vector<jump> jumps_out_of(CXCursor statement, const span& within, enclosing around) {
  std::vector<jump> found;
  add_jumps(statement, within, around, found);
  return found;
}

}  // namespace nuthatch::splicec
