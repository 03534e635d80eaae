// SPDX-License-Identifier: Apache-2.0
#include "splicec/source_templates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/c_words.hpp"
#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/template_code.hpp"
#include "splicec/type_identity.hpp"

namespace nuthatch::splicec {

namespace {

/// Words by which code gets at the name of a type.
constexpr std::array<std::string_view, 6> words_of_names{"__PRETTY_FUNCTION__",
                                                         "__builtin_FUNCTION",
                                                         "source_location",
                                                         "type_index",
                                                         "typeid",
                                                         "target_type"};

/// Words by which code tells types apart, or has variables for each.
constexpr std::array<std::string_view, 9> words_of_identity{"thread_local",
                                                            "virtual",
                                                            "dynamic_cast",
                                                            "any",
                                                            "any_cast",
                                                            "exception_ptr",
                                                            "make_exception_ptr",
                                                            "get_deleter",
                                                            "call_once"};

bool is_template(CXCursor one) {
  switch (kind_of(one)) {
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
    case CXCursor_FunctionTemplate:
    case CXCursor_TypeAliasTemplateDecl:
      return true;
    case CXCursor_LambdaExpr:
      return is_generic(one);
    case CXCursor_UnexposedDecl:  // of variables, if it has parameters
      return std::ranges::any_of(children_of(one), is_template_parameter);
    default: {
      const CXCursorKind owner = kind_of(clang_getCursorSemanticParent(one));
      return owner == CXCursor_ClassTemplate ||
             owner == CXCursor_ClassTemplatePartialSpecialization;
    }
  }
}

bool is_function(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
         kind == CXCursor_FunctionTemplate || kind == CXCursor_OverloadedDeclRef;
}

/// Whether a `[` behind the token is an index, the length of an array or a part of an attribute,
/// and so begins no lambda.
bool precedes_index(CXTokenKind kind, std::string_view word) {
  static const std::set<std::string_view> known{"]", ")", ">", "[", "operator", "auto"};
  return kind == CXToken_Identifier || kind == CXToken_Literal || known.contains(word) ||
         is_word_of_plain_type(word);
}

class search {
 public:
  search(instance_property property, const unit& all)
      : all_(&all),
        property_(property),
        files_(own_files(all.from, all.tree)) {}

  [[nodiscard]] CXCursor found() const {
    for (const CXCursor& top : children_of(all_->tree.root())) {
      if (files_.contains(file_of(clang_getCursorLocation(top)))) {
        if (const CXCursor found = within(top); clang_Cursor_isNull(found) == 0) {
          return found;
        }
      }
    }
    return clang_getNullCursor();
  }

 private:
  [[nodiscard]] CXCursor within(CXCursor one) const {
    if (is_template(one)) {
      return has_property(one) ? one : clang_getNullCursor();
    }
    for (const CXCursor& part : children_of(one)) {
      if (const CXCursor found = within(part); clang_Cursor_isNull(found) == 0) {
        return found;
      }
    }
    return clang_getNullCursor();
  }

  [[nodiscard]] bool has_property(CXCursor pattern) const {
    const token_list text(pattern);
    const known_macros::names words = all_->macros.reached_in_source_from(words_of(text));
    const auto has = [&words](std::string_view word) {
      return words.contains(word);
    };
    if (std::ranges::any_of(words_of_names, has)) {
      return true;
    }
    return property_ == instance_property::any &&
           (std::ranges::any_of(words_of_identity, has) || has_lambda_for_each_use(text, words) ||
            (kind_of(pattern) == CXCursor_UnexposedDecl && !has("constexpr")) ||
            may_differ(pattern));
  }

  /// Whether a part of a template may have a variable for each type, or depend on the address of a
  /// function or the type of an exception.
  [[nodiscard]] static bool may_differ(CXCursor one) {
    if (is_variable(one) || may_depend(thrown_or_caught(one))) {
      return true;
    }
    const std::vector<CXCursor> parts = children_of(one);
    const bool has_callee = kind_of(one) == CXCursor_CallExpr && !parts.empty();
    for (const CXCursor& part : parts) {
      const bool is_callee = has_callee && clang_equalCursors(part, parts.front()) != 0;
      const bool names = names_function(part);
      if ((names && !is_callee) || (!names && may_differ(part))) {
        return true;
      }
    }
    return false;
  }

  /// Whether an expression is the name of a function, not in front of its arguments.
  [[nodiscard]] static bool names_function(CXCursor one) {
    const CXCursor name = is_expression(one) ? bare(one) : one;
    return kind_of(name) == CXCursor_DeclRefExpr && is_function(clang_getCursorReferenced(name));
  }

  /// Whether a lambda may stand in the parameters of a template or in an alias template, where each
  /// use has a type of its own. Clang does not show those. A lambda in a body has a type for each
  /// instance, and what that may do is in the body as well.
  [[nodiscard]] bool has_lambda_for_each_use(const token_list& text,
                                             const known_macros::names& words) const {
    const std::span<const CXToken> tokens = text.all();
    for (std::size_t i = 1; i < tokens.size() && text.text(tokens[i]) != "{"; ++i) {
      if (text.text(tokens[i]) != "[") {
        continue;
      }
      const bool is_attribute = i + 1 < tokens.size() && text.text(tokens[i + 1]) == "[";
      const CXToken& before = tokens[i - 1];
      if (!is_attribute && !precedes_index(clang_getTokenKind(before), text.text(before))) {
        return true;
      }
    }
    return std::ranges::any_of(all_->macros.definitions_of(words),
                               [](const std::vector<token>& macro) {
                                 return std::ranges::find(macro, "[", &token::text) != macro.end();
                               });
  }

  const unit* all_;
  instance_property property_;
  std::map<std::string, std::string> files_;
};

}  // namespace

CXCursor template_with(instance_property property, const unit& all) {
  return search(property, all).found();
}

}  // namespace nuthatch::splicec
