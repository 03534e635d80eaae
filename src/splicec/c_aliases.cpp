// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_aliases.hpp"

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

/// What a pointer or an array has elements of. Canonical, without qualifiers.
CXType target_of(CXType type) {
  type = clang_getCanonicalType(type);
  const CXType target =
      is_array(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type);
  return clang_getUnqualifiedType(without_arrays(target));
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
    if (kind_of(one) != CXCursor_CStyleCastExpr || !is_in_main_file(one) ||
        !is_pointer(canonical_type_of(one))) {
      return false;
    }
    const CXType to = target_of(clang_getCursorType(one));
    const CXType from = target_of(clang_getCursorType(converted(one)));
    const bool both = (is_integer_of_c(to) || is_integer(to)) && !is_character(to) &&
                      (is_integer_of_c(from) || is_integer(from)) && !is_character(from);
    if (both && (is_integer_of_c(to) || is_integer_of_c(from)) && clang_equalTypes(to, from) == 0) {
      wrong.add(text.origin_of(span_of(one).begin),
                fmt::format("C++ compilers assume that pointers to {} and to {} point to different "
                            "objects; use one of the types, or copy with memcpy",
                            taken(clang_getTypeSpelling(from)),
                            taken(clang_getTypeSpelling(to))));
    }
    return false;
  });
}

}  // namespace nuthatch::splicec
