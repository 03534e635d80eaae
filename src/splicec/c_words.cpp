// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/directives.hpp"
#include "splicec/macros.hpp"
#include "splicec/own_headers.hpp"

namespace nuthatch::splicec {

namespace {

/// Keywords that have another name in C++.
const std::map<std::string_view, const char*>& names_in_cpp() {
  static const std::map<std::string_view, const char*> words{
      {"_Bool", "bool"},
      {"_Alignof", "alignof"},
      {"_Alignas", "alignas"},
      {"_Static_assert", "static_assert"},
      {"_Thread_local", "thread_local"},
      {"_Noreturn", "__attribute__((noreturn))"},
      {"restrict", "__restrict"},
      {"typeof", "__typeof__"}};
  return words;
}

/// `2.0i`: a number in C, and in C++ a call of a function that is not declared.
bool is_imaginary(const std::string& word) {
  const bool number =
      !word.empty() && ((word[0] == '.' && word.size() > 1) || (word[0] >= '0' && word[0] <= '9'));
  return number && word.find_first_of("ijIJ") != std::string::npos;
}

/// What is wrong with a feature that GCC has in C alone. Empty for other words.
std::string fault_of_extension(const std::string& word) {
  if (word == "_Atomic") {
    return "GCC has no _Atomic in C++; use the built-in __atomic_ functions";
  }
  if (word == "_Float16") {
    return "GCC calculates _Float16 more precisely in C than in C++; use float";
  }
  if (word == "__auto_type") {
    return "GCC has no __auto_type in C++; write the type";
  }
  if (word == "__builtin_choose_expr") {
    return "GCC has no __builtin_choose_expr in C++; write what it chooses";
  }
  if (word == "__builtin_classify_type") {
    return "__builtin_classify_type knows bool and enumerations in C++ alone; use sizeof, or write "
           "the number";
  }
  if (word == "__builtin_complex") {
    return "GCC has no __builtin_complex in C++; assign to __real__ and __imag__ of a variable";
  }
  if (is_imaginary(word)) {
    return fmt::format("C++ has no imaginary number {}; assign its value to __imag__ of a variable",
                       word);
  }
  return "";
}

/// The same of a word that the translator leaves as it is, in a header.
std::string fault_in_header(const std::string& word) {
  const auto keyword = names_in_cpp().find(word);
  return keyword == names_in_cpp().end() || !word.starts_with('_')
             ? fault_of_extension(word)
             : fmt::format("GCC has no {} in C++; write {} where __cplusplus is defined",
                           word,
                           keyword->second);
}

/// A word of the code of a source or of one of its headers.
struct placed_word {
  std::string text;
  std::size_t at;    ///< for one in a header, the place of the first inclusion
  std::string file;  ///< the header
};

void add_code(const std::vector<token>& tokens,
              const std::vector<directive>& directives,
              const std::vector<span>& skipped,
              const own_header* header,
              std::vector<placed_word>& to) {
  for (const token& one : tokens) {
    const auto has = [&one](const span& part) {
      return part.contains(one.where.begin);
    };
    if (std::ranges::none_of(directives, has, &directive::where) &&
        std::ranges::none_of(skipped, has)) {
      to.push_back({.text = one.text,
                    .at = header == nullptr ? one.where.begin : header->included_at,
                    .file = header == nullptr ? "" : header->path});
    }
  }
}

/// What the preprocessor neither skips nor takes for directives, in the source and its headers.
std::vector<placed_word> code_of(const source& from, const parsed& tree) {
  std::vector<placed_word> found;
  const std::vector<token> tokens = tree.tokens();
  const std::vector<span> skipped = tree.skipped();
  add_code(tokens, find_directives(from, tokens, skipped), skipped, nullptr, found);
  for (const own_header& one : own_headers(tree)) {
    add_code(one.tokens, one.directives, tree.skipped_in(one.path), &one, found);
  }
  return found;
}

void complain(const placed_word& about, const std::string& why, complaints& wrong) {
  wrong.add(about.at, about.file.empty() ? why : fmt::format("{}: {}", about.file, why));
}

/// Complains about the name that GCC gives a function in C++ only. Clang gives it in C, too.
void refuse_pretty(const source& from, const parsed& c, complaints& wrong) {
  constexpr const char* why = "__PRETTY_FUNCTION__ is another name in C++; write __func__";
  constexpr std::array<std::string_view, 1> asked{"__PRETTY_FUNCTION__"};
  const known_macros macros(c.root());
  const auto make_it = [&](const known_macros::names& words) {
    return macros.reached_in_source_from(words, asked).contains(asked.front());
  };
  std::map<std::string, bool> known;
  known_macros::names all;
  bool found = false;
  for (const placed_word& one : code_of(from, c)) {
    const auto [word, added] = known.emplace(one.text, false);
    if (added) {
      word->second = make_it({one.text});
      all.insert(one.text);
    }
    if (word->second) {
      found = true;
      complain(one, why, wrong);
    }
  }
  if (!found && make_it(all)) {
    wrong.add(0, fmt::format("## in a macro may make a word: {}", why));
  }
}

/// A token as it is written in C++.
piece word_of_cpp(const token& one) {
  const auto found = names_in_cpp().find(one.text);
  return {.text = found != names_in_cpp().end() && one.kind == CXToken_Keyword ? found->second
                                                                               : one.text,
          .from = one.where.begin};
}

/// An `_Alignas(…)` that stands behind other words of its declaration, and has to stand before
/// them in C++.
struct alignment {
  span where;
  std::size_t last;  ///< the token of its closing parenthesis
  std::size_t to;
};

/// The one that begins with this token; nothing if it already begins the declaration, or if
/// anything but keywords is before it on the line, which Clang reports in C++.
std::optional<alignment> alignment_behind_words(const source& from,
                                                const std::vector<token>& tokens,
                                                std::size_t at) {
  static const std::set<std::string_view> storage{"static", "extern", "_Thread_local"};
  const auto may_be_before = [](const std::string& word) {
    return storage.contains(word) || is_word_of_plain_type(word);
  };
  if ((tokens[at].text != "_Alignas" && tokens[at].text != "alignas") || at + 1 == tokens.size() ||
      tokens[at + 1].text != "(") {
    return std::nullopt;
  }
  std::size_t first = at;
  while (first > 0 && may_be_before(tokens[first - 1].text)) {
    --first;
  }
  std::size_t last = at + 1;
  for (int open = 1; open != 0;) {
    if (++last == tokens.size()) {
      return std::nullopt;
    }
    open += tokens[last].text == "(" ? 1 : tokens[last].text == ")" ? -1 : 0;
  }
  const std::size_t to = tokens[first].where.begin;
  // Another line may be that of a directive.
  const bool one_line =
      from.text_of({to, tokens[last].where.end}).find('\n') == std::string_view::npos;
  if (first == at || !one_line) {
    return std::nullopt;
  }
  return alignment{{tokens[at].where.begin, tokens[last].where.end}, last, to};
}

}  // namespace

bool is_word_of_plain_type(std::string_view word) {
  static const std::set<std::string_view> words{"const",
                                                "volatile",
                                                "unsigned",
                                                "signed",
                                                "char",
                                                "short",
                                                "int",
                                                "long",
                                                "float",
                                                "double",
                                                "_Bool"};
  return words.contains(word);
}

edits words_of_cpp(const source& from, const parsed& c, complaints& wrong) {
  edits changes;
  const std::vector<token> tokens = c.tokens();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (std::string fault = fault_of_extension(tokens[i].text); !fault.empty()) {
      wrong.add(tokens[i].where.begin, std::move(fault));
    }
    if (const std::optional<alignment> here = alignment_behind_words(from, tokens, i)) {
      pieces moved;
      for (; i != here->last; ++i) {
        moved.push_back(word_of_cpp(tokens[i]));
      }
      moved.push_back(word_of_cpp(tokens[i]));
      append(moved, " ");
      changes.insert(here->to, std::move(moved));
      changes.replace(here->where, {});
    } else if (piece in_cpp = word_of_cpp(tokens[i]); in_cpp.text != tokens[i].text) {
      changes.replace(tokens[i].where, {std::move(in_cpp)});
    }
  }
  refuse_pretty(from, c, wrong);
  return changes;
}

void refuse_words_in_headers(const source& changed,
                             const parsed& cpp,
                             const output& text,
                             complaints& wrong) {
  const known_macros macros(cpp.root());
  std::map<std::string, std::string> known;
  for (placed_word& one : code_of(changed, cpp)) {
    const auto [fault, added] = known.emplace(one.text, "");
    for (const std::string& word :
         added ? macros.reached_in_source_from({one.text}) : known_macros::names{}) {
      fault->second = fault->second.empty() ? fault_in_header(word) : fault->second;
    }
    if (!fault->second.empty() && (!one.file.empty() || fault_in_header(one.text).empty())) {
      one.at = text.origin_of(one.at);
      complain(one, fault->second, wrong);
    }
  }
}

/// `#include <complex.h>` declares no functions of C in C++, and `<stdatomic.h>` no types.
void refuse_headers_of_c(const source& from, const parsed& c, complaints& wrong) {
  static const std::map<std::string, const char*> headers{
      {"<stdatomic.h>",
       "GCC has no atomic types of C in C++; use the built-in __atomic_ functions"},
      {"<stdnoreturn.h>", "GCC has no noreturn in C++; write _Noreturn"},
      {"<complex.h>",
       "complex.h declares other functions and types in C++; calculate with real and imaginary "
       "parts, or use __real__ and __imag__ of a double _Complex"}};
  for (const directive& one : find_directives(from, c.tokens(), c.skipped())) {
    std::string file;
    for (const token& word : one.words) {
      file += word.text;
    }
    const auto found = headers.find(file);
    if (one.active && one.word == "include" && found != headers.end()) {
      wrong.add(one.where.begin, found->second);
    }
  }
}

}  // namespace nuthatch::splicec
