// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The text of a string of Clang's, which is given back.
std::string taken(CXString text);

/// In its file: of a macro's use, where the place is inside of a macro.
std::size_t offset_of(CXSourceLocation where);

/// The tokens of a source in a range, which are given back.
class token_list {
 public:
  token_list(CXTranslationUnit unit, CXSourceRange range) : unit_(unit) {
    clang_tokenize(unit, range, &tokens_, &count_);
  }

  explicit token_list(CXCursor of)
      : token_list(clang_Cursor_getTranslationUnit(of), clang_getCursorExtent(of)) {}

  token_list(const token_list&) = delete;
  token_list& operator=(const token_list&) = delete;

  ~token_list() { clang_disposeTokens(unit_, tokens_, count_); }

  [[nodiscard]] std::span<const CXToken> all() const noexcept { return {tokens_, count_}; }

  [[nodiscard]] std::string text(const CXToken& one) const {
    return taken(clang_getTokenSpelling(unit_, one));
  }

  [[nodiscard]] std::size_t place(const CXToken& one) const {
    return offset_of(clang_getTokenLocation(unit_, one));
  }

 private:
  CXTranslationUnit unit_;
  CXToken* tokens_ = nullptr;
  unsigned count_ = 0;
};

inline CXCursorKind kind_of(CXCursor one) {
  return clang_getCursorKind(one);
}

span span_of(CXCursor one);
std::string name_of(CXCursor declaration);

/// Statements among them without their attributes.
std::vector<CXCursor> children_of(CXCursor one);

/// Where the declaration has its name.
std::size_t named_at(CXCursor declaration);

inline bool is_in_main_file(CXCursor one) {
  return clang_Location_isFromMainFile(clang_getCursorLocation(one)) != 0;
}

inline bool is_expression(CXCursor one) {
  return clang_isExpression(kind_of(one)) != 0;
}

inline bool is_loop(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
         kind == CXCursor_CXXForRangeStmt;
}

/// Without parentheses, and without conversions that nobody wrote.
CXCursor bare(CXCursor expression);

/// The file of a place, or of a macro's use, where the place is inside of a macro; empty where the
/// compiler made it up.
std::string file_of(CXSourceLocation where);

/// Whether the declaration is in a header of the system.
inline bool is_in_system(CXCursor declaration) {
  return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)) != 0;
}

/// Whether a macro is defined by a header of the system or by the compiler.
bool is_macro_of_system(CXCursor macro);

/// What a literal stands for, whether the source or a macro has it; empty for other expressions.
std::string value_of_literal(CXCursor expression);

inline CXType canonical_type_of(CXCursor one) {
  return clang_getCanonicalType(clang_getCursorType(one));
}

bool is_pointer(CXType canonical);
/// Of an expression or a declaration. A parameter that is written as an array is a pointer.
bool has_array_type(CXCursor one);

bool is_reference(CXType canonical);
bool is_array(CXType canonical);
bool is_integer(CXType canonical);
bool is_signed(CXType canonical);

/// Whether the test holds for the cursor or for anything in it.
bool any_within(CXCursor all, const std::function<bool(CXCursor)>& test);

}  // namespace nuthatch::splicec
