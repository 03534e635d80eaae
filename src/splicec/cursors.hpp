// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Converts and disposes of a string of libclang.
std::string taken(CXString text);

/// The offset in its file; inside of a macro, that of the macro's use.
std::size_t offset_of(CXSourceLocation where);

/// The tokens of a source range; disposes of them.
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

  /// Literals as they are written; other tokens without backslashes that join lines, and in their
  /// usual spelling: `&` for `bitand`, `[` for `<:`.
  [[nodiscard]] std::string text(const CXToken& one) const;

  /// Whether the token is the name of a macro that is used there.
  [[nodiscard]] bool is_macro(const CXToken& one) const;

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

/// Where the text of the code is in its file. For code that begins or ends in the text of a macro:
/// with all of the macro's use.
span span_of(CXCursor one);

/// Whether the code begins and ends in the text of the file, outside of macros and their arguments.
/// Behind the last word, only the rest of a macro's use may follow.
bool has_plain_ends(CXCursor one);

/// The text of the code, with all of the outermost use of each macro that makes its first or last
/// word or takes that as an argument.
span with_whole_macros(CXCursor one);

/// Whether two pieces of code begin and end with the same words: a conversion and what it converts.
bool has_same_text(CXCursor one, CXCursor other);

/// Whether the compiler made the expression, such as a default argument.
bool has_no_text(CXCursor expression);

/// Whether the code contains the declaration of a variable.
bool is_declared_in(CXCursor declaration, CXCursor code);

/// Whether the name in a declaration is outside of macros and their arguments.
bool has_plain_name(CXCursor declaration);

std::string name_of(CXCursor declaration);

/// A name of the declaration that no other one has, in any file. It contains the names of the
/// functions and types around it, and of the types that a template is an instance for.
std::string identity_of(CXCursor declaration);

/// The same, but another name for each class of one function that has the same name as another one,
/// and for the instances for such a class. Valid within one translation unit. Empty if it has no
/// name.
std::string unique_name_of(CXCursor declaration);

/// The text of the declaration, as Clang understands it.
std::string printed(CXCursor declaration);

/// Whether an attribute or `alignas` aligns the variable.
bool is_aligned(CXCursor variable);

/// What is printed of a function in front of its body.
std::string printed_head(CXCursor function);

/// Whether an attribute makes the function weak, so that other sources may define it otherwise.
bool is_weak(CXCursor function);

/// The template that a declaration is an instance of, or else the declaration.
CXCursor pattern_of(CXCursor declaration);

/// Statements among them without their attributes.
std::vector<CXCursor> children_of(CXCursor one);

/// The offset of the name in the declaration.
std::size_t named_at(CXCursor declaration);

/// Whether it is written in the source. What macros make there is not.
inline bool is_in_main_file(CXCursor one) {
  return clang_Location_isFromMainFile(clang_getCursorLocation(one)) != 0;
}

/// Whether it is in the source, perhaps in what a macro makes there.
bool is_in_source(CXCursor one);

inline bool has_external_linkage(CXCursor declaration) {
  return clang_getCursorLinkage(declaration) == CXLinkage_External;
}

/// Whether no declaration comes before. Clang itself declares functions such as sqrt, at the place
/// of their first declaration.
bool is_first_declaration(CXCursor one);

inline bool is_expression(CXCursor one) {
  return clang_isExpression(kind_of(one)) != 0;
}

inline bool is_loop(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
         kind == CXCursor_CXXForRangeStmt;
}

inline bool is_label(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

inline bool is_binary(CXCursor one, CXBinaryOperatorKind kind) {
  return kind_of(one) == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(one) == kind;
}

/// The expression without parentheses and implicit conversions.
CXCursor bare(CXCursor expression);

/// The fields of a class, without those of its bases.
std::vector<CXCursor> fields_of(CXType type);

/// Whether the operator assigns to its first operand, increments or decrements it.
bool changes_operand(CXCursor one);

/// Whether it is the initial value of a member in a list, `.member = value`.
bool names_member(CXCursor one);

/// The offset of the text; for the text of a macro, that in the macro's definition.
std::size_t spelled_at(CXSourceLocation where);

/// Whether its text is in the definition of a macro.
bool is_in_macro(CXCursor one);

/// The file of a location; inside of a macro, that of the macro's use. Empty if the compiler
/// synthesized it.
std::string file_of(CXSourceLocation where);

/// Whether the declaration is in a system header.
inline bool is_in_system(CXCursor declaration) {
  return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)) != 0;
}

/// Whether a system header or the compiler defines the macro.
bool is_macro_of_system(CXCursor macro);

/// Whether a flag defines the macro: `-DNAME=VALUE`.
bool is_macro_of_flags(CXCursor macro);

/// Whether it is `a ?: b`, of which Clang does not expose the kind. It shows a three times, then b.
bool is_short_conditional(CXCursor expression);

/// Whether it is `if consteval` or `if !consteval`. Clang exposes no condition of it, so its first
/// part is a branch. The branch is always a block, which a condition never is.
bool is_if_consteval(CXCursor statement);

/// The value of a literal, in the source or in a macro. Empty for other expressions.
std::string value_of_literal(CXCursor expression);

inline CXType canonical_type_of(CXCursor one) {
  return clang_getCanonicalType(clang_getCursorType(one));
}

bool is_pointer(CXType canonical);
/// Whether an expression or a declaration has an array type. A parameter that is written as an
/// array is a pointer.
bool has_array_type(CXCursor one);

/// The name for the assembler that a declaration states: `int f(void) __asm__("g")`. Empty if none.
std::string asm_label_of(CXCursor declaration);

/// The type of the elements of an array of arrays, or else the type. Canonical.
CXType without_arrays(CXType type);

bool is_reference(CXType canonical);
bool is_array(CXType canonical);
bool is_integer(CXType canonical);
bool is_signed(CXType canonical);

/// Whether the test holds for the cursor or for any of its descendants.
bool any_within(CXCursor all, const std::function<bool(CXCursor)>& test);

struct cursor_hash {
  std::size_t operator()(CXCursor one) const { return clang_hashCursor(one); }
};

struct cursor_equal {
  bool operator()(CXCursor one, CXCursor other) const {
    return clang_equalCursors(one, other) != 0;
  }
};

template <class Value>
using by_cursor = std::unordered_map<CXCursor, Value, cursor_hash, cursor_equal>;

}  // namespace nuthatch::splicec
