// SPDX-License-Identifier: Apache-2.0
#include "splicec/array_elements.hpp"

#include <string>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the declaration is in namespace std, or in a namespace of the library inside of std.
bool is_in_std(CXCursor declaration) {
  CXCursor outermost = declaration;
  for (CXCursor outer = clang_getCursorSemanticParent(declaration);
       clang_Cursor_isNull(outer) == 0 && kind_of(outer) != CXCursor_TranslationUnit;
       outer = clang_getCursorSemanticParent(outer)) {
    if (kind_of(outer) != CXCursor_LinkageSpec) {
      outermost = outer;
    }
  }
  return kind_of(outermost) == CXCursor_Namespace && name_of(outermost) == "std";
}

}  // namespace

std::optional<array_element> array_element_of(CXCursor expression) {
  if (kind_of(expression) != CXCursor_CallExpr) {
    return std::nullopt;
  }
  const CXCursor called = clang_getCursorReferenced(expression);
  if (kind_of(called) != CXCursor_CXXMethod || name_of(called) != "operator[]" ||
      clang_Cursor_getNumArguments(expression) != 2) {
    return std::nullopt;
  }
  const CXCursor owner = clang_getCursorSemanticParent(called);
  if (name_of(owner) != "array" || !is_in_std(owner)) {
    return std::nullopt;
  }
  return array_element{clang_Cursor_getArgument(expression, 0),
                       clang_Cursor_getArgument(expression, 1)};
}

}  // namespace nuthatch::splicec
