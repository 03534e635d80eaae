// SPDX-License-Identifier: Apache-2.0
#include "splicec/directive_rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/pragma_rules.hpp"

namespace nuthatch::splicec {

namespace {

using names = std::set<std::string, std::less<>>;

bool changes_macro(const directive& one) {
  return one.active && (one.word == "define" || one.word == "undef") && !one.words.empty();
}

bool includes(const directive& one) {
  return one.active && (one.word == "include" || one.word == "include_next" ||
                        one.word == "import" || one.word == "embed");
}

void refuse_includes(const unit& all, const span& within) {
  for (const directive& one : all.directives) {
    if (includes(one) && within.contains(one.where)) {
      all.wrong.add(one.where.begin,
                    fmt::format("#{} stands in what is translated, and the translator sees this "
                                "file only; write out what the other file has",
                                one.word));
    }
  }
}

class directive_rules {
 public:
  explicit directive_rules(const unit& all) : all_(&all) {}

  void check_function(const spliced_function& function) const {
    const span whole{all_->begin_of_declaration(function.definition),
                     span_of(function.definition).end};
    check_changes_in(whole);
    names said = words_of(*function.about);
    said.merge(words_in(head_of(function.annotated)));
    said.merge(words_in(head_of(function.first)));
    refuse_changes(all_->macros.reached_from(said),
                   {function.about->where.end, whole.end},
                   "the effect of this function is written behind its definition");
  }

  void check_statement(const pragma& said) const {
    refuse_changes(all_->macros.reached_from(words_of(said)),
                   {said.where.end, said.next},
                   "what the pragma before it says is written behind it");
  }

  /// Checks a loop that is cut: its bounds are written before the loop.
  void check_header(const span& header) const {
    for (const directive& one : all_->directives) {
      if (changes_macro(one) && header.contains(one.where)) {
        all_->wrong.add(one.where.begin, "a macro changes within the header of a loop");
      }
    }
  }

 private:
  static names words_of(const pragma& said) {
    names found;
    for (const token& one : said.words) {
      found.insert(one.text);
    }
    return found;
  }

  /// The part of a function declaration before the body.
  static span head_of(CXCursor function) {
    const std::vector<CXCursor> parts = children_of(function);
    const bool body = !parts.empty() && kind_of(parts.back()) == CXCursor_CompoundStmt;
    return {span_of(function).begin, body ? span_of(parts.back()).begin : span_of(function).end};
  }

  [[nodiscard]] names words_in(const span& where) const {
    names found;
    const token* const end = all_->tokens.data() + all_->tokens.size();
    for (const token* one = all_->token_from(where.begin);
         one != nullptr && one != end && one->where.begin < where.end;
         ++one) {
      found.insert(one->text);
    }
    return found;
  }

  void refuse_changes(const names& of, const span& within, const char* why) const {
    for (const directive& one : all_->directives) {
      if (changes_macro(one) && within.contains(one.where) && of.contains(one.words[0].text)) {
        all_->wrong.add(one.where.begin,
                        fmt::format("the macro '{}' changes here, and {}; move this line out of "
                                    "the function, or give the macro another name",
                                    one.words[0].text,
                                    why));
      }
    }
  }

  /// Checks macros that the function defines. Such a macro, perhaps undefined again, has the same
  /// meaning in the second text of the function if nothing mentions it before its definition.
  void check_changes_in(const span& whole) const {
    std::map<std::string, std::vector<const directive*>> changes;
    for (const directive& one : all_->directives) {
      if (changes_macro(one) && whole.contains(one.where)) {
        changes[one.words[0].text].push_back(&one);
      }
    }
    for (const auto& [name, all] : changes) {
      const bool once = all[0]->word == "define" &&
                        (all.size() == 1 || (all.size() == 2 && all[1]->word == "undef"));
      const names before = all_->macros.reached_from(words_in({whole.begin, all[0]->where.begin}));
      if (!once || before.contains(name) || all_->macros.is_defined_outside(name, whole)) {
        all_->wrong.add(all.back()->where.begin,
                        fmt::format("the macro '{}' has several meanings in this function, whose "
                                    "text is in the translation twice; give each a name",
                                    name));
      }
    }
  }

  const unit* all_;
};

/// The offset where the body of the innermost loop begins that a pragma names, or the end of the
/// text.
std::size_t end_of_headers(const unit& all, const pragma& said) {
  std::size_t end = said.next;
  for (std::size_t i = 0; i < said.over.size(); ++i) {
    const token* word = all.token_from(end);
    int depth = 0;
    for (; word != all.tokens.data() + all.tokens.size(); ++word) {
      depth += word->text == "(" ? 1 : 0;
      depth -= word->text == ")" ? 1 : 0;
      if (word->text == ")" && depth == 0) {
        break;
      }
    }
    end = word == all.tokens.data() + all.tokens.size() ? all.from.text().size() : word->where.end;
  }
  return end;
}

}  // namespace

void check_directives(const unit& all) {
  const directive_rules rules(all);
  for (const CXCursor& one : all.defined) {
    const span whole = span_of(one);
    if (all.functions.find(one) != nullptr ||
        std::ranges::any_of(all.pragmas,
                            [&whole](const pragma& each) { return whole.contains(each.where); })) {
      refuse_includes(all, whole);
      check_pragmas(all, one);
    }
  }
  for (const spliced_function& one : all.functions.all()) {
    rules.check_function(one);
  }
  for (const pragma& one : all.pragmas) {
    if (one.kind != pragma_kind::function) {
      rules.check_statement(one);
    }
    if (!one.over.empty()) {
      rules.check_header({one.next, end_of_headers(all, one)});
    }
  }
}

}  // namespace nuthatch::splicec
