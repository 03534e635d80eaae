// SPDX-License-Identifier: Apache-2.0
#include "splicec/written_once.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/hidden_beginning.hpp"
#include "splicec/macros.hpp"

namespace nuthatch::splicec {

namespace {

/// A word that cannot be in a function that the translator generates, and why.
struct refused_word {
  std::string_view word;
  const char* why;
};

constexpr const char* another_name = "{} would be another name {}";
constexpr const char* another_value = "{} would be another value {}";
constexpr const char* short_memory = "{} makes memory that ends too early {}";
constexpr const char* leaves =
    "{} leaves functions around it, and would leave those of a worker {}";
constexpr const char* of_function =
    "{} belongs to the function that it is written in, and not to one {}";

constexpr std::array refused_words{
    refused_word{"__func__", another_name},
    refused_word{"__FUNCTION__", another_name},
    refused_word{"__PRETTY_FUNCTION__", another_name},
    refused_word{"__BASE_FILE__", another_name},
    refused_word{"source_location", another_value},
    refused_word{"__builtin_source_location", another_value},
    refused_word{"__builtin_FUNCTION", another_value},
    refused_word{"__builtin_COLUMN", another_value},
    refused_word{"__COUNTER__", another_value},
    refused_word{"alloca", short_memory},
    refused_word{"__builtin_alloca", short_memory},
    refused_word{"__builtin_alloca_with_align", short_memory},
    refused_word{"__builtin_alloca_with_align_and_max", short_memory},
    refused_word{"__builtin_alloca_uninitialized", short_memory},
    refused_word{"__builtin_alloca_with_align_uninitialized", short_memory},
    refused_word{"setjmp", of_function},
    refused_word{"_setjmp", of_function},
    refused_word{"sigsetjmp", of_function},
    refused_word{"__builtin_setjmp", of_function},
    refused_word{"__builtin_frame_address", of_function},
    refused_word{"__builtin_return_address", of_function},
    refused_word{"longjmp", leaves},
    refused_word{"_longjmp", leaves},
    refused_word{"siglongjmp", leaves},
    refused_word{"__builtin_longjmp", leaves},
    refused_word{"setcontext", leaves},
    refused_word{"swapcontext", leaves},
    refused_word{"pthread_exit", leaves},
    refused_word{"thrd_exit", leaves},
    refused_word{"__builtin_eh_return", leaves},
    refused_word{"_Unwind_RaiseException", leaves},
    refused_word{"_Unwind_ForcedUnwind", leaves},
    refused_word{"co_await", of_function},
    refused_word{"co_yield", of_function},
    refused_word{"co_return", of_function},
    refused_word{"touches",
                 "{} is a name of what the translator writes, and would be another one {}"}};

/// The words that the macros of the source may make of these words, as far as they are refused.
std::vector<refused_word> refused_in(const unit& all, const known_macros::names& words) {
  std::array<std::string_view, refused_words.size()> asked;
  std::ranges::transform(refused_words, asked.begin(), &refused_word::word);
  const known_macros::names reached = all.macros.reached_in_source_from(words, asked);
  std::vector<refused_word> found;
  std::ranges::copy_if(refused_words, std::back_inserter(found), [&](const refused_word& one) {
    return reached.contains(one.word);
  });
  return found;
}

/// Complains about words that macros in a part of the source make by `##`. `words` are those of the
/// part, of which `refused` are refused anyway.
void check_joined_words(const unit& all,
                        const span& whole,
                        const known_macros::names& words,
                        const known_macros::names& refused,
                        const char* place) {
  const token* const end = all.tokens.data() + all.tokens.size();
  for (const token* one = all.token_from(whole.begin);
       one != nullptr && one != end && one->where.begin < whole.end;
       ++one) {
    known_macros::names used =
        all.macros.has(one->text) ? all.words_of_use(one) : known_macros::names{one->text};
    if (!all.macros.joins_words(used)) {
      continue;
    }
    if (all.macros.leaves_open(all.macros.reached_from(used))) {
      used = words;  // what is in its parentheses is not known
    }
    for (const refused_word& each : refused_in(all, used)) {
      if (!refused.contains(each.word)) {
        all.wrong.add(one->where.begin,
                      fmt::format("## in a macro may make a word here: {}",
                                  fmt::format(fmt::runtime(each.why), each.word, place)));
      }
    }
  }
}

bool names_type_of(std::string_view word) {
  static constexpr std::array<std::string_view, 5> words{
      "decltype", "typeof", "typeof_unqual", "__typeof", "__typeof__"};
  return std::ranges::find(words, word) != words.end();
}

bool changes_something(std::string_view word) {
  static constexpr std::array<std::string_view, 13> operators{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return std::ranges::find(operators, word) != operators.end();
}

/// The tokens behind the first of them: those in parentheses, if it has any.
std::span<const token> in_parentheses(std::span<const token> tokens) {
  int depth = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    depth += tokens[i].text == "(" ? 1 : tokens[i].text == ")" ? -1 : 0;
    if (depth <= 0) {
      return tokens.subspan(1, i - 1);
    }
  }
  return tokens.subspan(1);
}

/// Whether the text of the macros that the word reaches asks for a type of anything.
bool reaches_type_of(const unit& all, const std::string& word) {
  return std::ranges::any_of(all.macros.reached_in_source_from({word}), names_type_of);
}

/// Whether some text asks for the type of a change: in parentheses behind `decltype`, or behind a
/// macro that asks for a type, is a change, or a macro with one.
bool has_type_of_change(const unit& all, std::span<const token> text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!reaches_type_of(all, text[i].text)) {
      continue;
    }
    const auto changes = [&all](const token& one) {
      return changes_something(one.text) ||
             (!reaches_type_of(all, one.text) &&
              std::ranges::any_of(all.macros.reached_in_source_from({one.text}),
                                  changes_something));
    };
    if (std::ranges::any_of(in_parentheses(text.subspan(i)), changes)) {
      return true;
    }
  }
  return false;
}

/// Complains about case labels of a switch that is not in this statement.
void check_cases(const unit& all, CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  if (kind == CXCursor_SwitchStmt || kind == CXCursor_LambdaExpr) {
    return;
  }
  if (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) {
    all.wrong.add(span_of(one).begin, "this label belongs to a switch around the statement");
  }
  for (const CXCursor& part : children_of(one)) {
    check_cases(all, part);
  }
}

}  // namespace

void check_words(const unit& all, const span& whole, const char* place) {
  const token* const end = all.tokens.data() + all.tokens.size();
  known_macros::names words;
  known_macros::names refused;
  for (const token* one = all.token_from(whole.begin);
       one != nullptr && one != end && one->where.begin < whole.end;
       ++one) {
    words.insert(one->text);
    const known_macros::names reached = all.macros.reached_in_source_from({one->text});
    for (const refused_word& each : refused_words) {
      if (reached.contains(each.word)) {
        all.wrong.add(one->where.begin, fmt::format(fmt::runtime(each.why), each.word, place));
        refused.emplace(each.word);
      }
    }
  }
  if (all.macros.joins_words(words)) {
    check_joined_words(all, whole, words, refused, place);
  }
}

void check_types_of_changes(const unit& all, const span& whole) {
  const std::span<const token> tokens = all.tokens;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const token& one = tokens[i];
    if (!whole.contains(one.where.begin) || !reaches_type_of(all, one.text)) {
      continue;
    }
    const known_macros::names reached = all.macros.reached_in_source_from({one.text});
    const auto macros = all.macros.definitions_of(reached);
    const std::size_t end = i + 1 + in_parentheses(tokens.subspan(i)).size();
    if (has_type_of_change(all, tokens.subspan(i, end - i)) ||
        std::ranges::any_of(macros, [&all](const std::vector<token>& macro) {
          return has_type_of_change(all, std::span(macro).subspan(1));  // behind its name
        })) {
      all.wrong.add(one.where.begin,
                    "this asks for the type of an assignment or increment, which it does not do; "
                    "ask for that of the variable");
    }
  }
}

void check_beginnings(const unit& all, CXCursor code) {
  any_within(code, [&all](CXCursor one) {
    if (has_hidden_beginning(one)) {
      all.wrong.add(span_of(one).begin,
                    "a switch or loop begins with another statement, which is not understood here; "
                    "write that before it");
    }
    return false;
  });
}

void check_labels(const unit& all, CXCursor statement, const span& whole) {
  check_cases(all, statement);
  for (const CXCursor& function : all.defined) {
    if (!span_of(function).contains(whole)) {
      continue;
    }
    any_within(function, [&](CXCursor one) {
      if (kind_of(one) == CXCursor_LabelRef && !whole.contains(span_of(one).begin) &&
          whole.contains(named_at(clang_getCursorReferenced(one)))) {
        all.wrong.add(span_of(one).begin, "this jumps into a statement that is translated");
      }
      return false;
    });
  }
}

}  // namespace nuthatch::splicec
