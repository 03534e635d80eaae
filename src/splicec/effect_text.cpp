// SPDX-License-Identifier: Apache-2.0
#include "splicec/effect_text.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/directives.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::array names_of_effects = {"array_view",
                                         "box",
                                         "extent",
                                         "interval",
                                         "key_range",
                                         "mixed",
                                         "range",
                                         "strided",
                                         "tree_keys",
                                         "whole"};

/// Unqualified names in the expressions of a pragma that are not members.
std::set<std::string> free_names(const pragma& said) {
  std::set<std::string> found;
  const token* before = nullptr;
  for (const token& one : said.words) {
    const bool member =
        before != nullptr && (before->text == "::" || before->text == "." || before->text == "->");
    if (one.kind == CXToken_Identifier && !member) {
      found.insert(one.text);
    }
    before = &one;
  }
  return found;
}

/// Using-declarations for the names of nuthatch::effects that the pragma uses.
std::string using_declarations(const unit& all, const pragma& said, const function_locals& locals) {
  std::set<std::string> wanted = free_names(said);
  for (const local& one : locals.all()) {
    wanted.erase(one.name);
  }
  std::string text;
  for (const char* name : names_of_effects) {
    if (wanted.contains(name) && !all.top_names.contains(name)) {
      text += fmt::format("using ::nuthatch::effects::{}; ", name);
    }
  }
  return text;
}

}  // namespace

pieces expression_of(const unit& all, const span& where) {
  piece text = taken_from(all.from, where);
  for (std::size_t i = 0; i < text.text.size(); ++i) {
    if (line_splice_at(text.text, i) != 0) {
      text.text[i] = ' ';  // the line break alone separates words as well
    }
  }
  return {text};
}

pieces effect_of(const unit& all, const pragma& said, const function_locals& locals) {
  pieces effect;
  if (said.everything) {
    append(effect, fmt::format("::nuthatch_everything<{}>()", all.region));
    return effect;
  }
  const std::string usings = using_declarations(all, said, locals);
  if (!usings.empty()) {
    append(effect, fmt::format("[&]() -> {} {{ {}return ", all.effect(), usings));
  }
  std::string before;
  for (const clause& one : said.clauses) {
    pieces part;
    append(part, fmt::format("{}::nuthatch_{}(", before, one.function));
    append(part, expression_of(all, one.arguments));
    append(part, ")");
    append(effect, placed(all.from, one.arguments.begin, part));
    before = "+ ";
  }
  if (!usings.empty()) {
    append(effect, "; }()");
  }
  return effect;
}

bool names(const pragma& said, const std::string& name) {
  return free_names(said).contains(name);
}

}  // namespace nuthatch::splicec
