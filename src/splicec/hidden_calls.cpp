// SPDX-License-Identifier: Apache-2.0
#include "splicec/hidden_calls.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"

namespace nuthatch::splicec {

namespace {

bool has_pointer_result(CXCursor function) {
  const CXType result = clang_getCanonicalType(clang_getCursorResultType(function));
  return result.kind == CXType_Pointer;
}

/// Whether a part of a `new` makes the new object, of the type that the `new` points to.
bool makes_object_of(CXCursor expression, CXCursor part) {
  const CXCursorKind kind = kind_of(part);
  const bool makes = kind == CXCursor_InitListExpr ||
                     (kind == CXCursor_CallExpr &&
                      kind_of(clang_getCursorReferenced(part)) == CXCursor_Constructor);
  const CXType made = clang_getPointeeType(canonical_type_of(expression));
  return makes && clang_equalTypes(canonical_type_of(part), clang_getCanonicalType(made)) != 0;
}

bool is_container_of_library(CXCursor declaration) {
  static const std::set<std::string> known{"array",
                                           "basic_string",
                                           "basic_string_view",
                                           "deque",
                                           "forward_list",
                                           "initializer_list",
                                           "list",
                                           "map",
                                           "multimap",
                                           "multiset",
                                           "set",
                                           "span",
                                           "unordered_map",
                                           "unordered_multimap",
                                           "unordered_multiset",
                                           "unordered_set",
                                           "valarray",
                                           "vector"};
  return is_in_system(declaration) && known.contains(name_of(declaration));
}

/// Whether the type consists of types of the library and lambdas alone, apart from the elements of
/// containers. Operators of such types are those of the library.
bool is_of_library(CXType type) {
  type = clang_getCanonicalType(without_arrays(clang_getNonReferenceType(type)));
  if (is_pointer(type)) {
    return is_of_library(clang_getPointeeType(type));
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (type.kind != CXType_Record || is_lambda(type) || is_container_of_library(declaration)) {
    return true;
  }
  if (!is_in_system(declaration)) {
    return false;
  }
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    if (!is_of_library(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
      return false;
    }
  }
  return true;
}

/// Whether a `for` over an object of this type calls only functions that Clang shows elsewhere, or
/// functions of the library: the object is an array, a container or a view of the library, or the
/// iterators of its class are pointers.
bool is_plain_range(CXType type) {
  type = clang_getCanonicalType(clang_getNonReferenceType(type));
  if (is_array(type)) {
    return true;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (is_of_library(type)) {
    return true;
  }
  const std::vector<CXCursor> members = children_of(declaration);
  const auto has = [&members](const char* name) {
    return std::ranges::any_of(members, [name](CXCursor one) {
      return kind_of(one) == CXCursor_CXXMethod && name_of(one) == name;
    });
  };
  return has("begin") && has("end") && std::ranges::all_of(members, [](CXCursor one) {
           const std::string name = name_of(one);
           return (name != "begin" && name != "end") || has_pointer_result(one);
         });
}

}  // namespace

bool hidden_calls::may_be_in(CXCursor one, const is_type& own) const {
  switch (kind_of(one)) {
    case CXCursor_CXXForRangeStmt: {
      std::vector<CXCursor> parts = children_of(one);
      parts.pop_back();  // the body
      return std::ranges::any_of(parts, [&own](CXCursor part) {
        const CXType type = clang_getCursorType(part);
        return is_expression(part) && own(type) && !is_plain_range(type);
      });
    }
    case CXCursor_CXXNewExpr:
      return source_mentions("operator") && source_mentions("new") &&
             std::ranges::any_of(children_of(one), [&](CXCursor part) {
               return is_expression(part) && !makes_object_of(one, part) &&
                      own(clang_getCursorType(part));
             });
    case CXCursor_UnexposedDecl:
      return own(clang_getCursorType(one)) && source_mentions("tuple_size");
    default:
      return false;
  }
}

bool hidden_calls::source_mentions(std::string_view word) const {
  if (!text_) {
    text_.emplace();
    for (const auto& [path, text] : own_files(all_->from, all_->tree)) {
      *text_ += without_line_splices(text) + "\n";
    }
  }
  return text_->find(word) != std::string::npos || text_->find("##") != std::string::npos ||
         text_->find("%:%:") != std::string::npos;
}

}  // namespace nuthatch::splicec
