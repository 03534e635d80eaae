// SPDX-License-Identifier: Apache-2.0
#include "splicec/loop_pragmas.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <string>
#include <string_view>

namespace nuthatch::splicec {

namespace {

/// Behind the parenthesis or bracket that closes the one at `open`, or the end.
std::vector<token>::const_iterator behind_closing(const std::vector<token>& tokens,
                                                  std::vector<token>::const_iterator open) {
  int depth = 0;
  for (auto one = open; one != tokens.end(); ++one) {
    depth += one->text == "(" || one->text == "[" ? 1 : 0;
    depth -= one->text == ")" || one->text == "]" ? 1 : 0;
    if (depth == 0) {
      return std::next(one);
    }
  }
  return tokens.end();
}

}  // namespace

bool is_about_loop(std::string_view first, std::string_view second) {
  static const std::set<std::string_view> alone{
      "unroll", "nounroll", "ivdep", "vector", "novector", "simd"};
  static const std::set<std::string_view> of_gcc{"unroll", "ivdep", "novector"};
  return alone.contains(first) || (first == "GCC" && of_gcc.contains(second)) ||
         (first == "clang" && second == "loop") || (first == "omp" && second == "simd");
}

bool is_about_loop(const directive& one) {
  return one.active && one.word == "pragma" && !one.words.empty() &&
         is_about_loop(one.words[0].text, one.words.size() > 1 ? one.words[1].text : "");
}

std::size_t begin_with_loop_pragmas(const std::vector<directive>& directives,
                                    const std::vector<token>& tokens,
                                    std::size_t begin) {
  auto before =
      std::ranges::lower_bound(tokens, begin, {}, [](const token& one) { return one.where.begin; });
  for (const directive& one : directives | std::views::reverse) {
    if (one.where.begin >= begin) {
      continue;
    }
    while (before != tokens.begin() && std::prev(before)->where.begin >= one.where.begin &&
           one.where.contains(std::prev(before)->where.begin)) {
      --before;
    }
    const bool code_between =
        before != tokens.begin() && std::prev(before)->where.begin >= one.where.begin;
    if (code_between || is_conditional(one)) {
      break;
    }
    if (is_about_loop(one)) {
      begin = one.where.begin;
    }
  }
  return begin;
}

std::vector<token>::const_iterator behind_attributes(const std::vector<token>& tokens,
                                                     std::vector<token>::const_iterator first) {
  while (first != tokens.end()) {
    const auto second = std::next(first);
    const bool attribute = first->text == "[" && second != tokens.end() && second->text == "[";
    const bool pragma = first->text == "_Pragma" && second != tokens.end() && second->text == "(";
    if (!attribute && !pragma) {
      break;
    }
    first = behind_closing(tokens, attribute ? first : second);
  }
  return first;
}

}  // namespace nuthatch::splicec
