// SPDX-License-Identifier: Apache-2.0
#include "splicec/constant_variables.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/unchanging.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the variable is declared `constexpr`: Clang prints the word in front of the type. A
/// declaration with brackets in front of that word is not understood, and counts as another one.
bool is_constexpr(CXCursor variable) {
  const std::string text = printed(variable);
  std::istringstream words(text.substr(0, text.find_first_of("([{<=")));
  for (std::string word; words >> word;) {
    if (word == "constexpr") {
      return true;
    }
  }
  return false;
}

bool is_scalar_or_array(CXType canonical) {
  return is_scalar(without_arrays(canonical));
}

bool is_understood_value(CXCursor one);

bool are_understood_values(CXCursor all) {
  return std::ranges::all_of(children_of(all), [](CXCursor part) {
    return !is_expression(part) || is_understood_value(part);
  });
}

bool names_constant(CXCursor name) {
  const CXCursor named = clang_getCursorReferenced(name);
  switch (kind_of(named)) {
    case CXCursor_EnumConstantDecl:
    case CXCursor_NonTypeTemplateParameter:
      return true;
    case CXCursor_VarDecl:
    case CXCursor_UnexposedDecl:
      return is_constant(named);
    default:
      return false;
  }
}

bool is_understood_operator(CXCursor one) {
  if (kind_of(one) == CXCursor_UnaryOperator) {
    const CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(one);
    return kind == CXUnaryOperator_Plus || kind == CXUnaryOperator_Minus ||
           kind == CXUnaryOperator_Not || kind == CXUnaryOperator_LNot;
  }
  const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(one);
  return kind >= CXBinaryOperator_Mul && kind <= CXBinaryOperator_LOr &&
         kind != CXBinaryOperator_Cmp;
}

/// Whether an expression is a number or an address that the compiler calculates, and no code of the
/// source takes part in that.
bool is_understood_value(CXCursor one) {
  if (!is_scalar_or_array(canonical_type_of(one)) && kind_of(one) != CXCursor_InitListExpr) {
    return false;
  }
  switch (kind_of(one)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
    case CXCursor_UnaryExpr:  // the size of something
    case CXCursor_SizeOfPackExpr:
    case CXCursor_ConceptSpecializationExpr:
    case CXCursor_RequiresExpr:
      return true;
    case CXCursor_DeclRefExpr:
      return names_constant(one);
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator:
      return is_understood_operator(one) && are_understood_values(one);
    case CXCursor_UnexposedExpr:
      return !children_of(one).empty() && are_understood_values(one);
    case CXCursor_ParenExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_InitListExpr:
      return are_understood_values(one);
    default:
      return false;
  }
}

}  // namespace

bool is_constant(CXCursor variable) {
  if (!is_unchanging(variable)) {
    return false;
  }
  if (is_in_system(variable) || is_constexpr(variable)) {
    return true;
  }
  const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
  return clang_Cursor_isNull(value) == 0 && is_scalar_or_array(canonical_type_of(variable)) &&
         is_understood_value(value);
}

}  // namespace nuthatch::splicec
