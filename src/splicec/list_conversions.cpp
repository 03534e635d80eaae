// SPDX-License-Identifier: Apache-2.0
#include "splicec/list_conversions.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

namespace {

bool is_conversion(CXCursor member) {
  return kind_of(member) == CXCursor_ConversionFunction ||
         (kind_of(member) == CXCursor_FunctionTemplate &&
          clang_getTemplateCursorKind(member) == CXCursor_ConversionFunction);
}

bool is_same_class(CXType one, CXType other) {
  return one.kind == CXType_Record &&
         clang_equalTypes(clang_getUnqualifiedType(one), clang_getUnqualifiedType(other)) != 0;
}

/// Whether a value has a type that no function of the source converts.
bool has_type_of_language(CXType type) {
  return is_scalar(type) || is_array(type) || type.kind == CXType_NullPtr ||
         type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
}

/// Whether an aggregate's template has it as an argument: `struct all : F... {}`.
bool is_template_argument(CXType of, CXType type) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(of); ++i) {
    const CXType one = clang_Type_getTemplateArgumentAsType(of, static_cast<unsigned>(i));
    if (is_same_class(clang_getCanonicalType(one), type)) {
      return true;
    }
  }
  return false;
}

/// A value of a list, and the name of the member that is written before it; null if none is.
struct listed_value {
  CXCursor value;
  CXCursor member;
};

std::vector<listed_value> values_of(CXCursor list) {
  std::vector<listed_value> found;
  for (const CXCursor& part : children_of(list)) {
    if (names_member(part)) {
      const std::vector<CXCursor> inner = children_of(part);
      const auto named = std::ranges::find(inner, CXCursor_MemberRef, kind_of);
      found.push_back(
          {inner.back(),
           named == inner.end() ? clang_getNullCursor() : clang_getCursorReferenced(*named)});
    } else if (is_expression(part)) {
      found.push_back({part, clang_getNullCursor()});
    }
  }
  return found;
}

/// A base class or a member of an aggregate, which a list has a value for.
struct element {
  std::string name;
  CXType type;
};

class search {
 public:
  explicit search(const pure_functions& functions) : functions_(&functions) {}

  [[nodiscard]] bool values_convert(CXType to, CXCursor list) const {
    to = clang_getCanonicalType(to);
    const std::vector<listed_value> values = values_of(list);
    const auto any_converts_to = [&](CXType type) {
      return std::ranges::any_of(
          values, [&](const listed_value& one) { return value_converts(type, one.value); });
    };
    if (values.empty() ||
        (values.size() == 1 && is_same_class(canonical_type_of(values.front().value), to) &&
         std::ranges::none_of(children_of(class_of(to)), is_list_constructor))) {
      return false;
    }
    if (is_made_of_scalars(to)) {
      return any_converts_to(to);
    }
    if (is_array(to)) {
      return any_converts_to(clang_getArrayElementType(to));
    }
    if (to.kind != CXType_Record) {
      return true;
    }
    const CXCursor declaration = class_of(to);
    if (is_initializer_list(to) && is_in_system(declaration)) {
      return any_converts_to(clang_Type_getTemplateArgumentAsType(to, 0));
    }
    if (std::ranges::none_of(children_of(declaration), is_constructor)) {
      return elements_convert(to, values);
    }
    return !has_understood_constructors(to) ||
           std::ranges::any_of(values, [](const listed_value& one) {
             return !has_type_of_language(canonical_type_of(one.value));
           });
  }

 private:
  static bool is_constructor(CXCursor member) {
    return kind_of(member) == CXCursor_Constructor || is_constructor_template(member);
  }

  /// Whether this value may be converted when it becomes a part of this type.
  [[nodiscard]] bool value_converts(CXType to, CXCursor value) const {
    to = clang_getCanonicalType(to);
    if (is_reference(to)) {
      to = clang_getCanonicalType(clang_getPointeeType(to));
    }
    const CXType from = canonical_type_of(value);
    if (kind_of(value) == CXCursor_InitListExpr) {  // Clang may know what it makes
      return values_convert(is_known_type(from) ? from : to, value);
    }
    if (is_same_class(from, to)) {
      return false;
    }
    if (!is_made_of_scalars(to)) {
      return !has_type_of_language(from) || !has_understood_constructors(to);
    }
    // A value of another class, without a conversion, becomes a part of the part; a lambda becomes
    // the address of its function.
    return !has_type_of_language(from) && !is_lambda(from) && has_conversions(from);
  }

  /// Whether a class has, or inherits, functions that convert it and do more than calculate.
  [[nodiscard]] bool has_conversions(CXType type) const {
    type = clang_getCanonicalType(type);
    const CXCursor declaration = clang_getCursorDefinition(class_of(type));
    if (type.kind != CXType_Record || clang_Cursor_isNull(declaration) != 0) {
      return true;
    }
    const bool is_instance = is_instance_of_template(type);
    return std::ranges::any_of(children_of(declaration), [&](CXCursor one) {
      return (is_conversion(one) && (is_instance || !functions_->only_reads_unseen(one))) ||
             (kind_of(one) == CXCursor_CXXBaseSpecifier &&
              has_conversions(clang_getCursorType(one)));
    });
  }

  /// Whether all constructors of a class only calculate.
  [[nodiscard]] bool has_understood_constructors(CXType type) const {
    if (type.kind != CXType_Record || is_instance_of_template(type)) {
      return false;
    }
    const std::vector<CXCursor> members = children_of(class_of(type));
    return functions_->has_understood_defaults(type) &&
           std::ranges::any_of(members, is_constructor) &&
           std::ranges::none_of(members, [this](CXCursor one) {
             return is_constructor_template(one) ||
                    (kind_of(one) == CXCursor_Constructor && !is_implicit(one) &&
                     !functions_->only_reads_unseen(one));
           });
  }

  /// Whether values of an aggregate may be converted: the first is for its first base or member,
  /// and so on.
  [[nodiscard]] bool elements_convert(CXType to, const std::vector<listed_value>& values) const {
    std::vector<element> elements;
    bool is_known = true;
    for (const CXCursor& one : children_of(class_of(to))) {
      if (kind_of(one) == CXCursor_CXXBaseSpecifier) {
        elements.push_back({"", canonical_type_of(one)});
        is_known = is_known && canonical_type_of(one).kind == CXType_Record;
      }
    }
    for (const CXCursor& one : fields_of(to)) {
      if (clang_Cursor_isBitField(one) == 0 || !name_of(one).empty()) {  // no padding
        elements.push_back({name_of(one), canonical_type_of(one)});
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [value, member] = values[i];
      if (!is_known && is_template_argument(to, canonical_type_of(value))) {
        continue;
      }
      const auto found =
          clang_Cursor_isNull(member) == 0
              ? std::ranges::find(elements, name_of(member), &element::name)
              : elements.begin() + static_cast<std::ptrdiff_t>(std::min(i, elements.size()));
      if (!is_known || found == elements.end() || value_converts(found->type, value)) {
        return true;
      }
    }
    return false;
  }

  const pure_functions* functions_;
};

}  // namespace

bool list_may_convert(CXCursor list, const pure_functions& functions) {
  return search(functions).values_convert(canonical_type_of(list), list);
}

bool is_value_of_language(CXCursor value) {
  return !any_within(value, [](CXCursor one) {
    return is_expression(one) && kind_of(one) != CXCursor_InitListExpr &&
           !has_type_of_language(canonical_type_of(one));
  });
}

}  // namespace nuthatch::splicec
