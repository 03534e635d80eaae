// SPDX-License-Identifier: Apache-2.0
#include "splicec/asm_labels.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/attributes.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";
constexpr std::string_view separators = "\n;{|}";

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_.$%=@\\[]").find(c) != std::string_view::npos;
}

/// Whether each copy of the code has a label of its own if this is its name.
bool is_local_name(std::string_view name) {
  return name.find("%=") != std::string_view::npos ||
         (!name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos);
}

/// The value of digits in this base from `at` on, at most `most` of them. Moves `at` behind them.
char decoded_number(std::string_view text, std::size_t& at, int base, std::size_t most) {
  const std::string_view digits = base == 16 ? "0123456789abcdef" : "01234567";
  std::size_t value = 0;
  for (std::size_t count = 0; count < most && at < text.size(); ++count, ++at) {
    const char digit = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    if (digits.find(digit) == std::string_view::npos) {
      break;
    }
    value = value * static_cast<std::size_t>(base) + digits.find(digit);
  }
  return static_cast<char>(value);
}

/// The character of the escape sequence behind a backslash. Moves `at` behind the sequence.
char decoded_escape(std::string_view text, std::size_t& at) {
  const char first = text[at];
  if (first >= '0' && first <= '7') {
    return decoded_number(text, at, 8, 3);
  }
  ++at;
  if (first == 'x') {
    return decoded_number(text, at, 16, text.size());
  }
  if (first == 'n') {
    return '\n';
  }
  return std::string_view("tvfr").find(first) == std::string_view::npos ? first : ' ';
}

/// The text of a string literal; nothing if its form is not understood.
std::optional<std::string> decoded(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') {
    return std::nullopt;
  }
  literal = literal.substr(1, literal.size() - 2);
  std::string text;
  for (std::size_t at = 0; at < literal.size();) {
    if (literal[at] != '\\' || at + 1 == literal.size()) {
      text += literal[at++];
      continue;
    }
    ++at;
    if (literal[at] == 'u' || literal[at] == 'U' || literal[at] == 'N') {
      return std::nullopt;
    }
    if (literal[at] == '\n') {
      ++at;  // the line continues
    } else {
      text += decoded_escape(literal, at);
    }
  }
  return text;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string without_comments(std::string text) {
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    text.replace(at, end == std::string::npos ? end : end + 2 - at, 1, ' ');
  }
  return text;
}

/// The directives of assemblers that define the symbol behind them, or a macro of its name.
bool defines(std::string_view directive) {
  static const std::set<std::string_view> known{
      ".set", ".equ", ".equiv", ".eqv", ".macro", ".altmacro", ".comm", ".lcomm", ".irp", ".rept"};
  return known.contains(directive);
}

/// The directives of assemblers that choose the section of what follows.
bool chooses_section(std::string_view directive) {
  static const std::set<std::string_view> known{
      ".section", ".pushsection", ".subsection", ".text", ".data", ".bss"};
  return known.contains(directive);
}

/// The symbol that one statement of assembly defines, or its directive that chooses a section; or
/// an empty string.
std::string symbol_defined_in(std::string_view statement) {
  if (without_blanks(statement).starts_with('"')) {
    return std::string(without_blanks(statement));  // a symbol in quotes
  }
  for (statement = without_blanks(statement); !statement.empty();) {
    const auto* const end = std::ranges::find_if_not(statement, is_of_name);
    const auto size = static_cast<std::size_t>(std::distance(statement.begin(), end));
    const std::string_view word = statement.substr(0, size);
    const std::string_view rest = without_blanks(statement.substr(size));
    if (defines(word) || chooses_section(word)) {
      return std::string(word);
    }
    if (rest.starts_with('=') || (word.ends_with('=') && !word.ends_with("%="))) {
      return std::string(word);
    }
    if (word.empty() || !rest.starts_with(':')) {
      return {};
    }
    if (!is_local_name(word)) {
      return std::string(word);
    }
    statement = without_blanks(rest.substr(1));
  }
  return {};
}

/// The first symbol that assembly defines, or an empty string.
std::string symbol_defined_by(const std::string& assembly) {
  const std::string uncommented = without_comments(assembly);
  std::string_view text = uncommented;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (std::string found = symbol_defined_in(text.substr(0, end)); !found.empty()) {
      return found;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

/// Whether the `:` at this place of a part of assembly may end a label.
bool may_end_label(std::string_view text, std::size_t colon) {
  static const std::set<std::string_view> segments{
      "%cs", "%ds", "%es", "%fs", "%gs", "%ss", "%%cs", "%%ds", "%%es", "%%fs", "%%gs", "%%ss"};
  std::size_t begin = colon;
  while (begin > 0 && is_of_name(text[begin - 1])) {
    --begin;
  }
  const std::string_view name = text.substr(begin, colon - begin);
  return !is_local_name(name) && !segments.contains(name);
}

/// Whether a part of assembly, whose surroundings are not known, may define a symbol.
bool may_define(const std::string& assembly) {
  const std::string text = without_comments(assembly);
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    if (may_end_label(text, at)) {
      return true;
    }
  }
  return !symbol_defined_by(text).empty();
}

/// The template of the assembly if it consists of literals alone.
std::optional<std::string> written_template(CXCursor statement) {
  static const std::set<std::string_view> before{"asm",
                                                 "__asm",
                                                 "__asm__",
                                                 "volatile",
                                                 "__volatile",
                                                 "inline",
                                                 "__inline",
                                                 "__inline__",
                                                 "goto",
                                                 "(",
                                                 "__volatile__"};
  const token_list tokens(statement);
  std::string text;
  bool begun = false;
  for (const CXToken& one : tokens.all()) {
    const std::string word = tokens.text(one);
    if (clang_getTokenKind(one) == CXToken_Literal) {
      const std::optional<std::string> part = decoded(word);
      if (!part) {
        return std::nullopt;
      }
      text += *part;
      begun = true;
    } else if (begun) {
      return word == ":" || word == "::" || word == ")" ? std::optional(text) : std::nullopt;
    } else if (!before.contains(word)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether assembly in macros may define a symbol: it is told from all literals of these macros.
bool may_define_in_macros(const unit& all, CXCursor statement) {
  const span whole = all.whole_of(statement);
  const token* const end = all.tokens.data() + all.tokens.size();
  known_macros::names words;
  known_macros::names literals;
  int depth = 0;
  for (const token* one = all.token_from(whole.begin);
       one != nullptr && one != end && (one->text != ";" || depth > 0) && one->text != "}";
       ++one) {
    depth += one->text == "(" ? 1 : 0;
    depth -= one->text == ")" ? 1 : 0;
    (one->kind == CXToken_Literal ? literals : words).insert(one->text);
  }
  const known_macros::names reached = all.macros.reached_from(words);
  literals.merge(all.macros.literals_of(reached));
  return reached.contains("#") || std::ranges::any_of(literals, [](const std::string& one) {
           const bool number = std::isdigit(static_cast<unsigned char>(one.front())) != 0;
           const std::optional<std::string> text = decoded(one);
           return !number && (!text || may_define(*text));
         });
}

void check_statement(const unit& all, CXCursor statement) {
  const std::size_t at = span_of(statement).begin;
  const std::optional<std::string> text = written_template(statement);
  const std::string symbol = text ? symbol_defined_by(*text) : std::string();
  if (chooses_section(symbol)) {
    all.wrong.add(at,
                  fmt::format("this assembly writes to a section ({}), and would do so more than "
                              "once in the translation; move it out of the function",
                              symbol));
  } else if (!symbol.empty()) {
    all.wrong.add(at,
                  fmt::format("this assembly defines '{}', which would be defined more than once "
                              "in the translation; a label is a number (1:) or has %= in its name",
                              symbol));
  } else if (!text && may_define_in_macros(all, statement)) {
    all.wrong.add(at,
                  "macros hide whether this assembly defines a label, which would be defined more "
                  "than once in the translation; write its text here, with numbers (1:) as labels");
  }
}

/// A variable with a name for the assembler: `static const int k asm("k") = 3;`.
void check_variable(const unit& all, CXCursor variable) {
  const bool named = std::ranges::any_of(
      children_of(variable), [](CXCursor part) { return kind_of(part) == CXCursor_AsmLabelAttr; });
  if (named && clang_Cursor_hasVarDeclGlobalStorage(variable) == 1 &&
      clang_Cursor_getStorageClass(variable) != CX_SC_Extern) {
    all.wrong.add(named_at(variable),
                  fmt::format("'{}' has a name for the assembler, which would be defined more than "
                              "once in the translation; declare it outside of the function",
                              name_of(variable)));
  }
}

/// Variables in a section of their own: the program may count them.
void check_sections(const unit& all, CXCursor code) {
  const span whole = span_of(code);
  std::vector<token> words;
  std::ranges::copy_if(all.tokens, std::back_inserter(words), [&whole](const token& one) {
    return whole.contains(one.where.begin);
  });
  for (const attribute& one : attributes_in(words, all.macros)) {
    if (one.name == "section") {
      all.wrong.add(one.at,
                    "the section would get this more than once in the translation; declare it "
                    "outside of the function");
    }
  }
}

}  // namespace

void check_asm_labels(const unit& all, CXCursor code) {
  check_sections(all, code);
  any_within(code, [&all](CXCursor one) {
    if (kind_of(one) == CXCursor_GCCAsmStmt) {
      check_statement(all, one);
    } else if (kind_of(one) == CXCursor_VarDecl) {
      check_variable(all, one);
    }
    return false;
  });
}

}  // namespace nuthatch::splicec
