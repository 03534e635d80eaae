// SPDX-License-Identifier: Apache-2.0
#include "splicec/parts_of_this.hpp"

#include <optional>
#include <vector>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/locals.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

namespace {

/// The object of `x.f()` or of `x[i]`; null where it is left out.
CXCursor object_of(CXCursor call) {
  const CXCursor called = bare(children_of(call).front());
  if (kind_of(called) == CXCursor_MemberRefExpr) {
    const std::vector<CXCursor> base = children_of(called);
    return base.empty() || !is_expression(base[0]) ? clang_getNullCursor() : base[0];
  }
  return clang_Cursor_getNumArguments(call) > 0 ? clang_Cursor_getArgument(call, 0)
                                                : clang_getNullCursor();
}

}  // namespace

bool is_member_of_this(CXCursor member) {
  const std::vector<CXCursor> base = children_of(member);
  return kind_of(member) == CXCursor_MemberRefExpr &&
         (base.empty() || !is_expression(base[0]) ||
          kind_of(bare(base[0])) == CXCursor_CXXThisExpr);
}

bool is_part_of_this(CXCursor one) {
  one = bare(one);
  if (kind_of(one) == CXCursor_MemberRefExpr) {
    const CXCursor member = clang_getCursorReferenced(one);
    if (kind_of(member) != CXCursor_FieldDecl || is_reference(canonical_type_of(member))) {
      return false;
    }
    return is_member_of_this(one) ||
           (!is_behind_pointer(one) && is_part_of_this(children_of(one)[0]));
  }
  if (kind_of(one) == CXCursor_ArraySubscriptExpr) {
    const CXCursor base = bare(children_of(one)[0]);
    return has_array_type(base) && is_part_of_this(base);
  }
  const std::optional<array_element> element = array_element_of(one);
  return element && is_part_of_this(element->array);
}

bool is_of_system_on_this(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  if (kind_of(call) != CXCursor_CallExpr || kind_of(called) != CXCursor_CXXMethod ||
      !is_in_system(called)) {
    return false;
  }
  const CXCursor object = object_of(call);
  return clang_Cursor_isNull(object) == 0 && is_part_of_this(object);
}

}  // namespace nuthatch::splicec
