// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_meaning.hpp"

#include <algorithm>
#include <compare>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

namespace {

/// Where a part of the code stands, and of what kind it is. Parts that macros make stand where the
/// macro does, and count from 0 there.
struct place {
  std::string file;  // empty for the source itself
  std::size_t begin;
  std::size_t end;
  CXCursorKind kind;
  int number;

  auto operator<=>(const place&) const = default;
};

/// What has to be the same in both languages.
struct meaning {
  std::string type;
  std::vector<std::string> operands = {};  // types of both sides of a comparison
  std::string called = {};                 // the type of the function that a call calls
  span callee = {};                        // nothing where a macro has it
  std::optional<long long> value = {};     // of sizeof and its like, the size of a class
  std::string literal = {};                // the value of a literal
  int how = 0;                             // the operator
  bool is_truth = false;                   // a comparison, a negation, && or ||
  bool is_equality = false;
  bool is_enumerator = false;   // constants of enumerations are numbers in C
  bool is_enumeration = false;  // of such a type
  bool is_wide_bit_field = false;
  bool has_variable_length = false;
};

using meanings = std::map<place, meaning>;

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// A type as both languages spell it; empty for what has none, as statements.
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

/// Whether a macro is defined by a header of the system or by the compiler.
bool is_of_system(CXCursor macro) {
  const CXSourceLocation where = clang_getCursorLocation(macro);
  CXFile file = nullptr;
  clang_getFileLocation(where, &file, nullptr, nullptr, nullptr);
  return file == nullptr || clang_Location_isInSystemHeader(where) != 0;
}

/// Of macros of the system, what they are made of is the business of the system's headers.
std::map<std::size_t, std::string> system_macros_of(const parsed& tree, std::vector<span>& places) {
  std::map<std::size_t, std::string> found;
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) == CXCursor_MacroExpansion && is_in_main_file(one) &&
        is_of_system(clang_getCursorReferenced(one))) {
      found.emplace(span_of(one).begin, name_of(one));
      places.push_back(span_of(one));
    }
  }
  return found;
}

/// Copies of classes are calls in C++ alone.
bool copies_class(CXCursor one) {
  const CXCursor named = clang_getCursorReferenced(one);
  const bool member =
      kind_of(named) == CXCursor_Constructor || kind_of(named) == CXCursor_CXXMethod;
  const bool assigns = kind_of(one) == CXCursor_BinaryOperator &&
                       clang_getCursorBinaryOperatorKind(one) == CXBinaryOperator_Assign &&
                       canonical_type_of(one).kind == CXType_Record;
  return assigns ||
         (member && (kind_of(one) == CXCursor_CallExpr || kind_of(one) == CXCursor_DeclRefExpr));
}

/// Whether the text of it stands in the definition of a macro.
bool is_in_macro(CXCursor one) {
  unsigned written = 0;
  clang_getSpellingLocation(clang_getCursorLocation(one), nullptr, nullptr, nullptr, &written);
  return written != named_at(one);
}

/// A parameter that is an array of a length that is not constant: `long p[n]`.
bool has_variable_length(CXCursor one) {
  return kind_of(one) == CXCursor_ParmDecl &&
         std::ranges::any_of(children_of(one),
                             [](CXCursor part) { return is_expression(part) && !value_of(part); });
}

std::string file_of(CXCursor one) {
  CXFile file = nullptr;
  clang_getFileLocation(clang_getCursorLocation(one), &file, nullptr, nullptr, nullptr);
  return taken(clang_getFileName(file));
}

/// Reads the meaning of a source in one language.
class reader {
 public:
  /// `text`: of a source that was changed, where its parts come from.
  reader(const parsed& tree, const output* text)
      : text_(text),
        path_(taken(clang_getTranslationUnitSpelling(tree.unit()))) {
    macros_ = system_macros_of(tree, skipped_);
    for (const CXCursor& one : children_of(tree.root())) {
      const CXSourceLocation at = clang_getCursorLocation(one);
      if (clang_isDeclaration(kind_of(one)) != 0 && clang_Location_isInSystemHeader(at) == 0) {
        read(one);
      }
    }
  }

  [[nodiscard]] const meanings& all() const { return all_; }

  [[nodiscard]] std::map<std::size_t, std::string> macros() const {
    std::map<std::size_t, std::string> found;
    for (const auto& [at, name] : macros_) {
      found.emplace(origin(at), name);
    }
    return found;
  }

  /// The names of functions that are called in macros of the system, with their types.
  [[nodiscard]] const std::multimap<std::size_t, std::string>& in_macros() const {
    return in_macros_;
  }

 private:
  [[nodiscard]] std::size_t origin(std::size_t offset) const {
    for (; text_ != nullptr && offset < text_->text().size(); ++offset) {
      if (const std::optional<std::size_t> exact = text_->exact_origin_of(offset); exact) {
        return *exact;
      }
    }
    return text_ == nullptr ? offset : text_->origin_of(offset);
  }

  void read(CXCursor one) {
    if (const auto place = std::ranges::find_if(skipped_,
                                                [&](const span& part) {
                                                  return is_expression(one) &&
                                                         part.contains(span_of(one).begin) &&
                                                         file_of(one) == path_;
                                                });
        place != skipped_.end()) {
      read_in_macro(one, *place);
      return;
    }
    note(one);
    if (kind_of(one) == CXCursor_UnaryExpr) {
      return;  // its value is all that it means
    }
    for (const CXCursor& part : children_of(one)) {
      read(part);
    }
  }

  void read_in_macro(CXCursor one, const span& macro) {
    const CXCursor named = clang_getCursorReferenced(one);
    if (kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_FunctionDecl) {
      in_macros_.emplace(origin(macro.begin),
                         name_of(named) + ":" + spelling_of(clang_getCursorType(named)));
    }
    for (const CXCursor& part : children_of(one)) {
      read_in_macro(part, macro);
    }
  }

  void note(CXCursor one) {
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
    const bool written = text_ != nullptr && !own.empty() && file_of(one) == path_ &&
                         !text_->exact_origin_of(own.end - 1);
    if ((!kinds.contains(kind) && clang_isStatement(kind) == 0) || copies_class(one) ||
        own.empty() || written) {
      return;
    }
    place where = place_of(one);
    while (all_.contains(where)) {
      ++where.number;
    }
    all_.emplace(where, meaning_of(one));
  }

  [[nodiscard]] place place_of(CXCursor one) const {
    const span own = span_of(one);
    std::string name = file_of(one);
    if (name == path_) {
      return {"", origin(own.begin), origin(own.end - 1), kind_of(one), 0};
    }
    return {std::move(name), own.begin, own.end - 1, kind_of(one), 0};
  }

  static meaning meaning_of(CXCursor one) {
    meaning found{.type = spelling_of(clang_getCursorType(one))};
    found.literal = value_of_literal(one);
    found.how = static_cast<int>(clang_getCursorBinaryOperatorKind(one)) * 256 +
                static_cast<int>(clang_getCursorUnaryOperatorKind(one));
    found.has_variable_length = has_variable_length(one);
    found.is_enumeration = canonical_type_of(one).kind == CXType_Enum;
    const std::vector<CXCursor> parts = children_of(one);
    const CXCursorKind kind = kind_of(one);
    if (kind == CXCursor_StringLiteral) {
      replace_all(found.type, "const ", "");
    } else if (kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl) {
      found.value = clang_Type_getSizeOf(clang_getCursorType(one));
    } else if (kind == CXCursor_EnumDecl) {
      found.type = spelling_of(clang_getEnumDeclIntegerType(one));
    } else if (kind == CXCursor_UnaryExpr) {
      found.value = value_of(one);
    } else if (kind == CXCursor_DeclRefExpr) {
      const CXCursor named = clang_getCursorReferenced(one);
      found.is_enumerator = kind_of(named) == CXCursor_EnumConstantDecl;
      if (found.is_enumerator) {
        found.value = clang_getEnumConstantDeclValue(named);
      }
    } else if (kind == CXCursor_FieldDecl) {
      found.is_wide_bit_field = clang_getFieldDeclBitWidth(one) > 32;
    } else if (kind == CXCursor_UnaryOperator) {
      found.is_truth = clang_getCursorUnaryOperatorKind(one) == CXUnaryOperator_LNot;
    } else if (kind == CXCursor_BinaryOperator && parts.size() == 2) {
      const CXBinaryOperatorKind how = clang_getCursorBinaryOperatorKind(one);
      found.is_truth = how >= CXBinaryOperator_LT && how <= CXBinaryOperator_LOr &&
                       how != CXBinaryOperator_And && how != CXBinaryOperator_Xor &&
                       how != CXBinaryOperator_Or;
      found.is_equality = how == CXBinaryOperator_EQ || how == CXBinaryOperator_NE;
      if (found.is_truth && how <= CXBinaryOperator_NE) {
        found.operands = {spelling_of(clang_getCursorType(parts[0])),
                          spelling_of(clang_getCursorType(parts[1]))};
      }
    } else if (kind == CXCursor_CallExpr && !parts.empty()) {
      const CXCursor callee = bare(parts[0]);
      found.called = spelling_of(clang_getCursorType(callee));
      replace_all(found.called, "(*)", "");
      replace_all(found.called, " ()", "()");
      found.callee = is_in_macro(callee) ? span{} : span_of(callee);
    }
    return found;
  }

  const output* text_;
  std::string path_;
  std::vector<span> skipped_;
  std::map<std::size_t, std::string> macros_;
  meanings all_;
  std::multimap<std::size_t, std::string> in_macros_;
};

bool is_one_of(const std::string& type, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, type) != names.end();
}

/// Types that differ, and no value that is made of them does: sizeof is compared by itself.
bool may_differ(const place& where, const meaning& in_c, const meaning& in_cpp) {
  if (in_c.is_truth || where.kind == CXCursor_ConditionalOperator) {
    return in_c.type == "int" &&
           (in_cpp.is_enumeration || is_one_of(in_cpp.type, {"bool", "char"}));
  }
  if (in_c.is_enumerator) {
    return in_cpp.is_enumerator && in_c.type == "int";
  }
  if (where.kind == CXCursor_CharacterLiteral) {
    return in_c.type == "int" && in_cpp.type == "char";
  }
  return false;
}

bool same_operands(const meaning& in_c, const meaning& in_cpp) {
  if (in_c.operands.size() != in_cpp.operands.size()) {
    return false;
  }
  for (std::size_t i = 0; i < in_c.operands.size(); ++i) {
    const std::string& one = in_c.operands[i];
    const std::string& other = in_cpp.operands[i];
    const bool pointers = one.ends_with('*') && other.ends_with('*');
    const bool same_bits = in_c.is_equality && is_one_of(one, {"int", "unsigned int"}) &&
                           is_one_of(other, {"int", "unsigned int"});
    if (one != other && !same_bits && !pointers) {
      return false;
    }
  }
  return true;
}

/// Compares the two, and finds the calls that the source has to say more about.
class comparison {
 public:
  comparison(const reader& c, const reader& cpp, complaints& wrong)
      : c_(&c),
        cpp_(&cpp),
        wrong_(&wrong) {}

  /// Names the functions that C calls where C++ would call others.
  void name_right_functions(edits& changes) const {
    for (const auto& [where, in_cpp] : cpp_->all()) {
      const auto found = c_->all().find(where);
      if (!where.file.empty() || found == c_->all().end() || in_cpp.called.empty() ||
          found->second.callee.empty() || found->second.called == in_cpp.called) {
        continue;
      }
      std::string type = found->second.called;
      const std::size_t parameters = type.find('(');
      if (parameters == std::string::npos) {
        continue;
      }
      type.insert(parameters, "(*)");
      pieces before;
      append(before, fmt::format("(static_cast<{}>(", type));
      changes.insert(found->second.callee.begin, before);
      pieces after;
      append(after, "))");
      changes.insert(found->second.callee.end, after);
    }
  }

  void complain() const {
    compare_macros();
    for (const auto& [where, in_cpp] : cpp_->all()) {
      const auto found = c_->all().find(where);
      if (where.kind == CXCursor_GenericSelectionExpr) {
        refuse(where, "_Generic chooses by types, which are others in C++");
      } else if (where.kind == CXCursor_CompoundLiteralExpr && in_cpp.type.ends_with(']')) {
        refuse(where, "an array without a name ends earlier in C++; declare a variable");
      } else if (in_cpp.has_variable_length) {
        refuse(where, "C++ has no parameters of a length that is not constant; write a pointer");
      } else if (in_cpp.is_wide_bit_field) {
        refuse(where, "a bit-field that is wider than an int is of another type in C++");
      } else if (found == c_->all().end()) {
        refuse(where, "this means something else in C than in C++");
      } else {
        compare(where, found->second, in_cpp);
      }
    }
    for (const auto& [where, in_c] : c_->all()) {
      if (!cpp_->all().contains(where)) {
        refuse(where, "this means something else in C than in C++");
      }
    }
  }

 private:
  void refuse(const place& where, const std::string& why) const {
    wrong_->add(where.file.empty() ? where.begin : 0,
                where.file.empty() ? why : fmt::format("{}: {}", where.file, why));
  }

  void compare(const place& where, const meaning& in_c, const meaning& in_cpp) const {
    if (in_c.literal != in_cpp.literal || in_c.how != in_cpp.how) {
      refuse(where, "this means something else in C than in C++");
    } else if (in_c.value != in_cpp.value) {
      refuse(
          where,
          fmt::format(
              "this is {} in C and {} in C++", in_c.value.value_or(0), in_cpp.value.value_or(0)));
    } else if (in_c.called != in_cpp.called) {
      refuse(where, fmt::format("this calls {} in C and {} in C++", in_c.called, in_cpp.called));
    } else if (!same_operands(in_c, in_cpp)) {
      refuse(where, "this compares other types in C than in C++; convert one side");
    } else if (in_c.type != in_cpp.type && !may_differ(where, in_c, in_cpp)) {
      refuse(where, fmt::format("this is of type {} in C and {} in C++", in_c.type, in_cpp.type));
    }
  }

  void compare_macros() const {
    static const std::set<std::string> words{"bool", "true", "false", "NULL"};
    const auto c = c_->macros();
    const auto cpp = cpp_->macros();
    const auto refuse_others = [&](const auto& some, const auto& others) {
      for (const auto& [at, name] : some) {
        const auto found = others.find(at);
        if ((found == others.end() || found->second != name) && !words.contains(name)) {
          wrong_->add(at, fmt::format("{} is a macro in one of C and C++ alone", name));
        }
      }
    };
    refuse_others(c, cpp);
    refuse_others(cpp, c);
    for (const auto& [at, called] : cpp_->in_macros()) {
      const std::string name = called.substr(0, called.find(':'));
      const auto [first, last] = c_->in_macros().equal_range(at);
      const bool other = std::any_of(first, last, [&](const auto& one) {
        return one.second != called && one.second.starts_with(name + ":");
      });
      if (other) {
        wrong_->add(at, fmt::format("'{}' is another function in C++; call it before", name));
      }
    }
  }

  const reader* c_;
  const reader* cpp_;
  complaints* wrong_;
};

/// The lines where parts begin and end. Changes of a source leave its lines as they are.
std::vector<std::size_t> lines_of(const source& from, const std::vector<span>& parts) {
  std::vector<std::size_t> lines;
  for (const span& one : parts) {
    lines.push_back(from.line_of(one.begin));
    lines.push_back(from.line_of(one.end));
  }
  return lines;
}

/// Keywords that C++ has under other names.
edits words_of_cpp(const parsed& c, complaints& wrong) {
  static const std::map<std::string_view, const char*> words{
      {"_Bool", "bool"},
      {"_Alignof", "alignof"},
      {"_Alignas", "alignas"},
      {"_Static_assert", "static_assert"},
      {"_Thread_local", "thread_local"},
      {"_Noreturn", "__attribute__((noreturn))"},
      {"restrict", "__restrict"}};
  edits changes;
  for (const token& one : c.tokens()) {
    if (const auto found = words.find(one.text);
        found != words.end() && one.kind == CXToken_Keyword) {
      changes.replace(one.where, {{.text = found->second, .from = one.where.begin}});
    }
    if (one.text == "_Atomic") {
      wrong.add(one.where.begin, "GCC has no _Atomic in C++; use the built-in __atomic_ functions");
    }
  }
  return changes;
}

}  // namespace

bool is_c_source(const std::string& path) {
  return path.ends_with(".c");
}

source made_cpp(const source& from,
                const std::vector<std::string>& c_flags,
                const std::vector<std::string>& cpp_flags,
                complaints& wrong) {
  const parsed c(from.path(), from.text(), c_flags);
  const reader in_c(c, nullptr);
  edits changes = words_of_cpp(c, wrong);
  output words;
  words.append(changes.applied(from, {0, from.text().size()}));
  const parsed before(from.path(), words.text(), cpp_flags);
  comparison(in_c, reader(before, &words), wrong).name_right_functions(changes);
  output text;
  text.append(changes.applied(from, {0, from.text().size()}));
  const parsed after(from.path(), text.text(), cpp_flags);
  if (c.errors().empty() && after.errors().empty()) {
    const source changed(from.path(), text.text());
    if (lines_of(from, c.skipped()) != lines_of(changed, after.skipped())) {
      wrong.add(0, "the preprocessor leaves out other lines in C than in C++");
    }
    comparison(in_c, reader(after, &text), wrong).complain();
  }
  return {from.path(), text.text()};
}

}  // namespace nuthatch::splicec
