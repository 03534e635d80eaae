// SPDX-License-Identifier: Apache-2.0
#include "splicec/meaning_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// Gives types of characters the names of the integer types that they are in C.
void name_characters_as_in_c(std::string& text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> names{
      {{"wchar_t", "int"}, {"char16_t", "unsigned short"}, {"char32_t", "unsigned int"}}};
  const auto is_of_name = [](char one) {
    return one == '_' || std::isalnum(static_cast<unsigned char>(one)) != 0;
  };
  for (const auto& [name, in_c] : names) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !is_of_name(text[at - 1])) &&
          (end == text.size() || !is_of_name(text[end]))) {
        text.replace(at, name.size(), in_c);
      }
    }
  }
}

/// Leaves out the columns of types without names, which may be others in the changed source.
void leave_out_columns(std::string& text) {
  constexpr std::string_view word = "(unnamed ";
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + word.size())) {
    const std::size_t end = text.find(')', at);
    const std::size_t column = end == std::string::npos ? end : text.rfind(':', end);
    if (column != std::string::npos && column > at) {
      text.erase(column, end - column);
    }
  }
}

/// A type as both languages spell it. Empty for code without a type, such as statements.
std::string spelling_of(CXType type) {
  if (type.kind == CXType_Invalid) {
    return "";
  }
  std::string text =
      taken(clang_getTypeSpelling(clang_getUnqualifiedType(clang_getCanonicalType(type))));
  for (const std::string_view word :
       {"struct ", "union ", "enum ", " noexcept", " __attribute__((noreturn))", "(void)"}) {
    replace_all(text, word, word == "(void)" ? "()" : "");
  }
  replace_all(text, "_Bool", "bool");
  replace_all(text, "__restrict", "restrict");
  name_characters_as_in_c(text);
  leave_out_columns(text);
  return text;
}

std::optional<long long> value_of(CXCursor expression) {
  CXEvalResult value = clang_Cursor_Evaluate(expression);
  const bool known = value != nullptr && clang_EvalResult_getKind(value) == CXEval_Int;
  const std::optional<long long> found =
      known ? std::optional(clang_EvalResult_getAsLongLong(value)) : std::nullopt;
  clang_EvalResult_dispose(value);
  return found;
}

/// Uses of system macros. Their expansions are left to the system's headers, except keywords of
/// C++.
std::map<std::size_t, std::string> system_macros_of(const parsed& tree, std::vector<span>& places) {
  static const std::set<std::string> keywords{"alignas", "alignof", "static_assert"};
  std::map<std::size_t, std::string> found;
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) == CXCursor_MacroExpansion && is_in_main_file(one) &&
        is_macro_of_system(clang_getCursorReferenced(one)) && !keywords.contains(name_of(one))) {
      found.emplace(span_of(one).begin, name_of(one));
      places.push_back(span_of(one));
    }
  }
  return found;
}

/// Whether it copies a class, which is a call only in C++.
bool copies_class(CXCursor one) {
  const CXCursor named = clang_getCursorReferenced(one);
  const bool member =
      kind_of(named) == CXCursor_Constructor || kind_of(named) == CXCursor_CXXMethod;
  const bool assigns =
      is_binary(one, CXBinaryOperator_Assign) && canonical_type_of(one).kind == CXType_Record;
  return assigns ||
         (member && (kind_of(one) == CXCursor_CallExpr || kind_of(one) == CXCursor_DeclRefExpr));
}

/// Whether it is no conversion, but an expression whose kind Clang does not expose, such as
/// `va_arg(list, type)`.
bool is_unexposed(CXCursor one) {
  if (kind_of(one) != CXCursor_UnexposedExpr) {
    return false;
  }
  const std::vector<CXCursor> parts = children_of(one);
  return !parts.empty() &&
         std::ranges::none_of(parts, [one](CXCursor part) { return has_same_text(part, one); });
}

/// Whether it is a parameter that is an array of variable length: `long p[n]`.
bool has_variable_length(CXCursor one) {
  return kind_of(one) == CXCursor_ParmDecl &&
         std::ranges::any_of(children_of(one),
                             [](CXCursor part) { return is_expression(part) && !value_of(part); });
}

/// Whether an operator makes an enumeration's value one of a type that has more values than an int.
/// C takes it for an unsigned int before, C++ for an int, where the enumerators fit into one.
bool widens_enumeration(CXCursor one, const std::vector<CXCursor>& parts) {
  const CXCursorKind kind = kind_of(one);
  if (parts.size() < 2 ||
      (kind != CXCursor_BinaryOperator && kind != CXCursor_CompoundAssignOperator &&
       kind != CXCursor_ConditionalOperator)) {
    return false;
  }
  const CXBinaryOperatorKind how = clang_getCursorBinaryOperatorKind(one);
  if (how == CXBinaryOperator_Assign || how == CXBinaryOperator_Comma ||
      how == CXBinaryOperator_LAnd || how == CXBinaryOperator_LOr) {
    return false;
  }
  const std::span<const CXCursor> operands{parts.end() - 2, parts.end()};
  const auto is_enumeration = [](CXCursor operand) {
    const CXCursor inner = bare(operand);
    return canonical_type_of(inner).kind == CXType_Enum;
  };
  const auto is_wide = [&](CXCursor operand) {
    const CXType type = canonical_type_of(bare(operand));
    return !is_enumeration(operand) && !is_pointer(type) && !is_array(type) &&
           (!is_integer(type) || clang_Type_getSizeOf(type) > 4);
  };
  return std::ranges::any_of(operands, is_enumeration) && std::ranges::any_of(operands, is_wide);
}

/// Notes what an operator with two sides returns, and of what types the sides of a comparison are.
void note_operator(CXCursor one, const std::vector<CXCursor>& parts, meaning& found) {
  const CXBinaryOperatorKind how = clang_getCursorBinaryOperatorKind(one);
  found.is_truth = how >= CXBinaryOperator_LT && how <= CXBinaryOperator_LOr &&
                   how != CXBinaryOperator_And && how != CXBinaryOperator_Xor &&
                   how != CXBinaryOperator_Or;
  found.is_equality = how == CXBinaryOperator_EQ || how == CXBinaryOperator_NE;
  if (found.is_truth && how <= CXBinaryOperator_NE) {
    found.operands = {spelling_of(clang_getCursorType(parts[0])),
                      spelling_of(clang_getCursorType(parts[1]))};
  }
}

/// Whether a part of a system macro makes a value of others. `assert` consists of other code than
/// this around its argument, which differs in C and C++: a comma, and `sizeof(x ? 1 : 0)`.
bool calculates(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  if (kind == CXCursor_UnaryExpr) {
    return std::ranges::none_of(children_of(one), [](CXCursor part) {
      return kind_of(bare(part)) == CXCursor_ConditionalOperator;
    });
  }
  if (kind == CXCursor_UnaryOperator) {
    return clang_getCursorUnaryOperatorKind(one) != CXUnaryOperator_Extension;
  }
  return (kind == CXCursor_BinaryOperator && !is_binary(one, CXBinaryOperator_Comma)) ||
         (kind == CXCursor_ConditionalOperator && canonical_type_of(one).kind != CXType_Void) ||
         kind == CXCursor_CompoundAssignOperator || kind == CXCursor_CallExpr ||
         kind == CXCursor_VarDecl || is_unexposed(one);
}

meaning meaning_of(CXCursor one) {
  meaning found{.type = spelling_of(clang_getCursorType(one))};
  found.literal = value_of_literal(one);
  found.how = static_cast<int>(clang_getCursorBinaryOperatorKind(one)) * 256 +
              static_cast<int>(clang_getCursorUnaryOperatorKind(one));
  found.has_variable_length = has_variable_length(one);
  found.is_enumeration = canonical_type_of(one).kind == CXType_Enum;
  const std::vector<CXCursor> parts = children_of(one);
  const CXCursorKind kind = kind_of(one);
  found.widens_enumeration = widens_enumeration(one, parts);
  if (kind == CXCursor_StringLiteral) {
    replace_all(found.type, "const ", "");
  } else if (kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl) {
    found.value = clang_Type_getSizeOf(clang_getCursorType(one));
    found.alignment = clang_Type_getAlignOf(clang_getCursorType(one));
  } else if (kind == CXCursor_EnumDecl) {
    found.type = spelling_of(clang_getEnumDeclIntegerType(one));
  } else if (kind == CXCursor_UnaryExpr) {
    found.value = value_of(one);
  } else if (kind == CXCursor_DeclRefExpr) {
    const CXCursor named = clang_getCursorReferenced(one);
    found.name = name_of(named);
    found.is_enumerator = kind_of(named) == CXCursor_EnumConstantDecl;
    found.symbol = asm_label_of(named);
    if (found.is_enumerator) {
      found.value = clang_getEnumConstantDeclValue(named);
    }
  } else if (kind == CXCursor_FieldDecl) {
    found.is_wide_bit_field = clang_getFieldDeclBitWidth(one) > 32;
    found.offset = clang_Cursor_getOffsetOfField(one);
  } else if (kind == CXCursor_UnaryOperator) {
    found.is_truth = clang_getCursorUnaryOperatorKind(one) == CXUnaryOperator_LNot;
  } else if (kind == CXCursor_BinaryOperator && parts.size() == 2) {
    note_operator(one, parts, found);
  } else if (kind == CXCursor_CallExpr && !parts.empty()) {
    const CXCursor callee = bare(parts[0]);
    found.called = spelling_of(clang_getCursorType(callee));
    replace_all(found.called, "(*)", "");
    replace_all(found.called, " ()", "()");
    found.callee = is_in_macro(callee) ? span{} : span_of(callee);
  }
  return found;
}

}  // namespace

meaning_reader::meaning_reader(const parsed& tree, const output* text)
    : text_(text),
      path_(taken(clang_getTranslationUnitSpelling(tree.unit()))) {
  macros_ = system_macros_of(tree, skipped_);
  for (const CXCursor& one : children_of(tree.root())) {
    if (clang_isDeclaration(kind_of(one)) != 0 && !is_in_system(one)) {
      read(one);
    }
  }
}

std::map<std::size_t, std::string> meaning_reader::macros() const {
  std::map<std::size_t, std::string> found;
  for (const auto& [at, name] : macros_) {
    found.emplace(origin(at), name);
  }
  return found;
}

std::size_t meaning_reader::origin(std::size_t offset) const {
  for (; text_ != nullptr && offset < text_->text().size(); ++offset) {
    if (const std::optional<std::size_t> exact = text_->exact_origin_of(offset); exact) {
      return *exact;
    }
  }
  return text_ == nullptr ? offset : text_->origin_of(offset);
}

/// The innermost use of a system macro that the code begins in, or null.
const span* meaning_reader::macro_at(CXCursor one) const {
  const std::size_t begin = span_of(one).begin;
  const span* found = nullptr;
  for (const span& each : skipped_) {
    if (each.contains(begin) && (found == nullptr || found->contains(each))) {
      found = &each;
    }
  }
  return found != nullptr && file_of(clang_getCursorLocation(one)) == path_ ? found : nullptr;
}

void meaning_reader::read(CXCursor one) {
  if (const span* const macro = is_expression(one) ? macro_at(one) : nullptr; macro != nullptr) {
    read_in_macro(one, *macro);
    return;
  }
  note(one);
  if (kind_of(one) == CXCursor_UnaryExpr) {
    return;  // its value is its whole meaning
  }
  for (const CXCursor& part : children_of(one)) {
    read(part);
  }
}

void meaning_reader::read_in_macro(CXCursor one, const span& outer) {
  const span* const inner = macro_at(one);
  const span& macro = inner == nullptr ? outer : *inner;
  const CXCursor named = clang_getCursorReferenced(one);
  if (kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_FunctionDecl) {
    in_macros_[origin(macro.begin)].functions.emplace(name_of(named),
                                                      spelling_of(clang_getCursorType(named)));
  } else {
    note_in_macro(one, macro);
  }
  if (kind_of(one) == CXCursor_UnaryExpr) {
    return;
  }
  for (const CXCursor& part : children_of(one)) {
    read_in_macro(part, macro);
  }
}

/// Whether both languages have the part, and it is of the source and not of the translator.
bool meaning_reader::is_compared(CXCursor one) const {
  static const std::set<CXCursorKind> kinds{CXCursor_DeclRefExpr,
                                            CXCursor_MemberRefExpr,
                                            CXCursor_CallExpr,
                                            CXCursor_IntegerLiteral,
                                            CXCursor_FloatingLiteral,
                                            CXCursor_CharacterLiteral,
                                            CXCursor_StringLiteral,
                                            CXCursor_UnaryOperator,
                                            CXCursor_BinaryOperator,
                                            CXCursor_CStyleCastExpr,
                                            CXCursor_CompoundAssignOperator,
                                            CXCursor_ArraySubscriptExpr,
                                            CXCursor_UnaryExpr,
                                            CXCursor_ConditionalOperator,
                                            CXCursor_CompoundLiteralExpr,
                                            CXCursor_StmtExpr,
                                            CXCursor_GenericSelectionExpr,
                                            CXCursor_VarDecl,
                                            CXCursor_FieldDecl,
                                            CXCursor_ParmDecl,
                                            CXCursor_StructDecl,
                                            CXCursor_UnionDecl,
                                            CXCursor_EnumDecl};
  const CXCursorKind kind = kind_of(one);
  const span own = span_of(one);
  const bool added = text_ != nullptr && !own.empty() &&
                     file_of(clang_getCursorLocation(one)) == path_ &&
                     !text_->exact_origin_of(own.end - 1);
  return (kinds.contains(kind) || clang_isStatement(kind) != 0 || is_unexposed(one)) &&
         !copies_class(one) && !own.empty() && !added;
}

void meaning_reader::note(CXCursor one) {
  if (!is_compared(one)) {
    return;
  }
  place where = place_of(one);
  while (all_.contains(where)) {
    ++where.number;
  }
  all_.emplace(where, meaning_of(one));
}

void meaning_reader::note_in_macro(CXCursor one, const span& macro) {
  if (!is_compared(one)) {
    return;
  }
  macro_use& use = in_macros_[origin(macro.begin)];
  place where = place_of(one);
  meaning found = meaning_of(one);
  found.callee = {};  // the macro may contain its arguments twice
  const span own = span_of(one);
  if (own.begin <= macro.begin || own.end >= macro.end) {
    if (calculates(one)) {
      use.made.emplace_back(std::move(where), std::move(found));
    }
    return;
  }
  for (auto known = use.written.find(where); known != use.written.end();
       known = use.written.find(where)) {
    if (known->second == found) {
      return;
    }
    ++where.number;
  }
  use.written.emplace(std::move(where), std::move(found));
}

place meaning_reader::place_of(CXCursor one) const {
  span own = span_of(one);
  // Declarations of C begin with _Alignas, those of C++ behind alignas, and their statements the
  // other way round. So the name of the variable is the beginning of all of them.
  const auto is_variable = [](CXCursor each) {
    return kind_of(each) == CXCursor_VarDecl || kind_of(each) == CXCursor_FieldDecl;
  };
  if (clang_Cursor_isBitField(one) != 0 && name_of(one).empty()) {
    own.begin = own.end - 1;  // Clang places it otherwise in C++
  } else if (is_variable(one)) {
    own.begin = named_at(one);
  } else if (kind_of(one) == CXCursor_DeclStmt) {
    const std::vector<CXCursor> declared = children_of(one);
    if (!declared.empty() && is_variable(declared.front())) {
      own.begin = named_at(declared.front());
    }
  }
  std::string name = file_of(clang_getCursorLocation(one));
  if (name == path_) {
    return {"", origin(own.begin), origin(own.end - 1), kind_of(one), 0};
  }
  return {std::move(name), own.begin, own.end - 1, kind_of(one), 0};
}

}  // namespace nuthatch::splicec
