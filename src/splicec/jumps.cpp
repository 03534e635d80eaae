// SPDX-License-Identifier: Apache-2.0
#include "splicec/jumps.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

bool has_label(CXCursor statement, const std::string& name) {
  return any_within(statement, [&name](CXCursor one) {
    return kind_of(one) == CXCursor_LabelStmt && (name.empty() || name_of(one) == name);
  });
}

bool is_asm_goto(CXCursor statement) {
  static const std::set<std::string_view> others{
      "asm", "__asm", "__asm__", "volatile", "__volatile", "__volatile__", "inline", "__inline__"};
  if (kind_of(statement) != CXCursor_GCCAsmStmt) {
    return false;
  }
  const token_list tokens(statement);
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (text == "(") {
      return false;
    }
    if (!others.contains(text)) {
      return true;  // goto, or a macro that may be it
    }
  }
  return true;
}

/// Whether all labels behind the last colon of an `asm goto` are in the statement. Text that a
/// macro hides leads anywhere.
bool stays_inside(CXCursor asm_goto, CXCursor statement) {
  const token_list tokens(asm_goto);
  std::vector<std::string> labels;
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (text == ":" || text == "::") {
      labels.clear();
    } else if (text != "," && text != ")" && text != ";") {
      labels.push_back(text);
    }
  }
  return !labels.empty() && std::ranges::all_of(labels, [&](const std::string& name) {
    return has_label(statement, name);
  });
}

void add_jumps(
    CXCursor from, CXCursor whole, const span& within, enclosing around, std::vector<jump>& found) {
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
    case CXCursor_GCCAsmStmt:
      if (is_asm_goto(from) && !stays_inside(from, whole)) {
        found.push_back({at, "asm goto"});
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
    add_jumps(part, whole, within, around, found);
  }
}

}  // namespace

bool is_goto(CXCursor statement) {
  return kind_of(statement) == CXCursor_GotoStmt ||
         kind_of(statement) == CXCursor_IndirectGotoStmt || is_asm_goto(statement);
}

std::vector<jump> jumps_out_of(CXCursor statement, const span& within, enclosing around) {
  std::vector<jump> found;
  add_jumps(statement, statement, within, around, found);
  return found;
}

}  // namespace nuthatch::splicec
