// SPDX-License-Identifier: Apache-2.0
#include "splicec/pragma.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/options/known_names.hpp"
#include "splicec/loop_pragmas.hpp"

namespace nuthatch::splicec {

namespace {

using words = std::span<const token>;

constexpr std::array changing_operators = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

/// Reads one directive.
class pragma_reader {
 public:
  pragma_reader(words line, complaints& wrong) : left_(line), wrong_(&wrong) {}

  std::optional<pragma> read(const span& where, std::size_t splice) {
    if (left_.empty()) {
      wrong_->add(splice, "#pragma splice what? valid: func, step, try(n)");
      return std::nullopt;
    }
    pragma found{.kind = pragma_kind::function, .where = where};
    found.words.assign(left_.begin(), left_.end());
    const token kind = take();
    if (kind.text == "try") {
      found.kind = pragma_kind::try_splice;
      refuse_zero(kind, "try takes the number of calls that are spliced: 1 or more, as in try(8)");
      found.group = list_of(kind).value_or(span{});
      if (found.group.empty() && right_) {
        complain(kind, "try takes the number of calls that are spliced, as in try(8)");
      }
      if (!left_.empty()) {
        complain(left_.front(),
                 fmt::format("\"{}\": nothing more is expected here", left_.front().text));
      }
    } else if (kind.text == "func" || kind.text == "step") {
      found.kind = kind.text == "func" ? pragma_kind::function : pragma_kind::step;
      read_clauses(found, kind);
    } else {
      complain(kind,
               cli::unknown_name_message(
                   "there is no #pragma splice", kind.text, {"func", "step", "try"}));
    }
    return right_ ? std::optional(found) : std::nullopt;
  }

 private:
  token take() {
    const token first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }

  void complain(const token& at, std::string text) {
    wrong_->add(at.where.begin, std::move(text));
    right_ = false;
  }

  void refuse_zero(const token& at, const char* text) {
    if (left_.size() > 2 && left_[0].text == "(" && left_[1].text == "0" && left_[2].text == ")") {
      complain(at, text);
    }
  }

  void read_clauses(pragma& found, const token& kind) {
    while (!left_.empty() && right_) {
      read_clause(found, take());
    }
    if (right_ && found.clauses.empty() && !found.everything) {
      complain(kind,
               fmt::format("{} says no effect: Reads(…), Writes(…), Accumulates(…) or "
                           "Everything",
                           kind.text));
    }
    if (right_ && found.over.empty() != found.slice.empty()) {
      complain(kind, "over(…) and slice(…) come together");
    }
  }

  void read_clause(pragma& found, const token& word) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> functions{
        {{"Reads", "reads"}, {"Writes", "writes"}, {"Accumulates", "accumulates"}}};
    const auto* const function =
        std::ranges::find(functions, word.text, [](const auto& one) { return one.first; });
    const bool step = found.kind == pragma_kind::step;
    if (function != functions.end()) {
      read_regions(found, word, function->second);
    } else if (word.text == "Everything") {
      found.everything = true;
    } else if (step && word.text == "over") {
      read_indices(found, word);
    } else if (step && word.text == "slice") {
      refuse_zero(word, "slice takes the number of indices in a slice: 1 or more, a few thousand");
      found.slice = list_of(word).value_or(span{});
      if (found.slice.empty() && right_) {
        complain(word, "slice takes the number of indices in a slice, as in slice(4096)");
      }
    } else {
      std::vector<std::string> valid{"Reads", "Writes", "Accumulates", "Everything"};
      if (step) {
        valid.insert(valid.end(), {"over", "slice"});
      }
      complain(word, cli::unknown_name_message("#pragma splice has no word", word.text, valid));
    }
  }

  void read_regions(pragma& found, const token& word, std::string_view function) {
    const std::optional<span> regions = list_of(word);
    if (regions && regions->empty()) {
      complain(word,
               fmt::format("{} takes regions, as in {}(range(a, a + n))", word.text, word.text));
    }
    if (regions) {
      found.clauses.push_back({std::string(function), *regions});
    }
  }

  void read_indices(pragma& found, const token& word) {
    const words before = left_;
    if (!list_of(word)) {
      return;
    }
    const words inside = before.subspan(1, before.size() - left_.size() - 2);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const bool name = i % 2 == 0;
      if (name != (inside[i].kind == CXToken_Identifier) || (!name && inside[i].text != ",")) {
        complain(inside[i], "over takes the indices of loops, as in over(i) or over(i, j)");
        return;
      }
      if (name) {
        found.over.push_back({inside[i].text, inside[i].where.begin});
      }
    }
    if (found.over.empty() || found.over.size() > 3 || inside.size() % 2 == 0) {
      complain(word, "over takes the indices of one, two or three loops, as in over(i)");
    }
  }

  /// The content of the parentheses behind a word.
  std::optional<span> list_of(const token& word) {
    if (left_.empty() || left_.front().text != "(") {
      complain(word, fmt::format("after {} a ( is expected", word.text));
      return std::nullopt;
    }
    const token open = take();
    int depth = 1;
    while (!left_.empty()) {
      const token one = take();
      depth += one.text == "(" ? 1 : 0;
      depth -= one.text == ")" ? 1 : 0;
      if (depth == 0) {
        return span{open.where.end, one.where.begin};
      }
      if (one.kind == CXToken_Punctuation &&
          std::ranges::find(changing_operators, one.text) != changing_operators.end()) {
        complain(one,
                 fmt::format("\"{}\" changes something, which an expression of a pragma "
                             "may not",
                             one.text));
      }
    }
    complain(open, fmt::format("the ( after {} has no )", word.text));
    return std::nullopt;
  }

  words left_;
  complaints* wrong_;
  bool right_ = true;
};

/// Complains about a pragma of another name that continues like a splice pragma.
void refuse_misspelt(const directive& one, complaints& wrong) {
  static constexpr std::array<std::string_view, 3> kinds{"func", "step", "try"};
  const token& name = one.words[0];
  if (!cli::nearest_name(name.text, {"splice"}).empty() && one.words.size() > 1 &&
      std::ranges::find(kinds, one.words[1].text) != kinds.end()) {
    wrong.add(name.where.begin,
              fmt::format("#pragma {} {}: did you mean splice?", name.text, one.words[1].text));
  }
}

/// Finds the pragmas of one source, as directives and as operators.
class pragma_finder {
 public:
  pragma_finder(const source_words& from, complaints& wrong) : from_(&from), wrong_(&wrong) {}

  std::vector<pragma> find() {
    for (const directive& one : from_->directives) {
      if (one.active && one.word == "pragma" && !one.words.empty()) {
        if (one.words[0].text == "splice") {
          add(one.words, one.where);
        } else {
          refuse_misspelt(one, *wrong_);
        }
      }
    }
    for (std::size_t i = 0; i + 3 < from_->tokens.size(); ++i) {
      read_operator(words(from_->tokens).subspan(i, 4));
    }
    std::ranges::sort(found_, {}, [](const pragma& one) { return one.where.begin; });
    refuse_several();
    return std::move(found_);
  }

 private:
  /// The directive that contains this offset, or null.
  [[nodiscard]] const directive* directive_at(std::size_t offset) const {
    const auto after = std::ranges::upper_bound(
        from_->directives, offset, {}, [](const directive& one) { return one.where.begin; });
    return after != from_->directives.begin() && std::prev(after)->where.contains(offset)
               ? &*std::prev(after)
               : nullptr;
  }

  [[nodiscard]] bool is_skipped(std::size_t offset) const {
    return std::ranges::any_of(from_->skipped,
                               [offset](const span& one) { return one.contains(offset); });
  }

  void add(words all, const span& where) {
    std::optional<pragma> one =
        pragma_reader(all.subspan(1), *wrong_).read(where, all.front().where.begin);
    if (one) {
      place(*one);
      found_.push_back(*std::move(one));
    }
  }

  /// Determines what the pragma precedes: the next token that is compiled and in no directive.
  void place(pragma& one) const {
    const auto next = std::ranges::find_if(from_->tokens, [&](const token& word) {
      return word.where.begin >= one.where.end && directive_at(word.where.begin) == nullptr &&
             !is_skipped(word.where.begin);
    });
    const auto behind =
        one.kind == pragma_kind::function ? next : behind_attributes(from_->tokens, next);
    one.next = offset_of(behind);
    one.wraps_from = offset_of(next);
    for (const directive& each : from_->directives | std::views::reverse) {
      if (each.where.begin >= one.next) {
        continue;
      }
      if (each.where.begin < one.where.end || (is_conditional(each) || !each.active)) {
        break;
      }
      if (each.word == "pragma") {
        one.wraps_from = each.where.begin;
      }
    }
    one.wraps_from = begin_with_loop_pragmas(from_->directives, from_->tokens, one.wraps_from);
  }

  [[nodiscard]] std::size_t offset_of(std::vector<token>::const_iterator word) const {
    return word == from_->tokens.end() ? from_->from.text().size() : word->where.begin;
  }

  /// Reads `_Pragma("splice …")`, which has to be in the source itself, not in a macro.
  void read_operator(words four) {
    static constexpr std::array<std::string_view, 3> kinds{"func", "step", "try"};
    const std::string& text = four[2].text;
    if (four[0].kind == CXToken_Identifier && four[1].text == "(" && text == "splice" &&
        std::ranges::find(kinds, four[3].text) != kinds.end() &&
        directive_at(four[0].where.begin) == nullptr && !is_skipped(four[0].where.begin)) {
      wrong_->add(four[0].where.begin,
                  "the translator sees pragmas outside of macros only; write #pragma splice on a "
                  "line of its own");
      return;
    }
    const bool in_define = directive_at(four[0].where.begin) != nullptr;
    if (four[0].text != "_Pragma" || four[1].text != "(" ||
        without_line_splices(text).find("splice") == std::string::npos ||
        is_skipped(four[0].where.begin)) {
      return;
    }
    if (in_define || four[3].text != ")") {
      wrong_->add(four[0].where.begin,
                  "the translator sees pragmas outside of macros only; write #pragma splice on a "
                  "line of its own");
      return;
    }
    const bool raw = text.starts_with('R');
    if ((!raw && !text.starts_with('"')) || text.find(raw ? '\n' : '\\') != std::string::npos) {
      wrong_->add(four[0].where.begin,
                  "the translator reads a _Pragma(\"splice …\") whose string has no prefix, "
                  "backslashes or line breaks; write #pragma splice on a line of its own");
      return;
    }
    const std::string_view inside = text_in_literal(text);
    std::string alone(four[2].where.begin + static_cast<std::size_t>(inside.data() - text.data()),
                      ' ');
    alone += inside;
    const std::vector<token> all = parsed("_Pragma", alone, {"-x", "c++"}).tokens();
    if (!all.empty() && all.front().text == "splice") {
      add(all, {four[0].where.begin, four[3].where.end});
    }
  }

  void refuse_several() {
    for (std::size_t i = 1; i < found_.size(); ++i) {
      if (found_[i - 1].next == found_[i].next) {
        found_[i - 1].used = found_[i].used = true;
        wrong_->add(found_[i].where.begin, "this follows another #pragma splice; a place has one");
      }
    }
  }

  const source_words* from_;
  complaints* wrong_;
  std::vector<pragma> found_;
};

}  // namespace

std::vector<pragma> find_pragmas(const source_words& from, complaints& wrong) {
  return pragma_finder(from, wrong).find();
}

}  // namespace nuthatch::splicec
