// SPDX-License-Identifier: Apache-2.0
#include "splicec/cursors.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nuthatch::splicec {

std::string taken(CXString text) {
  const char* const characters = clang_getCString(text);
  std::string copy = characters == nullptr ? "" : characters;
  clang_disposeString(text);
  return copy;
}

namespace {

/// The usual spelling of an alternative token of C++, such as `bitand`, or of a digraph.
std::string_view usual_spelling_of(CXTokenKind kind, std::string_view written) {
  struct alternative {
    std::string_view written;
    std::string_view usual;
  };

  static constexpr std::array<alternative, 11> words{{{"and", "&&"},
                                                      {"and_eq", "&="},
                                                      {"bitand", "&"},
                                                      {"bitor", "|"},
                                                      {"compl", "~"},
                                                      {"not", "!"},
                                                      {"not_eq", "!="},
                                                      {"or", "||"},
                                                      {"or_eq", "|="},
                                                      {"xor", "^"},
                                                      {"xor_eq", "^="}}};
  static constexpr std::array<alternative, 6> digraphs{
      {{"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}, {"%:%:", "##"}}};
  const auto find = [written](const auto& all) {
    const auto* const found = std::ranges::find(all, written, &alternative::written);
    return found == all.end() ? written : found->usual;
  };
  return kind == CXToken_Keyword       ? find(words)
         : kind == CXToken_Punctuation ? find(digraphs)
                                       : written;
}

}  // namespace

std::string token_list::text(const CXToken& one) const {
  const std::string written = taken(clang_getTokenSpelling(unit_, one));
  const bool splices = clang_getTokenKind(one) != CXToken_Literal &&
                       clang_getTokenKind(one) != CXToken_Comment &&
                       written.find('\\') != std::string::npos;
  const std::string joined = splices ? without_line_splices(written) : written;
  return std::string(usual_spelling_of(clang_getTokenKind(one), joined));
}

bool token_list::is_macro(const CXToken& one) const {
  return clang_getTokenKind(one) == CXToken_Identifier &&
         kind_of(clang_getCursor(unit_, clang_getTokenLocation(unit_, one))) ==
             CXCursor_MacroExpansion;
}

std::size_t offset_of(CXSourceLocation where) {
  unsigned offset = 0;
  clang_getFileLocation(where, nullptr, nullptr, nullptr, &offset);
  return offset;
}

std::string file_of(CXSourceLocation where) {
  CXFile file = nullptr;
  clang_getFileLocation(where, &file, nullptr, nullptr, nullptr);
  return file == nullptr ? "" : taken(clang_getFileName(file));
}

namespace {

/// A place in a file, or in text that the preprocessor makes, whose file is null.
struct text_place {
  CXFile file = nullptr;
  unsigned offset = 0;

  friend bool operator==(const text_place& one, const text_place& other) {
    return clang_File_isEqual(one.file, other.file) != 0 && one.offset == other.offset;
  }
};

text_place in_file(CXSourceLocation where) {
  text_place found;
  clang_getFileLocation(where, &found.file, nullptr, nullptr, &found.offset);
  return found;
}

text_place in_spelling(CXSourceLocation where) {
  text_place found;
  clang_getSpellingLocation(where, &found.file, nullptr, nullptr, &found.offset);
  return found;
}

/// Where the outermost macro that makes the code is used.
text_place in_expansion(CXSourceLocation where) {
  text_place found;
  clang_getExpansionLocation(where, &found.file, nullptr, nullptr, &found.offset);
  return found;
}

/// The end of the use of a macro that begins at a place, or nothing.
std::optional<std::size_t> end_of_use(CXTranslationUnit unit, const text_place& begin) {
  const CXCursor use =
      clang_getCursor(unit, clang_getLocationForOffset(unit, begin.file, begin.offset));
  if (kind_of(use) != CXCursor_MacroExpansion ||
      !(in_file(clang_getCursorLocation(use)) == begin)) {
    return std::nullopt;
  }
  return in_file(clang_getRangeEnd(clang_getCursorExtent(use))).offset;
}

/// Whether no macro makes the code at the place, and it is no argument of a macro.
bool is_plain(CXSourceLocation where) {
  const text_place here = in_file(where);
  return here == in_spelling(where) && here == in_expansion(where);
}

}  // namespace

/// libclang gives the end of a macro's use for code that ends in the text of the macro, but its
/// beginning if that text is an argument of another macro.
span span_of(CXCursor one) {
  const CXSourceRange extent = clang_getCursorExtent(one);
  const std::size_t begin = offset_of(clang_getRangeStart(extent));
  const CXSourceLocation last = clang_getRangeEnd(extent);
  const text_place end = in_file(last);
  if (end.file == nullptr || end == in_spelling(last)) {
    return {begin, end.offset};
  }
  const std::optional<std::size_t> whole = end_of_use(clang_Cursor_getTranslationUnit(one), end);
  return {begin, std::max<std::size_t>(whole.value_or(end.offset), begin + 1)};
}

bool has_plain_ends(CXCursor one) {
  const CXSourceRange extent = clang_getCursorExtent(one);
  return is_plain(clang_getRangeStart(extent)) && is_plain(clang_getRangeEnd(extent));
}

span with_whole_macros(CXCursor one) {
  const CXSourceRange extent = clang_getCursorExtent(one);
  span all = span_of(one);
  if (const CXSourceLocation first = clang_getRangeStart(extent); !is_plain(first)) {
    all.begin = std::min<std::size_t>(all.begin, in_expansion(first).offset);
  }
  if (const CXSourceLocation last = clang_getRangeEnd(extent); !is_plain(last)) {
    const std::optional<std::size_t> whole =
        end_of_use(clang_Cursor_getTranslationUnit(one), in_expansion(last));
    all.end = std::max(all.end, whole.value_or(all.end));
  }
  return all;
}

/// In a macro, what follows the last word of the part has the same end: the member of a vector.
static bool names_part_of_vector(CXCursor part, CXCursor whole) {
  const auto vector_of = [](CXType type) {
    return type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
  };
  const CXType from = canonical_type_of(part);
  const bool has_members = vector_of(from).kind == CXType_ExtVector;
  return has_members && vector_of(canonical_type_of(whole)).kind != CXType_ExtVector;
}

bool has_same_text(CXCursor one, CXCursor other) {
  return !names_part_of_vector(one, other) &&
         clang_equalRanges(clang_getCursorExtent(one), clang_getCursorExtent(other)) != 0;
}

bool has_no_text(CXCursor expression) {
  return in_file(clang_getRangeStart(clang_getCursorExtent(expression))).file == nullptr;
}

bool is_declared_in(CXCursor declaration, CXCursor code) {
  return span_of(code).contains(named_at(declaration)) &&
         (!is_in_macro(declaration) || any_within(code, [declaration](CXCursor one) {
           return clang_equalCursors(one, declaration) != 0;
         }));
}

bool has_plain_name(CXCursor declaration) {
  return is_plain(clang_getCursorLocation(declaration));
}

std::string name_of(CXCursor declaration) {
  return taken(clang_getCursorSpelling(declaration));
}

std::string identity_of(CXCursor declaration) {
  return taken(clang_getCursorUSR(declaration));
}

std::string unique_name_of(CXCursor declaration) {
  declaration = clang_getCanonicalCursor(declaration);
  const std::string name = identity_of(declaration);
  return name.empty() ? name : fmt::format("{} {}", name, fmt::ptr(declaration.data[0]));
}

std::string printed(CXCursor declaration) {
  const CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
  std::string text = taken(clang_getCursorPrettyPrinted(declaration, policy));
  clang_PrintingPolicy_dispose(policy);
  return text;
}

bool is_aligned(CXCursor variable) {
  return std::ranges::any_of(children_of(variable),
                             [](CXCursor part) { return kind_of(part) == CXCursor_AlignedAttr; });
}

std::string printed_head(CXCursor function) {
  std::string text = printed(function);
  text.resize(std::min(text.find('{'), text.size()));
  return text;
}

bool is_weak(CXCursor function) {
  const std::string head = printed_head(function);
  return head.find("__attribute__((weak") != std::string::npos ||
         head.find("[[gnu::weak") != std::string::npos;
}

bool is_in_source(CXCursor one) {
  CXFile file = nullptr;
  clang_getFileLocation(clang_getCursorLocation(one), &file, nullptr, nullptr, nullptr);
  return file != nullptr && clang_Location_isFromMainFile(clang_getLocationForOffset(
                                clang_Cursor_getTranslationUnit(one), file, 0)) != 0;
}

static bool has_same_place(CXCursor one, CXCursor other) {
  return clang_equalLocations(clang_getCursorLocation(one), clang_getCursorLocation(other)) != 0;
}

bool is_first_declaration(CXCursor one) {
  return has_same_place(clang_getCanonicalCursor(one), one);
}

/// An instance has the place of its template, also if it is made from a partial specialization. A
/// specialization that is written has a place of its own.
CXCursor pattern_of(CXCursor declaration) {
  const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
  if (clang_Cursor_isNull(pattern) != 0) {
    return declaration;
  }
  const CXCursor primary = clang_getSpecializedCursorTemplate(pattern);
  const bool is_instance =
      has_same_place(declaration, pattern) ||
      (clang_Cursor_isNull(primary) == 0 && has_same_place(declaration, primary));
  return is_instance ? pattern : declaration;
}

namespace {

CXChildVisitResult add_child(CXCursor child, CXCursor /*parent*/, CXClientData into) {
  static_cast<std::vector<CXCursor>*>(into)->push_back(child);
  return CXChildVisit_Continue;
}

/// A statement without its attributes, such as `[[likely]]` or those that pragmas give to loops.
CXCursor without_attributes(CXCursor statement) {
  while (kind_of(statement) == CXCursor_UnexposedStmt) {
    std::vector<CXCursor> parts;
    clang_visitChildren(statement, add_child, &parts);
    const token_list tokens(statement);
    const bool returns = !tokens.all().empty() && tokens.text(tokens.all()[0]) == "co_return";
    if (parts.size() != 1 || returns) {
      break;
    }
    statement = parts.front();
  }
  return statement;
}

}  // namespace

std::vector<CXCursor> children_of(CXCursor one) {
  std::vector<CXCursor> found;
  clang_visitChildren(one, add_child, &found);
  std::ranges::transform(found, found.begin(), without_attributes);
  return found;
}

std::size_t named_at(CXCursor declaration) {
  return offset_of(clang_getCursorLocation(declaration));
}

CXCursor bare(CXCursor expression) {
  while (kind_of(expression) == CXCursor_UnexposedExpr ||
         kind_of(expression) == CXCursor_ParenExpr) {
    const std::vector<CXCursor> inner = children_of(expression);
    if (inner.size() != 1) {
      break;
    }
    expression = inner.front();
  }
  return expression;
}

std::vector<CXCursor> fields_of(CXType type) {
  std::vector<CXCursor> fields;
  clang_Type_visitFields(
      type,
      [](CXCursor field, CXClientData into) {
        static_cast<std::vector<CXCursor>*>(into)->push_back(field);
        return CXVisit_Continue;
      },
      &fields);
  return fields;
}

bool changes_operand(CXCursor one) {
  if (kind_of(one) == CXCursor_CompoundAssignOperator || is_binary(one, CXBinaryOperator_Assign)) {
    return true;
  }
  const CXUnaryOperatorKind how = clang_getCursorUnaryOperatorKind(one);
  return kind_of(one) == CXCursor_UnaryOperator &&
         (how == CXUnaryOperator_PreInc || how == CXUnaryOperator_PreDec ||
          how == CXUnaryOperator_PostInc || how == CXUnaryOperator_PostDec);
}

bool names_member(CXCursor one) {
  const std::vector<CXCursor> parts = children_of(one);
  return kind_of(one) == CXCursor_UnexposedExpr && parts.size() > 1 &&
         kind_of(parts.front()) == CXCursor_MemberRef;
}

std::size_t spelled_at(CXSourceLocation where) {
  unsigned offset = 0;
  clang_getSpellingLocation(where, nullptr, nullptr, nullptr, &offset);
  return offset;
}

bool is_in_macro(CXCursor one) {
  return spelled_at(clang_getCursorLocation(one)) != named_at(one);
}

bool is_macro_of_system(CXCursor macro) {
  const bool is_in_file = !file_of(clang_getCursorLocation(macro)).empty();
  return is_in_system(macro) || (!is_in_file && !is_macro_of_flags(macro));
}

/// Clang puts the macros of the compiler and those of flags into buffers that are no files, and
/// numbers the lines of these buffers under different names.
bool is_macro_of_flags(CXCursor macro) {
  const CXSourceLocation where = clang_getCursorLocation(macro);
  CXString name;
  clang_getPresumedLocation(where, &name, nullptr, nullptr);
  return taken(name) == "<command line>" && file_of(where).empty();
}

bool is_short_conditional(CXCursor expression) {
  const std::vector<CXCursor> parts = children_of(expression);
  if (parts.size() != 4 || !has_same_text(parts[0], parts[1]) ||
      !has_same_text(parts[0], parts[2])) {
    return false;
  }
  const token_list tokens(expression);
  const auto question = std::ranges::find_if(
      tokens.all(), [&](const CXToken& one) { return tokens.place(one) >= span_of(parts[0]).end; });
  return tokens.all().end() - question > 2 && tokens.text(question[0]) == "?" &&
         tokens.text(question[1]) == ":";
}

bool is_if_consteval(CXCursor statement) {
  if (kind_of(statement) != CXCursor_IfStmt) {
    return false;
  }
  const std::vector<CXCursor> parts = children_of(statement);
  return !parts.empty() && kind_of(parts.front()) == CXCursor_CompoundStmt;
}

std::string value_of_literal(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  if (kind != CXCursor_IntegerLiteral && kind != CXCursor_FloatingLiteral &&
      kind != CXCursor_CharacterLiteral && kind != CXCursor_StringLiteral &&
      kind != CXCursor_ImaginaryLiteral) {
    return "";
  }
  CXEvalResult value = clang_Cursor_Evaluate(expression);
  std::string found;
  if (value != nullptr) {
    switch (clang_EvalResult_getKind(value)) {
      case CXEval_Int:
        found = clang_EvalResult_isUnsignedInt(value) != 0
                    ? fmt::format("{}", clang_EvalResult_getAsUnsigned(value))
                    : fmt::format("{}", clang_EvalResult_getAsLongLong(value));
        break;
      case CXEval_Float:
        found = fmt::format("{:a}", clang_EvalResult_getAsDouble(value));
        break;
      case CXEval_UnExposed:
        break;
      default:
        found = clang_EvalResult_getAsStr(value);
    }
  }
  clang_EvalResult_dispose(value);
  return found;
}

std::string asm_label_of(CXCursor declaration) {
  for (const CXCursor& one : {declaration, clang_getCanonicalCursor(declaration)}) {
    for (const CXCursor& part : children_of(one)) {
      if (kind_of(part) == CXCursor_AsmLabelAttr) {
        return name_of(part);
      }
    }
  }
  return {};
}

bool is_pointer(CXType canonical) {
  return canonical.kind == CXType_Pointer || canonical.kind == CXType_MemberPointer ||
         canonical.kind == CXType_NullPtr;
}

bool is_reference(CXType canonical) {
  return canonical.kind == CXType_LValueReference || canonical.kind == CXType_RValueReference;
}

bool is_array(CXType canonical) {
  return canonical.kind == CXType_ConstantArray || canonical.kind == CXType_IncompleteArray ||
         canonical.kind == CXType_VariableArray || canonical.kind == CXType_DependentSizedArray;
}

CXType without_arrays(CXType type) {
  type = clang_getCanonicalType(type);
  while (is_array(type)) {
    type = clang_getCanonicalType(clang_getArrayElementType(type));
  }
  return type;
}

bool has_array_type(CXCursor one) {
  const CXCursor named =
      kind_of(one) == CXCursor_DeclRefExpr ? clang_getCursorReferenced(one) : one;
  return kind_of(named) != CXCursor_ParmDecl && is_array(canonical_type_of(one));
}

bool is_integer(CXType canonical) {
  return canonical.kind >= CXType_Char_U && canonical.kind <= CXType_Int128;
}

bool is_signed(CXType canonical) {
  return canonical.kind >= CXType_Char_S && canonical.kind <= CXType_Int128;
}

bool any_within(CXCursor all, const std::function<bool(CXCursor)>& test) {
  return test(all) || std::ranges::any_of(children_of(all), [&test](CXCursor child) {
           return any_within(child, test);
         });
}

}  // namespace nuthatch::splicec
