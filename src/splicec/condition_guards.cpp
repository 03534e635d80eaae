// SPDX-License-Identifier: Apache-2.0
#include "splicec/condition_guards.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/directives.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::string_view other_branch =
    "\n#error \"the translator left this branch out, and this compiler does not: give nuthatch "
    "splicec the flags of the compiler, or compile with Clang\"";

/// `#if` or a similar directive, its alternatives, and `#endif`.
using group = std::vector<const directive*>;

/// Whether the preprocessor compiles the lines behind this directive. A skipped part may include
/// the directive that ends it, and its line break.
bool selects(const directive& one, const std::vector<span>& skipped) {
  return std::ranges::none_of(
      skipped, [&one](const span& part) { return part.contains(one.where.end + 1); });
}

/// The groups of the text that the preprocessor reaches.
std::vector<group> groups_of(const std::vector<directive>& directives,
                             const std::vector<span>& skipped) {
  struct open_group {
    group all;
    bool reached;
    bool active;
  };

  std::vector<group> found;
  std::vector<open_group> open;
  for (const directive& one : directives) {
    if (!is_conditional(one)) {
      continue;
    }
    if (one.word.starts_with("if")) {
      const bool reached = open.empty() || open.back().active;
      open.push_back({.all = {&one}, .reached = reached, .active = selects(one, skipped)});
      continue;
    }
    if (open.empty()) {
      continue;
    }
    open.back().all.push_back(&one);
    open.back().active = selects(one, skipped);
    if (one.word == "endif") {
      if (open.back().reached) {
        found.push_back(std::move(open.back().all));
      }
      open.pop_back();
    }
  }
  return found;
}

/// Whether every compiler selects the same branches.
bool is_constant(const group& all) {
  const directive& first = *all.front();
  return first.word == "if" && all.size() == 2 && first.words.size() == 1 &&
         (first.words[0].text == "0" || first.words[0].text == "1");
}

class guard_writer {
 public:
  guard_writer(const source& from, const output& text, const std::vector<span>& skipped)
      : from_(&from),
        text_(&text),
        skipped_(&skipped) {}

  /// Writes the guards of a group. Lines of the branches keep their numbers.
  void write(const group& all) {
    const bool has_else = (*std::prev(all.end(), 2))->word == "else";
    bool any_active = false;
    bool shifted = false;  // whether the next line has another number
    for (auto one = all.begin(); one + 1 != all.end(); ++one) {
      if (!selects(**one, *skipped_)) {
        insert((*one)->where.end, std::string(other_branch));
        shifted = true;
        continue;
      }
      any_active = true;
      if (shifted) {
        insert((*one)->where.end, number_behind(**one));
      }
    }
    const directive& last = *all.back();
    if (any_active && !has_else) {
      insert(last.where.begin, fmt::format("#else{}\n", other_branch));
      shifted = true;
    }
    if (shifted) {
      insert(last.where.end, number_behind(last));
    }
  }

  [[nodiscard]] std::string written() const {
    const source all(from_->path(), text_->text());
    std::string found;
    for (const piece& one : changes_.applied(all, {0, all.text().size()})) {
      found += one.text;
    }
    return found;
  }

 private:
  void insert(std::size_t at, std::string lines) {
    pieces all;
    append(all, std::move(lines));
    changes_.insert(at, all);
  }

  /// The line break and the directive that number the line behind this one as in the source.
  [[nodiscard]] std::string number_behind(const directive& one) const {
    const std::size_t end = from_->text().find('\n', text_->origin_of(one.where.end - 1));
    if (end == std::string::npos || end + 1 == from_->text().size()) {
      return {};
    }
    std::string number = "\n" + from_->line_directive(end + 1);
    number.pop_back();
    return number;
  }

  const source* from_;
  const output* text_;
  const std::vector<span>* skipped_;
  edits changes_;
};

}  // namespace

std::string with_condition_guards(const source& from,
                                  const output& text,
                                  const parsed& compiled,
                                  const std::vector<directive>& directives,
                                  complaints& wrong) {
  const source all(from.path(), text.text());
  const std::vector<span> skipped = compiled.skipped();
  const std::vector<directive> written = find_directives(all, compiled.tokens(), skipped);
  std::set<std::size_t> kept;
  for (const directive& one : written) {
    if (const std::optional<std::size_t> at = text.exact_origin_of(one.where.begin); at) {
      kept.insert(*at);
    }
  }
  for (const directive& one : directives) {
    if (is_conditional(one) && !kept.contains(one.where.begin)) {
      wrong.add(one.where.begin,
                "the translation cannot contain this condition; move it out of the statement");
    }
  }
  guard_writer guards(from, text, skipped);
  for (const group& one : groups_of(written, skipped)) {
    const bool of_source = text.exact_origin_of(one.front()->where.begin).has_value();
    if (of_source && !is_constant(one) &&
        !has_only_pragmas(all.text_of({one.front()->where.end, one.back()->where.begin}))) {
      guards.write(one);
    }
  }
  return guards.written();
}

}  // namespace nuthatch::splicec
