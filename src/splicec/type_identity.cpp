// SPDX-License-Identifier: Apache-2.0
#include "splicec/type_identity.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

bool tells_types_apart(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  return kind == CXCursor_CXXTypeidExpr || kind == CXCursor_CXXDynamicCastExpr;
}

known_macros::names words_of(const token_list& tokens) {
  known_macros::names words;
  for (const CXToken& one : tokens.all()) {
    words.insert(tokens.text(one));
  }
  return words;
}

bool names_itself(CXCursor function, const known_macros& macros) {
  const known_macros::names words = macros.reached_in_source_from(words_of(token_list(function)));
  return words.contains("__PRETTY_FUNCTION__") || words.contains("source_location") ||
         words.contains("__builtin_FUNCTION");
}

bool makes_object_with_type(CXCursor function) {
  const std::string name = name_of(function);
  return name == "make_exception_ptr" || name == "throw_with_nested" || name == "make_any" ||
         name_of(clang_getCursorSemanticParent(function)) == "any";
}

CXType thrown_or_caught(CXCursor one) {
  const bool throws = kind_of(one) == CXCursor_CXXThrowExpr;
  if (throws || kind_of(one) == CXCursor_CXXCatchStmt) {
    for (const CXCursor& part : children_of(one)) {
      if (throws || kind_of(part) == CXCursor_VarDecl) {
        return canonical_type_of(part);
      }
    }
  }
  return {.kind = CXType_Invalid, .data = {}};
}

bool may_depend(CXType thrown) {
  while (is_pointer(thrown) || is_reference(thrown)) {
    thrown = clang_getCanonicalType(clang_getPointeeType(thrown));
  }
  return thrown.kind != CXType_Invalid && thrown.kind != CXType_Record && !is_scalar(thrown);
}

bool is_understood_instance(const std::string& name) {
  static const std::set<std::string_view> known{"make_unique",
                                                "make_unique_for_overwrite",
                                                "make_shared",
                                                "make_shared_for_overwrite",
                                                "allocate_shared",
                                                "make_optional",
                                                "declval",
                                                "bit_cast",
                                                "static_pointer_cast",
                                                "const_pointer_cast",
                                                "reinterpret_pointer_cast",
                                                "get",
                                                "get_if",
                                                "holds_alternative",
                                                "emplace",
                                                "min",
                                                "max",
                                                "lowest",
                                                "transform",
                                                "accumulate",
                                                "sort"};
  return known.contains(name);
}

bool is_template_parameter(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
         kind == CXCursor_TemplateTemplateParameter;
}

bool is_made_by_template(CXCursor lambda) {
  const CXCursor root = clang_getTranslationUnitCursor(clang_Cursor_getTranslationUnit(lambda));
  const std::string file = file_of(clang_getCursorLocation(lambda));
  const std::size_t at = named_at(lambda);
  return std::ranges::any_of(children_of(root), [&](CXCursor top) {
    return span_of(top).contains(at) && file_of(clang_getCursorLocation(top)) == file &&
           any_within(top, [&](CXCursor one) {
             return (is_template_parameter(one) ||
                     kind_of(one) == CXCursor_TypeAliasTemplateDecl) &&
                    span_of(one).contains(at);
           });
  });
}

}  // namespace nuthatch::splicec
