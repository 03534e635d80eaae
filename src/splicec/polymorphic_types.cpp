// SPDX-License-Identifier: Apache-2.0
#include "splicec/polymorphic_types.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_class(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl ||
         kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

/// Whether the base is a parameter of the template, or a pack of them.
bool is_parameter(CXCursor base) {
  return any_within(base, [](CXCursor one) {
    return kind_of(clang_getCursorReferenced(one)) == CXCursor_TemplateTypeParameter;
  });
}

/// Determines whether a class is polymorphic. A base may have the class itself as an argument.
class inspection {
 public:
  [[nodiscard]] bool is_polymorphic(CXType type) {
    type = clang_getCanonicalType(type);
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (!is_class(declaration) ||
        !begun_.insert(taken(clang_getTypeSpelling(clang_getUnqualifiedType(type)))).second) {
      return false;
    }
    // A base may be one of the types that a template is an instance for.
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      const CXType argument = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
      if (argument.kind != CXType_Invalid && is_polymorphic(argument)) {
        return true;
      }
    }
    return has_virtual_functions(declaration);
  }

 private:
  [[nodiscard]] bool has_virtual_functions(CXCursor declaration) {
    const CXCursor shown = clang_getCursorDefinition(pattern_of(declaration));
    if (!is_class(shown)) {
      return true;
    }
    return std::ranges::any_of(children_of(shown), [this](CXCursor member) {
      if (kind_of(member) != CXCursor_CXXBaseSpecifier) {
        return clang_CXXMethod_isVirtual(member) != 0;
      }
      const CXType base = canonical_type_of(member);
      return is_class(clang_getTypeDeclaration(base)) ? is_polymorphic(base)
                                                      : !is_parameter(member);
    });
  }

  std::set<std::string> begun_;
};

}  // namespace

bool is_polymorphic(CXType type) {
  return inspection().is_polymorphic(type);
}

}  // namespace nuthatch::splicec
