// SPDX-License-Identifier: Apache-2.0
#include "splicec/escaping_types.hpp"

#include <algorithm>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

namespace {

class search {
 public:
  explicit search(const own_entities& own) : own_(&own) {}

  [[nodiscard]] CXCursor within(CXCursor one) const {
    const std::vector<CXCursor> parts = children_of(one);
    if (is_instance_for_own(one)) {
      return one;
    }
    for (const CXCursor& part : parts) {
      const bool stays = is_expression(part) ? !has_own_type(part) || takes(one, part)
                                             : names_type_plainly(one, parts, part);
      if (!stays) {
        return is_expression(part) ? part : one;
      }
      if (const CXCursor found = within(part); clang_Cursor_isNull(found) == 0) {
        return found;
      }
    }
    return clang_getNullCursor();
  }

 private:
  [[nodiscard]] bool has_own_type(CXCursor one) const {
    return own_->has_type(canonical_type_of(one));
  }

  /// Whether a type is one that the function declares, perhaps behind pointers, references and
  /// arrays; not an instance of a template for such a type.
  [[nodiscard]] bool is_plain(CXType type) const {
    type = clang_getCanonicalType(type);
    while (is_pointer(type) || is_reference(type) || is_array(type)) {
      type = clang_getCanonicalType(is_array(type) ? clang_getArrayElementType(type)
                                                   : clang_getPointeeType(type));
    }
    const CXCursor declaration = clang_getTypeDeclaration(type);
    return own_->is_here(declaration) && clang_Type_getNumTemplateArguments(type) <= 0;
  }

  /// Whether a value of a type of the function keeps that type, or becomes a number or a pointer.
  [[nodiscard]] bool is_plain_or_scalar(CXType type) const {
    type = clang_getCanonicalType(type);
    return own_->has_type(type) ? is_plain(type) || is_function_type(type)
                                : is_scalar(type) || type.kind == CXType_Void;
  }

  /// Whether a declaration or expression is, or has the type of, an instance of a template for a
  /// type of the function, or for something of such a type.
  [[nodiscard]] bool is_instance_for_own(CXCursor one) const {
    const CXCursorKind kind = kind_of(one);
    const bool has_type =
        is_expression(one) || clang_isDeclaration(kind) != 0 || kind == CXCursor_CXXBaseSpecifier;
    if (has_type && has_own_type(one) && !is_plain(clang_getCursorType(one)) &&
        !is_function_type(clang_getCursorType(one))) {
      return true;
    }
    if (!is_expression(one)) {
      return false;
    }
    const CXCursor named = clang_getCursorReferenced(one);
    return clang_Cursor_isNull(named) == 0 && clang_isDeclaration(kind_of(named)) != 0 &&
           !own_->is_here(named) && own_->is_of_type(named);
  }

  /// Whether a type is that of a function, or points to one. What takes the address of a function
  /// of the source is looked for elsewhere.
  [[nodiscard]] static bool is_function_type(CXType type) {
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_Pointer || is_reference(type)) {
      type = clang_getCanonicalType(clang_getPointeeType(type));
    }
    return type.kind == CXType_FunctionProto;
  }

  /// Whether a part that is no expression names a type of the function outside of the arguments of
  /// a template.
  [[nodiscard]] bool names_type_plainly(CXCursor whole,
                                        const std::vector<CXCursor>& parts,
                                        CXCursor part) const {
    if (kind_of(part) != CXCursor_TypeRef || !own_->is_here(clang_getCursorReferenced(part))) {
      return true;
    }
    const bool beside_template = std::ranges::any_of(
        parts, [](CXCursor other) { return kind_of(other) == CXCursor_TemplateRef; });
    return !beside_template && takes_type(whole);
  }

  [[nodiscard]] bool takes_type(CXCursor whole) const {
    switch (kind_of(whole)) {
      case CXCursor_VarDecl:
      case CXCursor_FieldDecl:
      case CXCursor_ParmDecl:
      case CXCursor_CXXMethod:
      case CXCursor_TypedefDecl:
      case CXCursor_TypeAliasDecl:
      case CXCursor_CXXBaseSpecifier:
      case CXCursor_LambdaExpr:
      case CXCursor_InitListExpr:
      case CXCursor_CXXNewExpr:
      case CXCursor_CStyleCastExpr:
      case CXCursor_CXXStaticCastExpr:
      case CXCursor_CXXFunctionalCastExpr:
      case CXCursor_UnaryExpr:  // the size of an object
        return true;
      case CXCursor_CallExpr:
      case CXCursor_DeclRefExpr:
      case CXCursor_MemberRefExpr:
        return own_->is_here(clang_getCursorReferenced(whole));
      default:
        return false;
    }
  }

  /// Whether a part, which is of a type of the function, stays within it: the language itself uses
  /// it, or a function of the type.
  [[nodiscard]] bool takes(CXCursor whole, CXCursor part) const {
    switch (kind_of(whole)) {
      case CXCursor_CompoundStmt:
      case CXCursor_ParenExpr:
      case CXCursor_ArraySubscriptExpr:
      case CXCursor_ReturnStmt:
      case CXCursor_CXXDeleteExpr:
      case CXCursor_LambdaExpr:  // a capture
      case CXCursor_UnaryExpr:
      case CXCursor_StmtExpr:
      case CXCursor_EnumConstantDecl:
        return true;
      case CXCursor_ForStmt:
      case CXCursor_IfStmt:
      case CXCursor_WhileStmt:
      case CXCursor_DoStmt:
      case CXCursor_SwitchStmt:
      case CXCursor_CaseStmt:
      case CXCursor_Constructor:  // the initial value of a member
        return is_scalar(canonical_type_of(part));
      case CXCursor_CXXForRangeStmt:
        return is_array(canonical_type_of(part));
      case CXCursor_VarDecl:
      case CXCursor_FieldDecl:
      case CXCursor_ParmDecl:
      case CXCursor_UnexposedExpr:
      case CXCursor_UnaryOperator:
      case CXCursor_BinaryOperator:
      case CXCursor_CompoundAssignOperator:
      case CXCursor_ConditionalOperator:
      case CXCursor_CStyleCastExpr:
      case CXCursor_CXXStaticCastExpr:
      case CXCursor_CXXFunctionalCastExpr:
      case CXCursor_InitListExpr:
        return is_known_type(canonical_type_of(whole)) &&
               is_plain_or_scalar(clang_getCursorType(whole));
      case CXCursor_MemberRefExpr:
        return true;
      case CXCursor_CallExpr:
        return is_called_plainly(clang_getCursorReferenced(whole), part);
      case CXCursor_CXXNewExpr:
        return kind_of(part) == CXCursor_InitListExpr ||
               kind_of(clang_getCursorReferenced(part)) == CXCursor_Constructor;
      default:
        return false;
    }
  }

  /// Whether a part of a call goes to code of the function itself. A class may inherit constructors
  /// that are templates, and a lambda may become the address of an instance.
  [[nodiscard]] bool is_called_plainly(CXCursor callee, CXCursor part) const {
    switch (kind_of(callee)) {
      case CXCursor_CXXMethod:
      case CXCursor_ConversionFunction:
        return own_->is_here(callee) &&
               !(kind_of(callee) == CXCursor_ConversionFunction && is_implicit(callee));
      case CXCursor_Constructor:
        return own_->is_here(callee) && (is_written(callee) || has_type_of_parent(callee, part));
      default:
        return false;
    }
  }

  [[nodiscard]] static bool is_written(CXCursor member) {
    return std::ranges::any_of(
        children_of(clang_getCursorSemanticParent(member)),
        [member](CXCursor one) { return clang_equalCursors(one, member) != 0; });
  }

  /// Whether a constructor copies or moves the part.
  [[nodiscard]] static bool has_type_of_parent(CXCursor constructor, CXCursor part) {
    const CXType made = clang_getCursorType(clang_getCursorSemanticParent(constructor));
    const CXType from = clang_getUnqualifiedType(canonical_type_of(part));
    return clang_equalTypes(clang_getCanonicalType(made), from) != 0;
  }

  const own_entities* own_;
};

}  // namespace

CXCursor where_type_escapes(CXCursor code, const own_entities& own) {
  return search(own).within(code);
}

}  // namespace nuthatch::splicec
