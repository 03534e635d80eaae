// SPDX-License-Identifier: Apache-2.0
#include "splicec/hidden_beginning.hpp"

#include <string>

#include "splicec/cursors.hpp"
#include "splicec/macros.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the name at this place is that of a macro.
bool names_macro(CXTranslationUnit unit, const CXToken& name) {
  return kind_of(clang_getCursor(unit, clang_getTokenLocation(unit, name))) ==
         CXCursor_MacroExpansion;
}

/// Whether there is a semicolon among the words, or in a macro of the source that they reach.
bool reaches_semicolon(CXCursor statement, const known_macros::names& words) {
  const CXTranslationUnit unit = clang_Cursor_getTranslationUnit(statement);
  const known_macros macros(clang_getTranslationUnitCursor(unit));
  return macros.reached_in_source_from(words).contains(";");
}

/// By how many the word changes the number of open brackets.
int opened_by(const std::string& word) {
  if (word == "(" || word == "{") {
    return 1;
  }
  return word == ")" || word == "}" ? -1 : 0;
}

}  // namespace

bool has_hidden_beginning(CXCursor statement) {
  if (kind_of(statement) != CXCursor_SwitchStmt && kind_of(statement) != CXCursor_CXXForRangeStmt) {
    return false;
  }
  const CXTranslationUnit unit = clang_Cursor_getTranslationUnit(statement);
  const token_list tokens(statement);
  known_macros::names names;  // macros may join any of them to the name of a macro
  bool has_macro = false;
  int depth = 0;
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (text == ";" && depth == 1) {  // more are in lambdas
      return true;
    }
    if (text == "{" && depth == 0) {
      break;
    }
    if (clang_getTokenKind(one) == CXToken_Identifier) {
      names.insert(text);
      has_macro = has_macro || names_macro(unit, one);
    }
    depth += opened_by(text);
    if (depth == 0 && (text == ")" || text == ";")) {
      break;
    }
  }
  return has_macro && reaches_semicolon(statement, names);
}

}  // namespace nuthatch::splicec
