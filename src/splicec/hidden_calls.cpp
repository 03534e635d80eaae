// SPDX-License-Identifier: Apache-2.0
#include "splicec/hidden_calls.hpp"

#include <algorithm>
#include <vector>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool has_pointer_result(CXCursor function) {
  const CXType result = clang_getCanonicalType(clang_getCursorResultType(function));
  return result.kind == CXType_Pointer;
}

/// Whether a `for` over an object of this type calls only functions that Clang shows elsewhere, or
/// functions of the library: the object is an array, or of a class of the library, or the iterators
/// of its class are pointers.
bool is_plain_range(CXType type) {
  type = clang_getCanonicalType(clang_getNonReferenceType(type));
  if (is_array(type)) {
    return true;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (is_in_system(declaration)) {
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

bool makes_object(CXCursor value) {
  const CXCursorKind kind = kind_of(value);
  return kind == CXCursor_InitListExpr ||
         (kind == CXCursor_CallExpr &&
          kind_of(clang_getCursorReferenced(value)) == CXCursor_Constructor);
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
             std::ranges::any_of(children_of(one), [&own](CXCursor part) {
               return is_expression(part) && !makes_object(part) && own(clang_getCursorType(part));
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
  return text_->find(word) != std::string::npos;
}

}  // namespace nuthatch::splicec
