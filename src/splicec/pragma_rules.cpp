// SPDX-License-Identifier: Apache-2.0
#include "splicec/pragma_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/loop_pragmas.hpp"

namespace nuthatch::splicec {

namespace {

/// A pragma, however it is written.
struct written_pragma {
  std::size_t at;
  std::string first;   // word
  std::string second;  // or empty
};

bool is_of_openmp(const written_pragma& one) {
  return (one.first == "omp" || one.first == "acc") && !is_about_loop(one.first, one.second);
}

bool restores_macro(const written_pragma& one) {
  return one.first == "push_macro" || one.first == "pop_macro";
}

/// Whether a pragma means the same wherever the text of a function is repeated, because it is about
/// the next statement or loop, or about warnings.
bool is_understood(const written_pragma& one) {
  static const std::set<std::string_view> others{"splice", "omp", "acc", "STDC"};
  return is_about_loop(one.first, one.second) || others.contains(one.first) ||
         ((one.first == "GCC" || one.first == "clang") && one.second == "diagnostic") ||
         (one.first == "clang" && one.second == "fp");
}

/// The pragma that a string literal has.
written_pragma pragma_in(std::size_t at, const std::string& literal) {
  std::string text(text_in_literal(literal));
  std::ranges::replace_if(text, [](char c) { return c == '"' || c == '(' || c == ')'; }, ' ');
  written_pragma found{at, "", ""};
  std::istringstream(text) >> found.first >> found.second;
  return found;
}

/// Whether macros may make `_Pragma` by `##` of the words of a macro's use.
bool may_join_pragma(const unit& all, const token* use) {
  static constexpr std::array<std::string_view, 1> word{"_Pragma"};
  return all.macros.reached_in_source_from(all.words_of_use(use), word).contains(word[0]);
}

/// The pragmas of the macro whose use begins with this word. `_Pragma(#text)` makes one of the
/// first words of its argument.
void add_of_macro(const unit& all, const token* word, std::vector<written_pragma>& to) {
  const token* const end = all.tokens.data() + all.tokens.size();
  const known_macros::names name{word->text};
  const known_macros::names reached = all.macros.reached_in_source_from(name);
  if (!reached.contains("_Pragma")) {
    if (all.macros.joins_words(name) && may_join_pragma(all, word)) {
      to.push_back({word->where.begin, "", ""});
    }
    return;
  }
  for (const std::string& literal : all.macros.literals_of(reached)) {
    to.push_back(pragma_in(word->where.begin, literal));
  }
  if (reached.contains("#")) {
    const bool has_words = end - word > 3;
    to.push_back({word->where.begin, has_words ? word[2].text : "", has_words ? word[3].text : ""});
  }
}

/// The pragmas of `_Pragma("…")` in this part of the source, and of macros that it uses.
void add_operators(const unit& all, const span& within, std::vector<written_pragma>& to) {
  const token* const end = all.tokens.data() + all.tokens.size();
  for (const token* one = all.token_from(within.begin);
       one != nullptr && one != end && one->where.begin < within.end;
       ++one) {
    if (one->text == "_Pragma" && end - one > 2) {
      to.push_back(pragma_in(one->where.begin, one[2].text));
    } else if (one->kind != CXToken_Literal) {
      add_of_macro(all, one, to);
    }
  }
}

std::vector<written_pragma> pragmas_in(const unit& all, const span& within) {
  std::vector<written_pragma> found;
  for (const directive& one : all.directives) {
    if (one.active && one.word == "pragma" && !one.words.empty() && within.contains(one.where)) {
      found.push_back(
          {one.where.begin, one.words[0].text, one.words.size() > 1 ? one.words[1].text : ""});
    }
  }
  add_operators(all, within, found);
  return found;
}

/// The insides of the steps that pragmas declare in the function, without their first words: code
/// that the translation leaves together.
std::vector<span> insides_of_steps(const unit& all, CXCursor function) {
  std::vector<span> found;
  any_within(function, [&](CXCursor one) {
    const span whole = span_of(one);
    const bool is_code = is_expression(one) || clang_isStatement(kind_of(one)) != 0;
    if (is_code && all.find(pragma_kind::step, whole.begin) != nullptr &&
        !all.functions.any_called_in(one)) {
      found.push_back({whole.begin + 1, whole.end});
    }
    return false;
  });
  return found;
}

/// The parts of the function that are translated: all of a spliced one, otherwise the statements of
/// `#pragma splice try(n)`.
std::vector<span> translated_parts(const unit& all, CXCursor function) {
  if (all.functions.find(function) != nullptr) {
    return {span_of(function)};
  }
  std::vector<span> found;
  any_within(function, [&](CXCursor one) {
    const span whole = span_of(one);
    const pragma* const said = all.find(pragma_kind::try_splice, whole.begin);
    if (said != nullptr) {
      found.push_back({said->where.begin, whole.end});
    }
    return false;
  });
  return found;
}

void complain(const unit& all, const written_pragma& one, bool in_step) {
  if (restores_macro(one)) {
    all.wrong.add(one.at,
                  fmt::format("{} stands in what is translated, whose text may be in the "
                              "translation twice; move it out of the function",
                              one.first));
  } else if (!is_understood(one)) {
    all.wrong.add(one.at,
                  "this pragma stands in what is translated, whose text may be in the translation "
                  "twice; move it out of the function");
  } else if (is_of_openmp(one) && !in_step) {
    all.wrong.add(one.at,
                  fmt::format("this pragma of {} would run the code that declares calls and steps "
                              "on several threads; it can stand inside of a step",
                              one.first == "omp" ? "OpenMP" : "OpenACC"));
  }
}

}  // namespace

void check_pragmas(const unit& all, CXCursor function) {
  const std::vector<span> parts = translated_parts(all, function);
  const std::vector<span> steps = insides_of_steps(all, function);
  for (const written_pragma& one : pragmas_in(all, span_of(function))) {
    const auto contains = [&one](const span& part) {
      return part.contains(one.at);
    };
    if (std::ranges::any_of(parts, contains)) {
      complain(all, one, std::ranges::any_of(steps, contains));
    }
  }
}

}  // namespace nuthatch::splicec
