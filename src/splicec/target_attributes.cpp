// SPDX-License-Identifier: Apache-2.0
#include "splicec/target_attributes.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/attributes.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_target(const std::string& word) {
  return word == "target" || word == "__target__";
}

/// The words of the function's declarations and of its definition, without a body.
std::vector<token> words_of(const unit& all, CXCursor function) {
  const CXCursor first = clang_getCanonicalCursor(function);
  std::vector<CXCursor> declarations{first};
  if (const auto found = all.declarations.find(first); found != all.declarations.end()) {
    declarations.insert(declarations.end(), found->second.begin(), found->second.end());
  }
  std::vector<token> words;
  for (const CXCursor& one : declarations) {
    if (!is_in_main_file(one)) {
      const token_list tokens(one);
      std::ranges::transform(tokens.all(), std::back_inserter(words), [&](const CXToken& word) {
        return token{
            {named_at(function), named_at(function)}, clang_getTokenKind(word), tokens.text(word)};
      });
      continue;
    }
    const token* const end = all.tokens.data() + all.tokens.size();
    for (const token* word = all.token_from(all.begin_of_declaration(one));
         word != nullptr && word != end && word->text != "{" && word->text != ";";
         ++word) {
      words.push_back(*word);
    }
    words.push_back({{}, CXToken_Punctuation, ";"});
  }
  return words;
}

std::string targets_in(const std::vector<token>& words) {
  std::string found;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (!is_target(words[i].text) || words[i + 1].text != "(" ||
        !words[i + 2].text.starts_with('"')) {
      continue;
    }
    std::string one = "__attribute__((target";
    for (std::size_t j = i + 1; j < words.size() && words[j - 1].text != ")"; ++j) {
      one += words[j].text;
    }
    one += "))";
    if (found.find(one) == std::string::npos) {
      found += (found.empty() ? "" : " ") + one;
    }
  }
  return found;
}

/// Whether a part of a function may become another function without this attribute. A call that is
/// spliced calls no function of another file, as that of a weak one might.
bool is_lost_without_harm(const std::string& name, bool is_spliced) {
  return is_about_calls(name) || is_about_types(name) || (name == "weak" && !is_spliced);
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
    return in_lambda ? "" : targets_in(words_of(all, function));
  }
  return {};
}

void check_attributes(const unit& all, CXCursor function) {
  const std::vector<token> words = words_of(all, function);
  const bool is_spliced = all.functions.find(function) != nullptr;
  const bool writes_target =
      std::ranges::any_of(words, [](const token& one) { return is_target(one.text); });
  for (const attribute& one : attributes_in(words, all.macros)) {
    if (one.name == "target" && one.is_in_macro && !writes_target) {
      all.wrong.add(named_at(function),
                    fmt::format("a macro gives '{}' the attribute target, which its steps repeat; "
                                "write the attribute out",
                                name_of(function)));
    } else if (one.name != "target" && !is_lost_without_harm(one.name, is_spliced)) {
      all.wrong.add(one.at,
                    fmt::format("'{}' has the attribute {}, which is lost where a part of the "
                                "function becomes a step; leave it out, or move the code to a "
                                "function that the step calls",
                                name_of(function),
                                one.name));
    }
  }
}

void check_attributes_of_lambdas(const unit& all, CXCursor function, const span& part) {
  any_within(function, [&](CXCursor one) {
    const span whole = span_of(one);
    if (kind_of(one) != CXCursor_LambdaExpr || !whole.contains(part)) {
      return false;
    }
    std::vector<token> words;
    std::ranges::copy_if(all.tokens, std::back_inserter(words), [&](const token& word) {
      return word.where.begin >= whole.begin && word.where.begin < part.begin;
    });
    for (const attribute& each : attributes_in(words, all.macros)) {
      if (is_about_functions(each.name)) {
        all.wrong.add(each.at,
                      fmt::format("the attribute {} of a lambda is lost where a part of it is "
                                  "spliced; write it at a function around the lambda",
                                  each.name));
      }
    }
    return false;
  });
}

}  // namespace nuthatch::splicec
