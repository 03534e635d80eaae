// SPDX-License-Identifier: Apache-2.0
#include "splicec/effect_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/directives.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::array<std::string_view, 10> names_of_effects = {"array_view",
                                                               "box",
                                                               "extent",
                                                               "interval",
                                                               "key_range",
                                                               "mixed",
                                                               "range",
                                                               "strided",
                                                               "tree_keys",
                                                               "whole"};

using names_found = std::set<std::string, std::less<>>;

bool is_member_of_another(const pragma& said, std::size_t word) {
  if (word == 0) {
    return false;
  }
  const std::string& before = said.words[word - 1].text;
  return before == "::" || before == "." || before == "->";
}

/// Names that stand alone in the expressions of a pragma.
names_found free_names(const pragma& said) {
  names_found found;
  for (std::size_t i = 0; i < said.words.size(); ++i) {
    if (said.words[i].kind == CXToken_Identifier && !is_member_of_another(said, i)) {
      found.insert(said.words[i].text);
    }
  }
  return found;
}

/// Whether the word is called or names the type of an object: `range(…)`, `box<2>{…}`.
bool makes_something(const pragma& said, std::size_t word) {
  const auto text = [&said](std::size_t at) {
    return at < said.words.size() ? said.words[at].text : std::string();
  };
  return text(word + 1) == "(" || text(word + 1) == "{" ||
         (text(word + 1) == "<" && text(word + 3) == ">");
}

/// The meaning of the names of nuthatch::effects in a pragma.
struct effect_names {
  names_found known;      ///< become known, since the source has no others
  names_found qualified;  ///< of variables and enumerators of the source, too, which make nothing
};

effect_names names_of(const unit& all, const pragma& said, const function_locals& locals) {
  const names_found free = free_names(said);
  const names_found reached = all.macros.reached_in_source_from(free, names_of_effects);
  effect_names found;
  for (const std::string_view each : names_of_effects) {
    const std::string name(each);
    const auto is_other = [&](const local& one) {
      return one.name == name && !is_plain_value(one.type);
    };
    const auto is_value = [&](const local& one) {
      return one.name == name && is_plain_value(one.type);
    };
    if (all.top_names.contains(name) || std::ranges::any_of(locals.all(), is_other)) {
      continue;
    }
    const bool value =
        all.value_names.contains(name) || std::ranges::any_of(locals.all(), is_value);
    if (value && free.contains(name)) {
      found.qualified.insert(name);
    } else if (reached.contains(name) && !all.macros.is_defined_outside(name, {})) {
      found.known.insert(name);
    }
  }
  return found;
}

/// Declarations that make the names known.
std::string using_declarations(const names_found& known) {
  std::string text;
  for (const std::string& name : known) {
    text += fmt::format("using ::nuthatch_effects::{}; ", name);
  }
  return text;
}

/// The regions of a clause, with the namespace before the names that need it.
pieces regions_of(const unit& all,
                  const pragma& said,
                  const span& where,
                  const names_found& qualified) {
  pieces found;
  std::size_t begin = where.begin;
  for (std::size_t i = 0; i < said.words.size(); ++i) {
    const token& one = said.words[i];
    if (where.contains(one.where.begin) && qualified.contains(one.text) &&
        !is_member_of_another(said, i) && makes_something(said, i)) {
      append(found, expression_of(all, {begin, one.where.begin}));
      append(found, "::nuthatch_effects::");
      begin = one.where.begin;
    }
  }
  append(found, expression_of(all, {begin, where.end}));
  return found;
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
  const effect_names names = names_of(all, said, locals);
  const std::string usings = using_declarations(names.known);
  if (!usings.empty()) {
    append(effect, fmt::format("[&]() -> {} {{ {}return ", all.effect(), usings));
  }
  std::string before;
  for (const clause& one : said.clauses) {
    pieces part;
    append(part, fmt::format("{}::nuthatch_{}(", before, one.function));
    append(part, regions_of(all, said, one.arguments, names.qualified));
    append(part, ")");
    append(effect, placed(all.from, one.arguments.begin, part));
    before = "+ ";
  }
  if (!usings.empty()) {
    append(effect, "; }()");
  }
  return effect;
}

bool names(const unit& all, const pragma& said, const std::string& name) {
  return all.macros.reached_in_source_from(free_names(said)).contains(name);
}

}  // namespace nuthatch::splicec
