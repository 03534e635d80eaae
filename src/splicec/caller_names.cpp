// SPDX-License-Identifier: Apache-2.0
#include "splicec/caller_names.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/macros.hpp"

namespace nuthatch::splicec {

namespace {

const std::set<std::string_view> words_of_caller{
    "__builtin_FUNCTION", "__builtin_COLUMN", "source_location", "__builtin_source_location"};

const std::set<std::string_view> words_of_line{"__builtin_FUNCTION",
                                               "__builtin_COLUMN",
                                               "__builtin_LINE",
                                               "source_location",
                                               "__builtin_source_location"};

bool is_source_location(CXType canonical) {
  return taken(clang_getTypeSpelling(canonical)).find("source_location") != std::string::npos;
}

bool is_constructor(CXCursor member) {
  return kind_of(member) == CXCursor_Constructor || kind_of(member) == CXCursor_FunctionTemplate;
}

known_macros::names words_of(CXCursor code) {
  const token_list tokens(code);
  known_macros::names words;
  for (const CXToken& one : tokens.all()) {
    words.insert(tokens.text(one));
  }
  return words;
}

/// Finds default arguments and default member initializers that name the function around their use.
class defaults {
 public:
  explicit defaults(const known_macros& macros,
                    const std::set<std::string_view>& words = words_of_caller)
      : macros_(&macros),
        words_(&words) {}

  /// Whether one of the default arguments that a call leaves out names the caller.
  [[nodiscard]] bool call_names_function(CXCursor call) {
    for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
      const CXCursor argument = clang_Cursor_getArgument(call, static_cast<unsigned>(i));
      if (!has_no_text(argument)) {
        continue;
      }
      const std::vector<CXCursor> declared =
          declarations_of_argument(call, static_cast<unsigned>(i));
      if (is_source_location(canonical_type_of(argument)) ||
          std::ranges::any_of(declared,
                              [this](CXCursor one) { return code_names_function(one); })) {
        return true;
      }
    }
    return false;
  }

  /// `is_member`: a constructor's default arguments name the function as well, as they do where the
  /// object is a member or a default argument.
  [[nodiscard]] bool type_names_function(CXType type, bool is_member = false) {
    type = without_arrays(type);
    if (type.kind != CXType_Record ||
        !seen_.insert(taken(clang_getTypeSpelling(type)) + (is_member ? "." : "")).second) {
      return false;
    }
    const CXCursor declaration = clang_getTypeDeclaration(type);
    const std::vector<CXCursor> members = children_of(pattern_of(declaration));
    if (std::ranges::any_of(members, is_constructor)) {
      // The default member initializers name the constructor, its default arguments the caller.
      return is_member && !is_in_system(declaration) &&
             std::ranges::any_of(members, [this](CXCursor member) {
               return is_constructor(member) && code_names_function(member);
             });
    }
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      const CXType part = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
      if (part.kind != CXType_Invalid && type_names_function(part, /*is_member=*/true)) {
        return true;
      }
    }
    return !is_in_system(declaration) && std::ranges::any_of(members, [this](CXCursor member) {
      return part_names_function(member);
    });
  }

  /// Whether the code of a default names the function, directly, through macros, or by a default of
  /// what it calls or makes.
  [[nodiscard]] bool code_names_function(CXCursor code) {
    const std::string place = fmt::format(
        "{} {} {}", identity_of(code), named_at(code), spelled_at(clang_getCursorLocation(code)));
    if (!codes_.insert(place).second) {
      return false;
    }
    known_macros::names words = words_of(code);
    for (const CXCursor& part : children_of(code)) {
      if (is_expression(part)) {  // an earlier declaration may have it
        words.merge(words_of(part));
      }
    }
    words = macros_->reached_from(words);
    return std::ranges::any_of(words,
                               [this](const std::string& one) {
                                 return words_->contains(one) || one == "##" || one == "%:%:";
                               }) ||
           any_within(code, [this](CXCursor one) {
             return is_expression(one) &&
                    (call_names_function(one) ||
                     ((kind_of(one) == CXCursor_InitListExpr ||
                       kind_of(clang_getCursorReferenced(one)) == CXCursor_Constructor) &&
                      type_names_function(clang_getCursorType(one), /*is_member=*/true)));
           });
  }

 private:
  [[nodiscard]] bool part_names_function(CXCursor member) {
    if (kind_of(member) == CXCursor_CXXBaseSpecifier) {
      return type_names_function(clang_getCursorType(member), /*is_member=*/true);
    }
    if (kind_of(member) != CXCursor_FieldDecl) {
      return false;
    }
    return code_names_function(member) ||
           type_names_function(clang_getCursorType(member), /*is_member=*/true);
  }

  const known_macros* macros_;
  const std::set<std::string_view>* words_;
  std::set<std::string> seen_;
  std::set<std::string> codes_;
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

std::vector<CXCursor> declarations_of_parameter(CXCursor called, unsigned at) {
  std::vector<CXCursor> found;
  for (const CXCursor& one : {called, pattern_of(called)}) {
    for (const CXCursor& each :
         {one, clang_getCanonicalCursor(one), clang_getCursorDefinition(one)}) {
      if (clang_Cursor_isNull(each) != 0) {
        continue;
      }
      std::vector<CXCursor> parameters = children_of(each);
      std::erase_if(parameters, [](CXCursor part) { return kind_of(part) != CXCursor_ParmDecl; });
      if (at < parameters.size()) {
        found.push_back(parameters[at]);
      }
    }
  }
  return found;
}

std::vector<CXCursor> declarations_of_argument(CXCursor call, unsigned number) {
  const CXCursor called = clang_getCursorReferenced(call);
  const int parameters = clang_getNumArgTypes(clang_getCursorType(called));
  // The first argument of an operator of a class is the object.
  const bool has_object =
      kind_of(called) == CXCursor_CXXMethod && clang_Cursor_getNumArguments(call) == parameters + 1;
  return declarations_of_parameter(called, has_object ? number - 1 : number);
}

bool names_line_of_call(const unit& all, CXCursor parameter) {
  return defaults(all.macros, words_of_line).code_names_function(parameter);
}

void check_caller_names(const unit& all, CXCursor code) {
  if (defaults(all.macros).call_names_function(code)) {
    all.wrong.add(span_of(code).begin, "a default argument would be another place in a step");
  } else if (initializes_object(code) &&
             defaults(all.macros).type_names_function(clang_getCursorType(code))) {
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
