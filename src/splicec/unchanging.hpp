// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

/// Whether a variable is const and not volatile. For arrays, this is about their elements; a
/// parameter that is written as an array is a pointer, which is not const.
inline bool is_unchanging(CXCursor variable) {
  const CXType type = canonical_type_of(variable);
  if (kind_of(variable) == CXCursor_ParmDecl && is_array(type)) {
    return false;
  }
  const CXType element = is_array(type) ? clang_getArrayElementType(type) : type;
  const auto either = [&](unsigned (*is)(CXType)) {
    return is(type) != 0 || is(element) != 0;
  };
  return either(clang_isConstQualifiedType) && !either(clang_isVolatileQualifiedType);
}

}  // namespace nuthatch::splicec
