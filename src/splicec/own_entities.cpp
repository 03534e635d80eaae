// SPDX-License-Identifier: Apache-2.0
#include "splicec/own_entities.hpp"

#include "splicec/address_readers.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/type_identity.hpp"
#include "splicec/unchanging.hpp"

namespace nuthatch::splicec {

namespace {

std::string mark_of(CXCursor function) {
  const std::string identity = identity_of(function);
  const std::size_t begin = identity.rfind("@F@");
  return (begin == std::string::npos ? identity : identity.substr(begin)) + "@";
}

bool is_static_method(CXCursor function) {
  return kind_of(function) == CXCursor_CXXMethod && clang_CXXMethod_isStatic(function) != 0;
}

/// Whether a class of the source is an instance for a value that Clang does not show: an object,
/// which may be of any type, or a lambda.
bool has_hidden_argument(CXCursor declaration) {
  if (is_in_system(declaration)) {
    return false;
  }
  for (int i = 0; i < clang_Cursor_getNumTemplateArguments(declaration); ++i) {
    switch (clang_Cursor_getTemplateArgumentKind(declaration, static_cast<unsigned>(i))) {
      case CXTemplateArgumentKind_Type:
      case CXTemplateArgumentKind_Integral:
      case CXTemplateArgumentKind_NullPtr:
      case CXTemplateArgumentKind_Template:
        break;
      default:
        return true;
    }
  }
  return false;
}

/// Whether a method of the source is an instance for a lambda. Clang does not show the arguments of
/// methods, except in their identity.
bool is_method_for_lambda(CXCursor declaration) {
  if (kind_of(declaration) != CXCursor_CXXMethod || is_in_system(declaration)) {
    return false;
  }
  const std::string identity = identity_of(declaration);
  const std::size_t arguments = identity.find('<');
  return arguments != std::string::npos && identity.find("@Sa", arguments) != std::string::npos;
}

}  // namespace

own_entities::own_entities(CXCursor function)
    : function_(span_of(function)),
      mark_(mark_of(function)) {}

bool own_entities::is_here(CXCursor declaration) const {
  return is_in_main_file(declaration) && function_.contains(named_at(declaration));
}

bool own_entities::mentions_type(CXCursor declaration) const {
  return !only_names_ && identity_of(declaration).find(mark_) != std::string::npos;
}

bool own_entities::names_type(CXCursor expression) const {
  return any_within(expression, [this](CXCursor one) {
    return kind_of(one) == CXCursor_TypeRef
               ? is_here(clang_getCursorReferenced(one))
               : is_expression(one) && has_type(clang_getCursorType(one));
  });
}

bool own_entities::is_of_type(CXCursor declaration) const {
  for (int i = 0; i < clang_Cursor_getNumTemplateArguments(declaration); ++i) {
    const auto at = static_cast<unsigned>(i);
    switch (clang_Cursor_getTemplateArgumentKind(declaration, at)) {
      case CXTemplateArgumentKind_Type:
        if (has_type(clang_Cursor_getTemplateArgumentType(declaration, at))) {
          return true;
        }
        break;
      case CXTemplateArgumentKind_Declaration:  // an object: a lambda, perhaps
      case CXTemplateArgumentKind_NullPtr:      // of a type that Clang does not show
      case CXTemplateArgumentKind_Invalid:
        if (!is_in_system(declaration)) {
          return true;
        }
        break;
      default:
        break;
    }
  }
  const CXType type = clang_getCursorType(declaration);
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    if (has_type(clang_getArgType(type, static_cast<unsigned>(i)))) {
      return true;
    }
  }
  const CXCursor owner = clang_getCursorSemanticParent(declaration);
  return has_type(type) || has_type(clang_getResultType(type)) ||
         has_type(clang_getCursorType(owner)) || mentions_type(declaration) ||
         (!only_names_ && is_method_for_lambda(declaration));
}

bool own_entities::has_type(CXType type) const {
  if (type.kind == CXType_Invalid) {
    return false;
  }
  type = clang_getCanonicalType(type);
  if (type.kind == CXType_MemberPointer && has_type(clang_Type_getClassType(type))) {
    return true;
  }
  if (is_pointer(type) || is_reference(type)) {
    return has_type(clang_getPointeeType(type));
  }
  if (is_array(type)) {
    return has_type(clang_getArrayElementType(type));
  }
  if (type.kind == CXType_Atomic) {
    return has_type(clang_Type_getValueType(type));
  }
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    if (has_type(clang_getArgType(type, static_cast<unsigned>(i)))) {
      return true;
    }
  }
  if (has_type(clang_getResultType(type))) {
    return true;
  }
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    if (has_type(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
      return true;
    }
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (clang_Cursor_isNull(declaration) != 0) {
    return false;
  }
  if (has_hidden_argument(declaration)) {
    return true;
  }
  const CXCursor around = clang_getCursorSemanticParent(declaration);
  const bool is_member =
      kind_of(around) == CXCursor_ClassDecl || kind_of(around) == CXCursor_StructDecl;
  return is_here(declaration) || (is_lambda(type) && is_of_use(declaration)) ||
         (is_member && has_type(clang_getCursorType(around)));
}

/// Whether the type of a lambda outside of the function is one of those that each use of a
/// template has for itself.
bool own_entities::is_of_use(CXCursor lambda) const {
  if (only_names_ || is_in_system(lambda)) {
    return false;
  }
  const auto [found, added] =
      of_use_.try_emplace({file_of(clang_getCursorLocation(lambda)), named_at(lambda)}, false);
  if (added) {
    found->second = is_made_by_template(lambda);
  }
  return found->second;
}

namespace {

/// A constant of an instance for a type of the function. If it is a pointer, it may point to
/// another instance.
twin twin_of_instance(CXCursor expression) {
  const std::string name = name_of(clang_getCursorReferenced(expression));
  const CXType type = canonical_type_of(expression);
  return type.kind == CXType_Pointer
             ? twin_at_pointer(name, type)
             : twin{.name = name, .holds_addresses = !holds_no_address(type)};
}

}  // namespace

std::optional<twin> own_entities::twin_named_by(CXCursor expression) const {
  const CXCursorKind kind = kind_of(expression);
  const CXCursor named = clang_getCursorReferenced(expression);
  if (kind == CXCursor_CallExpr && kind_of(named) == CXCursor_ConversionFunction) {
    const CXType owner = canonical_type_of(clang_getCursorSemanticParent(named));
    return is_lambda(owner) && has_type(owner)
               ? std::optional(twin{{}, /*is_function=*/true, reference_form::pointer})
               : std::nullopt;
  }
  if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr) {
    return std::nullopt;
  }
  switch (kind_of(named)) {
    case CXCursor_VarDecl:
      return twin_of_variable(expression, named);
    case CXCursor_UnexposedDecl:  // an instance of a template of variables, or a binding
      return !is_here(named) && is_of_type(named) && is_unchanging(named)
                 ? std::optional(twin_of_instance(expression))
                 : std::nullopt;
    default:
      return names_function(expression, named)
                 ? std::optional(twin{name_of(named), /*is_function=*/true})
                 : std::nullopt;
  }
}

std::optional<twin> own_entities::twin_of_variable(CXCursor expression, CXCursor variable) const {
  const bool lasts = clang_Cursor_hasVarDeclGlobalStorage(variable) == 1 &&
                     clang_Cursor_getStorageClass(variable) != CX_SC_Extern &&
                     is_unchanging(variable);  // others are refused where they are declared
  if (!lasts || (!is_here(variable) && !is_of_type(variable))) {
    return std::nullopt;
  }
  return is_here(variable) ? twin{name_of(variable)} : twin_of_instance(expression);
}

bool own_entities::names_function(CXCursor expression, CXCursor named) const {
  const bool alone = kind_of(expression) == CXCursor_DeclRefExpr;
  switch (kind_of(named)) {
    case CXCursor_OverloadedDeclRef:  // Clang shows lists as they are written, without types
      return alone && names_type(expression);
    case CXCursor_FunctionDecl:
      return !is_here(named) && is_of_type(named);
    case CXCursor_CXXMethod:
      return (alone || is_static_method(named)) && (is_here(named) || is_of_type(named));
    default:
      return false;
  }
}

}  // namespace nuthatch::splicec
