// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_aliases.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// A type of C++ that is, or may be, the same type as an integer in C.
bool is_integer_of_c(CXType type) {
  return type.kind == CXType_Enum || type.kind == CXType_WChar || type.kind == CXType_Char16 ||
         type.kind == CXType_Char32;
}

bool is_character(CXType type) {
  return type.kind == CXType_Char_S || type.kind == CXType_Char_U || type.kind == CXType_SChar ||
         type.kind == CXType_UChar;
}

/// Whether the types are one type in C, or compatible, and two in C++. Pointers are compared by
/// what they point to, functions by their parameters and results.
bool differs_in_cpp(CXType one, CXType other) {
  one = clang_getUnqualifiedType(clang_getCanonicalType(one));
  other = clang_getUnqualifiedType(clang_getCanonicalType(other));
  const auto is_either = [](CXType type) {
    return (is_integer_of_c(type) || is_integer(type)) && !is_character(type);
  };
  if (is_either(one) && is_either(other)) {
    return (is_integer_of_c(one) || is_integer_of_c(other)) && clang_equalTypes(one, other) == 0;
  }
  if (is_array(one) && is_array(other)) {
    return differs_in_cpp(clang_getArrayElementType(one), clang_getArrayElementType(other));
  }
  if (one.kind == CXType_Pointer && other.kind == CXType_Pointer) {
    return differs_in_cpp(clang_getPointeeType(one), clang_getPointeeType(other));
  }
  if (one.kind != CXType_FunctionProto || other.kind != CXType_FunctionProto) {
    return false;
  }
  bool found = differs_in_cpp(clang_getResultType(one), clang_getResultType(other));
  const int parameters = std::min(clang_getNumArgTypes(one), clang_getNumArgTypes(other));
  for (int i = 0; i < parameters && !found; ++i) {
    const auto number = static_cast<unsigned>(i);
    found = differs_in_cpp(clang_getArgType(one, number), clang_getArgType(other, number));
  }
  return found;
}

/// What a pointer or an array has elements of; a function itself.
CXType target_of(CXType type) {
  type = clang_getCanonicalType(type);
  return is_array(type)                ? clang_getArrayElementType(type)
         : type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                       : type;
}

/// The expression that a chain of conversions begins with.
CXCursor converted(CXCursor expression) {
  expression = bare(expression);
  while (kind_of(expression) == CXCursor_CStyleCastExpr) {
    expression = bare(children_of(expression).back());
  }
  return expression;
}

}  // namespace

void refuse_aliases(const parsed& cpp, const output& text, complaints& wrong) {
  any_within(cpp.root(), [&](CXCursor one) {
    if (kind_of(one) != CXCursor_CStyleCastExpr || is_in_system(one) ||
        canonical_type_of(one).kind != CXType_Pointer) {
      return false;
    }
    const CXType operand = canonical_type_of(converted(one));
    const bool is_address =
        is_array(operand) || operand.kind == CXType_Pointer || operand.kind == CXType_FunctionProto;
    const CXType from = target_of(operand);
    const CXType to = target_of(clang_getCursorType(one));
    if (is_address && differs_in_cpp(from, to)) {
      const bool is_here = is_in_source(one);
      wrong.add(is_here ? text.origin_of(span_of(one).begin) : 0,
                fmt::format("{}C++ compilers assume that pointers to {} and to {} point to "
                            "different objects; use one of the types, or copy with memcpy",
                            is_here ? "" : file_of(clang_getCursorLocation(one)) + ": ",
                            taken(clang_getTypeSpelling(from)),
                            taken(clang_getTypeSpelling(to))));
    }
    return false;
  });
}

}  // namespace nuthatch::splicec
