// SPDX-License-Identifier: Apache-2.0
#include "splicec/template_code.hpp"

#include <optional>
#include <vector>

#include "splicec/constant_variables.hpp"
#include "splicec/cursors.hpp"
#include "splicec/polymorphic_types.hpp"
#include "splicec/type_identity.hpp"

namespace nuthatch::splicec {

bool is_variable(CXCursor one) {
  const bool bindings = kind_of(one) == CXCursor_UnexposedDecl;
  return (bindings || kind_of(one) == CXCursor_VarDecl) &&
         clang_Cursor_hasVarDeclGlobalStorage(one) == 1 && (bindings || !is_constant(one));
}

namespace {

bool is_member_function(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
         kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction ||
         kind == CXCursor_FunctionTemplate;
}

/// Whether a call in a template is of a function that is a member of its parameter: `T::get(1)`.
/// For a type of the function, that is one of its own functions, or one of a base.
bool calls_member_of_parameter(CXCursor call) {
  const std::vector<CXCursor> parts = children_of(call);
  const std::vector<CXCursor> names = parts.empty() ? parts : children_of(bare(parts.front()));
  return names.size() == 1 && kind_of(names.front()) == CXCursor_TypeRef &&
         kind_of(clang_getCursorReferenced(names.front())) == CXCursor_TemplateTypeParameter;
}

/// Whether a call in a template is of an object that the template has, or of a member of one.
bool calls_object(CXCursor call) {
  const std::vector<CXCursor> parts = children_of(call);
  if (parts.empty()) {
    return true;  // the initial value of something whose type depends on the template
  }
  const CXCursor callee = bare(parts.front());
  const CXCursorKind named = kind_of(clang_getCursorReferenced(callee));
  return kind_of(callee) == CXCursor_MemberRefExpr || named == CXCursor_ParmDecl ||
         named == CXCursor_VarDecl || named == CXCursor_FieldDecl;
}

}  // namespace

CXCursor template_code::shared_class_of(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_pointer(type) || is_reference(type)) {
    return shared_class_of(clang_getPointeeType(type));
  }
  if (is_array(type)) {
    return shared_class_of(clang_getArrayElementType(type));
  }
  const CXCursor instance = clang_getTypeDeclaration(type);
  const CXCursor pattern = clang_getSpecializedCursorTemplate(instance);
  if (clang_Cursor_isNull(pattern) != 0 || !own_->is_of_type(instance)) {
    return clang_getNullCursor();
  }
  if (is_in_system(pattern)) {
    return shared_argument_of(type);
  }
  const bool shared = is_polymorphic(type) || is_shared(pattern, pattern);
  return shared ? pattern : clang_getNullCursor();
}

/// The template of an argument of a class of the library, whose functions call those of its
/// arguments: the destructor of a `std::unique_ptr` calls the deleter.
CXCursor template_code::shared_argument_of(CXType type) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    const CXType one = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
    if (one.kind != CXType_Invalid) {
      if (const CXCursor found = shared_class_of(one); clang_Cursor_isNull(found) == 0) {
        return found;
      }
    }
  }
  return clang_getNullCursor();
}

/// Whether code of a class template, or of a function of it that is defined elsewhere, is for each
/// type what a function of the source must not have twice.
bool template_code::is_shared(CXCursor code, CXCursor pattern) {
  return names_itself(code, all_->macros) || any_within(code, [&](CXCursor one) {
           if (may_be_shared(one, pattern)) {
             return true;
           }
           const CXCursor definition =
               is_member_function(one) ? clang_getCursorDefinition(one) : clang_getNullCursor();
           return clang_Cursor_isNull(definition) == 0 &&
                  clang_equalCursors(definition, one) == 0 &&
                  clang_equalCursors(definition, code) == 0 && is_shared(definition, pattern);
         });
}

bool template_code::may_be_shared(CXCursor one, CXCursor pattern) {
  const CXCursor named = clang_getCursorReferenced(one);
  const CXCursorKind kind = kind_of(one);
  const bool other = (kind == CXCursor_TemplateRef || kind == CXCursor_OverloadedDeclRef) &&
                     clang_equalCursors(named, pattern) == 0 && !is_in_system(named);
  return other || tells_types_apart(one) ||
         (!only_names_ && (is_variable(one) || may_depend(thrown_or_caught(one)) ||
                           (kind == CXCursor_FieldDecl && holds_address(one, pattern)))) ||
         (kind == CXCursor_CallExpr && clang_Cursor_isNull(named) != 0 && !calls_object(one) &&
          !(only_names_ && calls_member_of_parameter(one)));
}

/// Whether the initial value of a member may hold the address of a constant of its class.
bool template_code::holds_address(CXCursor member, CXCursor pattern) {
  const auto named_by = [&](CXCursor one) -> std::optional<twin> {
    const CXCursor named = clang_getCursorReferenced(one);
    return kind_of(named) == CXCursor_VarDecl && kind_of(one) != CXCursor_UnexposedExpr &&
                   clang_equalCursors(clang_getCursorSemanticParent(named), pattern) != 0
               ? std::optional(twin{name_of(named)})
               : std::nullopt;
  };
  return !kept_->uses_in(member, named_by).empty();
}

}  // namespace nuthatch::splicec
