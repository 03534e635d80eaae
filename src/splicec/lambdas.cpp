// SPDX-License-Identifier: Apache-2.0
#include "splicec/lambdas.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// The words of a lambda up to its body. A macro among the captures counts as a lambda in brackets,
/// which is no plain capture, and as `&`.
std::vector<std::string> words_of(CXCursor lambda) {
  const token_list tokens(lambda);
  std::vector<std::string> words;
  bool captures = true;
  for (const CXToken& one : tokens.all()) {
    if (captures && tokens.is_macro(one)) {
      words.insert(words.end(), {"[", "&"});
      continue;
    }
    words.push_back(tokens.text(one));
    captures = captures && words.back() != "]";
    if (words.back() == "{") {
      break;
    }
  }
  return words;
}

/// Whether the captures have the forms `[&]`, `[=]`, `[a, &b]`.
bool has_plain_captures(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 6> others{"(", "{", "*", "this", "...", "["};
  for (std::size_t i = 1; i < words.size() && words[i] != "]"; ++i) {
    const bool begins = words[i - 1] == "[";
    if (std::ranges::find(others, words[i]) != others.end() || (words[i] == "=" && !begins)) {
      return false;
    }
  }
  return !words.empty() && words.front() == "[";
}

/// Whether there is no template, `mutable`, attribute or trailing return type.
bool has_plain_head(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 3> others{"mutable", "->", "["};
  const auto close = std::ranges::find(words, "]");
  const bool is_template = close != words.end() && close + 1 != words.end() && close[1] == "<";
  return !is_template && std::none_of(close, words.end(), [&](const std::string& one) {
    return std::ranges::find(others, one) != others.end();
  });
}

bool is_left_open(CXType type) {
  const CXType canonical = clang_getCanonicalType(type);
  if (is_pointer(canonical) || is_reference(canonical)) {
    return is_left_open(clang_getPointeeType(canonical));
  }
  return canonical.kind == CXType_Unexposed || canonical.kind == CXType_Dependent ||
         canonical.kind == CXType_Auto || canonical.kind == CXType_Invalid;
}

bool is_call_operator(CXCursor called) {
  return kind_of(called) == CXCursor_CXXMethod && name_of(called) == "operator()";
}

std::size_t calls_outside_lambdas(CXCursor within, CXCursor variable) {
  if (kind_of(within) == CXCursor_LambdaExpr) {
    return 0;
  }
  std::size_t count = 0;
  if (kind_of(within) == CXCursor_CallExpr && is_call_operator(clang_getCursorReferenced(within))) {
    const CXCursor object = bare(clang_Cursor_getArgument(within, 0));
    count += kind_of(object) == CXCursor_DeclRefExpr &&
                     clang_equalCursors(clang_getCursorReferenced(object), variable) != 0
                 ? 1
                 : 0;
  }
  for (const CXCursor& part : children_of(within)) {
    count += calls_outside_lambdas(part, variable);
  }
  return count;
}

}  // namespace

bool captures_by_reference(CXCursor lambda) {
  const std::vector<std::string> words = words_of(lambda);
  const auto close = std::ranges::find(words, "]");
  return words.empty() || words.front() != "[" || std::find(words.begin(), close, "&") != close;
}

bool captures_by_value(CXCursor lambda) {
  const std::vector<std::string> words = words_of(lambda);
  for (std::size_t i = 1; i < words.size() && words[i] != "]"; ++i) {
    if (words[i] != "&" && words[i] != "," && words[i - 1] != "&") {
      return true;
    }
  }
  return false;
}

bool is_mutable_lambda(CXCursor lambda) {
  const std::vector<std::string> words = words_of(lambda);
  return std::ranges::find(words, "mutable") != words.end();
}

bool only_copies(CXCursor lambda) {
  return has_plain_captures(words_of(lambda)) && !captures_by_reference(lambda) &&
         !is_mutable_lambda(lambda);
}

bool is_generic(CXCursor lambda) {
  return std::ranges::any_of(written_parts_of(lambda), [](CXCursor one) {
    return kind_of(one) == CXCursor_ParmDecl && is_left_open(clang_getCursorType(one));
  });
}

bool is_plain_lambda(CXCursor lambda) {
  const std::vector<std::string> words = words_of(lambda);
  return has_plain_captures(words) && has_plain_head(words) && !is_generic(lambda);
}

/// Clang writes the namespaces and classes around a lambda before it.
bool is_lambda(CXType canonical) {
  if (canonical.kind == CXType_Invalid) {
    return false;
  }
  const std::string name = taken(clang_getTypeSpelling(clang_getUnqualifiedType(canonical)));
  const std::size_t at = name.find("(lambda at");
  if (at == std::string::npos) {
    return false;
  }
  const std::string_view around = std::string_view(name).substr(0, at);
  const bool is_argument =
      std::ranges::count(around, '<') != std::ranges::count(around, '>');  // of a template
  return around.empty() || (around.ends_with("::") && !is_argument);
}

std::vector<CXCursor> written_parts_of(CXCursor lambda) {
  std::vector<CXCursor> parts = children_of(lambda);
  std::erase_if(parts, [](CXCursor one) {
    return kind_of(one) != CXCursor_ParmDecl && kind_of(one) != CXCursor_CompoundStmt;
  });
  return parts;
}

std::optional<CXCursor> lambda_of(CXCursor variable) {
  if (kind_of(variable) != CXCursor_VarDecl || is_reference(canonical_type_of(variable))) {
    return std::nullopt;
  }
  const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
  if (clang_Cursor_isNull(value) != 0) {
    return std::nullopt;
  }
  const CXCursor lambda = bare(value);
  const bool found =
      kind_of(lambda) == CXCursor_LambdaExpr && is_lambda(canonical_type_of(variable));
  return found && is_plain_lambda(lambda) ? std::optional(lambda) : std::nullopt;
}

std::optional<CXCursor> lambda_called_by(CXCursor call) {
  if (kind_of(call) != CXCursor_CallExpr || !is_call_operator(clang_getCursorReferenced(call))) {
    return std::nullopt;
  }
  const CXCursor object = bare(clang_Cursor_getArgument(call, 0));
  return kind_of(object) == CXCursor_DeclRefExpr ? lambda_of(clang_getCursorReferenced(object))
                                                 : std::nullopt;
}

bool is_only_called(CXCursor variable, CXCursor function) {
  std::size_t uses = 0;
  any_within(function, [&](CXCursor one) {
    uses += kind_of(one) == CXCursor_DeclRefExpr &&
                    clang_equalCursors(clang_getCursorReferenced(one), variable) != 0
                ? 1
                : 0;
    return false;
  });
  return uses == calls_outside_lambdas(function, variable);
}

}  // namespace nuthatch::splicec
