// SPDX-License-Identifier: Apache-2.0
#include "splicec/target_attributes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_target(const std::string& word) {
  return word == "target" || word == "__target__";
}

/// The words of the function's definition and of its first declaration, without a body.
std::vector<std::string> words_of(const unit& all, CXCursor function) {
  std::vector<std::string> words;
  for (const CXCursor& one : {function, clang_getCanonicalCursor(function)}) {
    if (!is_in_main_file(one)) {
      const token_list tokens(one);
      std::ranges::transform(tokens.all(), std::back_inserter(words), [&](const CXToken& word) {
        return tokens.text(word);
      });
      continue;
    }
    const token* const end = all.tokens.data() + all.tokens.size();
    for (const token* word = all.token_from(all.begin_of_declaration(one));
         word != nullptr && word != end && word->text != "{" && word->text != ";";
         ++word) {
      words.push_back(word->text);
    }
    words.emplace_back(";");
  }
  return words;
}

std::string attributes_in(const std::vector<std::string>& words) {
  std::string found;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (!is_target(words[i]) || words[i + 1] != "(" || !words[i + 2].starts_with('"')) {
      continue;
    }
    std::string one = "__attribute__((target";
    for (std::size_t j = i + 1; j < words.size() && words[j - 1] != ")"; ++j) {
      one += words[j];
    }
    one += "))";
    if (found.find(one) == std::string::npos) {
      found += (found.empty() ? "" : " ") + one;
    }
  }
  return found;
}

}  // namespace

std::string target_attributes_at(const unit& all, std::size_t offset) {
  for (const CXCursor& function : all.defined) {
    if (!span_of(function).contains(offset)) {
      continue;
    }
    const bool in_lambda = any_within(function, [offset](CXCursor one) {
      return kind_of(one) == CXCursor_LambdaExpr && span_of(one).contains(offset);
    });
    return in_lambda ? "" : attributes_in(words_of(all, function));
  }
  return {};
}

void check_target_attributes(const unit& all, CXCursor function) {
  const std::vector<std::string> words = words_of(all, function);
  static constexpr std::array<std::string_view, 5> asked{
      "target", "__target__", "__attribute__", "__attribute", "gnu"};
  const auto reached = all.macros.reached_in_source_from({words.begin(), words.end()}, asked);
  const bool hidden = (reached.contains("target") || reached.contains("__target__")) &&
                      (reached.contains("__attribute__") || reached.contains("__attribute") ||
                       reached.contains("gnu")) &&
                      std::ranges::none_of(words, is_target);
  if (hidden) {
    all.wrong.add(named_at(function),
                  fmt::format("a macro gives '{}' the attribute target, which its steps repeat; "
                              "write the attribute out",
                              name_of(function)));
  }
}

}  // namespace nuthatch::splicec
