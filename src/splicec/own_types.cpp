// SPDX-License-Identifier: Apache-2.0
#include "splicec/own_types.hpp"

#include <set>
#include <string>

#include "splicec/cursors.hpp"
#include "splicec/unchanging.hpp"

namespace nuthatch::splicec {

namespace {

class search {
 public:
  search(const span& declaring, const span& looked_at)
      : declaring_(declaring),
        looked_at_(looked_at) {}

  [[nodiscard]] bool has_variables(CXCursor use) {
    const CXCursor named = clang_getCursorReferenced(use);
    switch (kind_of(named)) {
      case CXCursor_VarDecl:
        return clang_Cursor_hasVarDeclGlobalStorage(named) == 1 && !is_unchanging(named) &&
               is_of_type(named);
      case CXCursor_FunctionDecl:
      case CXCursor_CXXMethod:
      case CXCursor_Constructor:
      case CXCursor_ConversionFunction:
        return is_of_type(named) && function_has_variables(named);
      default:
        return false;
    }
  }

 private:
  [[nodiscard]] bool function_has_variables(CXCursor function) {
    if (is_in(looked_at_, function) || !seen_.insert(name_of_instance(function)).second) {
      return false;
    }
    const CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition) != 0) {
      return !is_in_system(function);
    }
    return any_within(definition, [this](CXCursor one) {
      const bool own = kind_of(one) == CXCursor_VarDecl &&
                       clang_Cursor_hasVarDeclGlobalStorage(one) == 1 && !is_unchanging(one);
      return own || has_variables(one);
    });
  }

  [[nodiscard]] static std::string name_of_instance(CXCursor function) {
    return taken(clang_getCursorUSR(function));
  }

  [[nodiscard]] static bool is_in(const span& part, CXCursor declaration) {
    return is_in_main_file(declaration) && part.contains(named_at(declaration));
  }

  /// Whether the declaration is an instance for a type that belongs to the part.
  [[nodiscard]] bool is_of_type(CXCursor declaration) const {
    for (int i = 0; i < clang_Cursor_getNumTemplateArguments(declaration); ++i) {
      const auto at = static_cast<unsigned>(i);
      if (clang_Cursor_getTemplateArgumentKind(declaration, at) == CXTemplateArgumentKind_Type &&
          has_type(clang_Cursor_getTemplateArgumentType(declaration, at))) {
        return true;
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
           has_type(clang_getCursorType(owner));
  }

  [[nodiscard]] bool has_type(CXType type) const {
    type = clang_getCanonicalType(type);
    if (is_pointer(type) || is_reference(type)) {
      return has_type(clang_getPointeeType(type));
    }
    if (is_array(type)) {
      return has_type(clang_getArrayElementType(type));
    }
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      if (has_type(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
        return true;
      }
    }
    const CXCursor declaration = clang_getTypeDeclaration(type);
    return clang_Cursor_isNull(declaration) == 0 && is_in(declaring_, declaration);
  }

  span declaring_;
  span looked_at_;
  std::set<std::string> seen_;
};

}  // namespace

bool has_variables_for_types_of(CXCursor use, const span& declaring, const span& looked_at) {
  return search(declaring, looked_at).has_variables(use);
}

}  // namespace nuthatch::splicec
