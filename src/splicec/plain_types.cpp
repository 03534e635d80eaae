// SPDX-License-Identifier: Apache-2.0
#include "splicec/plain_types.hpp"

#include <algorithm>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"

namespace nuthatch::splicec {

namespace {

bool is_floating(CXType type) {
  return type.kind == CXType_Float || type.kind == CXType_Double ||
         type.kind == CXType_LongDouble || type.kind == CXType_Float128 ||
         type.kind == CXType_Half || type.kind == CXType_Float16;
}

bool has_plain_fields(CXType type) {
  return std::ranges::all_of(fields_of(type), [](CXCursor field) {
    const CXType of = canonical_type_of(field);
    return clang_CXXField_isMutable(field) == 0 && (is_reference(of) || is_plain(of));
  });
}

/// For a class without fields, the fields of its bases count as well.
bool has_plain_members(CXCursor declaration) {
  return std::ranges::all_of(children_of(declaration), [](CXCursor one) {
    switch (kind_of(one)) {
      case CXCursor_CXXBaseSpecifier:
        return clang_isVirtualBase(one) == 0 && is_plain(clang_getCursorType(one));
      case CXCursor_Destructor:
        return clang_CXXMethod_isDefaulted(one) != 0 && clang_CXXMethod_isVirtual(one) == 0;
      case CXCursor_Constructor:
        return (clang_CXXConstructor_isCopyConstructor(one) == 0 &&
                clang_CXXConstructor_isMoveConstructor(one) == 0) ||
               clang_CXXMethod_isDefaulted(one) != 0;
      case CXCursor_CXXMethod:
        return clang_CXXMethod_isVirtual(one) == 0 &&
               ((clang_CXXMethod_isCopyAssignmentOperator(one) == 0 &&
                 clang_CXXMethod_isMoveAssignmentOperator(one) == 0) ||
                clang_CXXMethod_isDefaulted(one) != 0);
      case CXCursor_FunctionTemplate:
        return name_of(one) != "operator=" && !is_constructor_template(one);
      default:
        return true;
    }
  });
}

}  // namespace

bool is_constructor_template(CXCursor one) {
  return kind_of(one) == CXCursor_FunctionTemplate &&
         clang_getTemplateCursorKind(one) == CXCursor_Constructor;
}

bool is_scalar(CXType type) {
  type = clang_getCanonicalType(type);
  return clang_isVolatileQualifiedType(type) == 0 &&
         (is_integer(type) || is_floating(type) || is_pointer(type) || type.kind == CXType_Bool ||
          type.kind == CXType_Enum || type.kind == CXType_Complex || type.kind == CXType_Vector ||
          type.kind == CXType_ExtVector);
}

bool is_plain(CXType type) {
  type = clang_getCanonicalType(type);
  if (clang_isVolatileQualifiedType(type) != 0) {
    return false;
  }
  if (is_array(type)) {
    return type.kind == CXType_ConstantArray && is_plain(clang_getArrayElementType(type));
  }
  if (type.kind != CXType_Record) {
    return is_scalar(type);
  }
  const CXCursor declaration = class_of(type);
  if (is_initializer_list(type) || is_lambda(type)) {
    return false;
  }
  return has_plain_fields(type) && has_plain_members(declaration);
}

bool is_variably_modified(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_array(type)) {
    return type.kind == CXType_VariableArray ||
           is_variably_modified(clang_getArrayElementType(type));
  }
  return (is_pointer(type) || is_reference(type)) &&
         is_variably_modified(clang_getPointeeType(type));
}

bool is_known_type(CXType canonical) {
  return canonical.kind != CXType_Invalid && canonical.kind != CXType_Void;
}

bool is_made_of_scalars(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_array(type)) {
    return is_made_of_scalars(clang_getArrayElementType(type));
  }
  if (type.kind != CXType_Record) {
    return is_scalar(type);
  }
  const CXCursor declaration = class_of(type);
  return !is_initializer_list(type) && !is_lambda(type) &&
         std::ranges::none_of(children_of(declaration),
                              [](CXCursor one) {
                                return kind_of(one) == CXCursor_Constructor ||
                                       is_constructor_template(one) ||
                                       kind_of(one) == CXCursor_CXXBaseSpecifier;
                              }) &&
         std::ranges::all_of(fields_of(type), [](CXCursor field) {
           return is_made_of_scalars(clang_getCursorType(field));
         });
}

bool has_reference_member(CXType type) {
  return std::ranges::any_of(fields_of(clang_getCanonicalType(type)),
                             [](CXCursor field) { return is_reference(canonical_type_of(field)); });
}

CXCursor class_of(CXType type) {
  return pattern_of(
      clang_getTypeDeclaration(clang_getUnqualifiedType(clang_getCanonicalType(type))));
}

bool is_instance_of_template(CXType type) {
  type = clang_getUnqualifiedType(clang_getCanonicalType(type));
  return type.kind == CXType_Record &&
         clang_equalCursors(class_of(type), clang_getTypeDeclaration(type)) == 0;
}

bool is_initializer_list(CXType type) {
  return type.kind == CXType_Record && name_of(class_of(type)) == "initializer_list";
}

bool is_list_constructor(CXCursor member) {
  if (kind_of(member) != CXCursor_Constructor || clang_Cursor_getNumArguments(member) < 1) {
    return false;
  }
  CXType first = canonical_type_of(clang_Cursor_getArgument(member, 0));
  first = is_reference(first) ? clang_getCanonicalType(clang_getPointeeType(first)) : first;
  return is_initializer_list(first);
}

/// An implicit function has the location of its class.
bool is_implicit(CXCursor function) {
  const CXCursor owner = clang_getCursorSemanticParent(function);
  return clang_CXXMethod_isDefaulted(function) != 0 ||
         clang_equalLocations(clang_getCursorLocation(function), clang_getCursorLocation(owner)) !=
             0;
}

bool copies_plainly(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  return kind_of(call) == CXCursor_CallExpr && kind_of(called) == CXCursor_Constructor &&
         clang_Cursor_getNumArguments(call) == 1 && is_implicit(called) &&
         (clang_CXXConstructor_isCopyConstructor(called) != 0 ||
          clang_CXXConstructor_isMoveConstructor(called) != 0) &&
         is_plain(clang_getCursorType(call));
}

bool assigns_plainly(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  return kind_of(call) == CXCursor_CallExpr && kind_of(called) == CXCursor_CXXMethod &&
         clang_Cursor_getNumArguments(call) == 2 && is_implicit(called) &&
         name_of(called) == "operator=" && is_plain(clang_getCursorType(call));
}

}  // namespace nuthatch::splicec
