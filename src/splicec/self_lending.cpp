// SPDX-License-Identifier: Apache-2.0
#include "splicec/self_lending.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/locals.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/uses.hpp"

namespace nuthatch::splicec {

namespace {

class search {
 public:
  explicit search(const pure_functions& functions) : functions_(&functions) {}

  [[nodiscard]] bool type_lends(CXType type) {
    type = clang_getCanonicalType(type);
    if (is_array(type)) {
      return type_lends(clang_getArrayElementType(type));
    }
    if (type.kind != CXType_Record || is_lambda(type) ||
        !seen_.insert(name_of_type(type) + " " + unique_name_of(class_of(type))).second) {
      return false;
    }
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      if (type_lends(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
        return true;
      }
    }
    const CXCursor declared = class_of(type);
    if (is_in_system(declared) || pure_functions::is_of_effects(declared)) {
      return false;
    }
    const CXCursor definition = clang_getCursorDefinition(declared);
    return clang_Cursor_isNull(definition) != 0 ||
           std::ranges::any_of(children_of(definition),
                               [this](CXCursor one) { return part_lends(one); });
  }

 private:
  static std::string name_of_type(CXType type) {
    return taken(clang_getTypeSpelling(clang_getUnqualifiedType(type)));
  }

  /// Whether a part of a class does.
  [[nodiscard]] bool part_lends(CXCursor one) {
    switch (kind_of(one)) {
      case CXCursor_CXXBaseSpecifier:
        return type_lends(clang_getCursorType(one));
      case CXCursor_StructDecl:
      case CXCursor_UnionDecl:
        return clang_Cursor_isAnonymousRecordDecl(one) != 0 && type_lends(clang_getCursorType(one));
      case CXCursor_FieldDecl:
        return type_lends(clang_getCursorType(one)) || values_lend(one);
      case CXCursor_Constructor:
        return function_lends(one);
      case CXCursor_FunctionTemplate:
        return is_constructor_template(one) && function_lends(one);
      default:
        return false;
    }
  }

  [[nodiscard]] bool values_lend(CXCursor field) const {
    const function_locals none(field, *functions_);
    use_finder finder(none);
    for (const CXCursor& value : children_of(field)) {
      if (is_expression(value)) {
        finder.look_at_value(value, is_reference(canonical_type_of(field)));
      }
    }
    return finder.lends_this() || !finder.called_on_this().empty();
  }

  [[nodiscard]] bool function_lends(CXCursor function) {
    if (clang_CXXMethod_isDefaulted(function) != 0 || clang_CXXMethod_isDeleted(function) != 0 ||
        !seen_.insert(unique_name_of(function)).second) {
      return false;
    }
    const CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition) != 0 || clang_CXXMethod_isVirtual(function) != 0) {
      return true;
    }
    const function_locals locals(definition, *functions_);
    use_finder finder(locals);
    bool binds = false;
    for (const CXCursor& part : children_of(definition)) {
      if (kind_of(part) == CXCursor_MemberRef) {
        binds = is_reference(canonical_type_of(clang_getCursorReferenced(part)));
      } else if (is_expression(part)) {
        finder.look_at_value(part, binds);
      } else {
        finder.look_at(part);
      }
    }
    return finder.lends_this() ||
           std::ranges::any_of(finder.called_on_this(),
                               [this](CXCursor called) { return function_lends(called); });
  }

  const pure_functions* functions_;
  std::set<std::string> seen_;
};

}  // namespace

bool may_lend_itself(CXType type, const pure_functions& functions) {
  return search(functions).type_lends(type);
}

}  // namespace nuthatch::splicec
