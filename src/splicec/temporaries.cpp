// SPDX-License-Identifier: Apache-2.0
#include "splicec/temporaries.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/locals.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

namespace {

/// A conversion to a base class names a part of the same object.
bool keeps_place(CXCursor conversion, CXCursor operand) {
  const CXType to = clang_getUnqualifiedType(canonical_type_of(conversion));
  const CXType from = clang_getUnqualifiedType(canonical_type_of(operand));
  return clang_equalTypes(from, to) != 0 ||
         (from.kind == CXType_Record && to.kind == CXType_Record);
}

/// Whether the type that a cast names is a reference. Clang exposes only the type of the value.
bool names_reference(CXCursor cast) {
  const std::size_t operand = span_of(children_of(cast).back()).begin;
  const token_list tokens(cast);
  return std::ranges::any_of(tokens.all(), [&](const CXToken& one) {
    const std::string text = tokens.text(one);
    return tokens.place(one) < operand && (text == "&" || text == "&&");
  });
}

bool is_temporary_conversion(CXCursor one) {
  const std::vector<CXCursor> parts = children_of(one);
  return parts.empty() || !is_expression(parts.back()) || !keeps_place(one, parts.back()) ||
         may_be_temporary(parts.back());
}

bool is_temporary_name(CXCursor one) {
  const CXCursorKind kind = kind_of(clang_getCursorReferenced(one));
  return kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl && kind != CXCursor_FunctionDecl;
}

/// A reference to a bit-field refers to a copy of it.
bool is_temporary_member(CXCursor one) {
  const CXCursor member = clang_getCursorReferenced(one);
  if (kind_of(member) == CXCursor_VarDecl) {
    return false;
  }
  if (kind_of(member) != CXCursor_FieldDecl || clang_Cursor_isBitField(member) != 0) {
    return true;
  }
  return !is_reference(canonical_type_of(member)) && !is_behind_pointer(one) &&
         may_be_temporary(children_of(one).front());
}

bool is_temporary_element(CXCursor one) {
  const CXCursor base = children_of(one).front();
  return is_array(canonical_type_of(bare(base))) ? may_be_temporary(bare(base))
                                                 : !is_pointer(canonical_type_of(base));
}

bool is_temporary_unary(CXCursor one) {
  switch (clang_getCursorUnaryOperatorKind(one)) {
    case CXUnaryOperator_Deref:
      return false;
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_Extension:
      return may_be_temporary(children_of(one).front());
    default:
      return true;
  }
}

bool is_temporary_binary(CXCursor one) {
  const std::vector<CXCursor> sides = children_of(one);
  switch (clang_getCursorBinaryOperatorKind(one)) {
    case CXBinaryOperator_Assign:
      return may_be_temporary(sides.front());
    case CXBinaryOperator_Comma:
      return may_be_temporary(sides.back());
    default:
      return kind_of(one) != CXCursor_CompoundAssignOperator || may_be_temporary(sides.front());
  }
}

/// The result of a call may be a temporary even if it is a reference: it may refer to an argument
/// or to the object.
bool is_temporary_result(CXCursor call) {
  if (const std::optional<array_element> element = array_element_of(call); element) {
    return may_be_temporary(element->array);
  }
  const CXCursor called = clang_getCursorReferenced(call);
  const CXType type = clang_getCursorType(called);
  const int parameters = clang_getNumArgTypes(type);
  if (kind_of(called) != CXCursor_FunctionDecl ||
      !is_reference(clang_getCanonicalType(clang_getCursorResultType(called))) ||
      clang_Cursor_getNumArguments(call) != parameters) {
    return true;
  }
  for (int i = 0; i < parameters; ++i) {
    const auto number = static_cast<unsigned>(i);
    const CXType parameter = clang_getCanonicalType(clang_getArgType(type, number));
    if (is_reference(parameter) ? may_be_temporary(clang_Cursor_getArgument(call, number))
                                : !is_scalar(parameter)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool may_be_temporary(CXCursor expression) {
  const std::vector<CXCursor> parts = children_of(expression);
  switch (kind_of(expression)) {
    case CXCursor_StringLiteral:
      return false;
    case CXCursor_DeclRefExpr:
      return is_temporary_name(expression);
    case CXCursor_MemberRefExpr:
      return is_temporary_member(expression);
    case CXCursor_ArraySubscriptExpr:
      return is_temporary_element(expression);
    case CXCursor_UnaryOperator:
      return is_temporary_unary(expression);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
      return is_temporary_binary(expression);
    case CXCursor_CallExpr:
      return is_temporary_result(expression);
    case CXCursor_ConditionalOperator:
      return parts.size() != 3 || may_be_temporary(parts[1]) || may_be_temporary(parts[2]);
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXConstCastExpr:
      return is_temporary_conversion(expression) || !names_reference(expression);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:  // an implicit conversion
      return parts.size() != 1 || is_temporary_conversion(expression);
    default:
      return true;
  }
}

bool lists_temporary(CXCursor list) {
  return std::ranges::any_of(children_of(list), [](CXCursor one) {
    return kind_of(one) == CXCursor_InitListExpr ? lists_temporary(one)
                                                 : is_expression(one) && may_be_temporary(one);
  });
}

bool contains_references(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_array(type)) {
    return contains_references(clang_getArrayElementType(type));
  }
  if (type.kind != CXType_Record) {
    return is_reference(type);
  }
  return std::ranges::any_of(children_of(class_of(type)),
                             [](CXCursor one) {
                               return kind_of(one) == CXCursor_CXXBaseSpecifier &&
                                      contains_references(clang_getCursorType(one));
                             }) ||
         std::ranges::any_of(fields_of(type), [](CXCursor field) {
           return contains_references(clang_getCursorType(field));
         });
}

}  // namespace nuthatch::splicec
