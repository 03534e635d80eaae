// SPDX-License-Identifier: Apache-2.0
#include "splicec/caller_names.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the text contains the name of the function that is around its use.
bool names_function(CXCursor code) {
  const token_list tokens(code);
  return std::ranges::any_of(tokens.all(), [&](const CXToken& one) {
    const std::string text = tokens.text(one);
    return text == "__builtin_FUNCTION" || text == "source_location" ||
           text == "__builtin_source_location";
  });
}

bool is_source_location(CXType canonical) {
  return taken(clang_getTypeSpelling(canonical)).find("source_location") != std::string::npos;
}

/// Whether one of the default arguments that a call leaves out names the caller.
bool has_naming_default(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const auto at = static_cast<unsigned>(i);
    const CXCursor argument = clang_Cursor_getArgument(call, at);
    if (span_of(argument).empty() && (is_source_location(canonical_type_of(argument)) ||
                                      names_function(clang_Cursor_getArgument(called, at)))) {
      return true;
    }
  }
  return false;
}

bool is_constructor(CXCursor member) {
  return kind_of(member) == CXCursor_Constructor || kind_of(member) == CXCursor_FunctionTemplate;
}

/// Finds classes whose default member initializers name the function that initializes an object.
class initializers {
 public:
  [[nodiscard]] bool name_function(CXType type, bool is_member = false) {
    type = clang_getCanonicalType(type);
    while (is_array(type)) {
      type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    CXCursor declaration = clang_getTypeDeclaration(type);
    if (type.kind != CXType_Record || is_in_system(declaration)) {
      return false;
    }
    if (!seen_.insert(taken(clang_getTypeSpelling(type))).second) {
      return false;
    }
    const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
    const std::vector<CXCursor> members =
        children_of(clang_Cursor_isNull(pattern) != 0 ? declaration : pattern);
    if (std::ranges::any_of(members, is_constructor)) {
      // The default member initializers name the constructor, its default arguments the caller.
      return is_member && std::ranges::any_of(members, [](CXCursor member) {
               return is_constructor(member) && names_function(member);
             });
    }
    return std::ranges::any_of(members,
                               [this](CXCursor member) { return part_names_function(member); });
  }

 private:
  [[nodiscard]] bool part_names_function(CXCursor member) {
    if (kind_of(member) == CXCursor_CXXBaseSpecifier) {
      return name_function(clang_getCursorType(member), true);
    }
    if (kind_of(member) != CXCursor_FieldDecl) {
      return false;
    }
    const bool own = std::ranges::any_of(children_of(member), [](CXCursor value) {
      return is_expression(value) &&
             (names_function(value) || any_within(value, has_naming_default));
    });
    return own || name_function(clang_getCursorType(member), true);
  }

  std::set<std::string> seen_;
};

/// Whether it initializes an object here, and not in a function that it calls.
bool initializes_object(CXCursor one) {
  switch (kind_of(one)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
      return false;
    case CXCursor_CallExpr:
      return kind_of(clang_getCursorReferenced(one)) == CXCursor_Constructor;
    default:
      return is_expression(one) || kind_of(one) == CXCursor_VarDecl;
  }
}

}  // namespace

void check_caller_names(const unit& all, CXCursor code) {
  if (has_naming_default(code)) {
    all.wrong.add(span_of(code).begin, "a default argument would be another place in a step");
  } else if (initializes_object(code) && initializers().name_function(clang_getCursorType(code))) {
    all.wrong.add(span_of(code).begin,
                  "a default member initializer would name another function in a step; give the "
                  "member its value");
    return;
  }
  for (const CXCursor& part : children_of(code)) {
    check_caller_names(all, part);
  }
}

}  // namespace nuthatch::splicec
