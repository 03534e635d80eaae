#include "splicec/pragma.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/options/known_names.hpp"

namespace nuthatch::splicec {

namespace {

using words = std::span<const token>;

constexpr std::array changing_operators = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

/// The end of the line, and of those that a backslash joins to it.
std::size_t end_of_directive(const source& from, std::size_t offset) {
  const std::string& text = from.text();
  while (offset < text.size() && (text[offset] != '\n' || text[offset - 1] == '\\')) {
    ++offset;
  }
  return offset;
}

/// Reads one directive.
class pragma_reader {
 public:
  pragma_reader(words line, complaints& wrong) : left_(line), wrong_(&wrong) {}

  std::optional<pragma> read(const span& where) {
    const token splice = take();
    if (left_.empty()) {
      wrong_->add(splice.where.begin, "#pragma splice what? valid: func, step, try(n)");
      return std::nullopt;
    }
    const token kind = take();
    pragma found{.kind = pragma_kind::function, .where = where};
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

  /// What stands in the parentheses after a word.
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

bool begins_pragma(const std::vector<token>& tokens, std::size_t at) {
  return tokens[at].text == "#" && tokens[at + 1].text == "pragma";
}

/// A pragma of another name that goes on like one of ours.
void refuse_misspelt(const std::vector<token>& tokens, std::size_t at, complaints& wrong) {
  static constexpr std::array<std::string_view, 3> kinds{"func", "step", "try"};
  const std::string& name = tokens[at + 2].text;
  if (!cli::nearest_name(name, {"splice"}).empty() && at + 3 < tokens.size() &&
      std::ranges::find(kinds, tokens[at + 3].text) != kinds.end()) {
    wrong.add(tokens[at + 2].where.begin,
              fmt::format("#pragma {} {}: did you mean splice?", name, tokens[at + 3].text));
  }
}

}  // namespace

std::vector<pragma> find_pragmas(const source& from,
                                 const std::vector<token>& tokens,
                                 const std::vector<span>& skipped,
                                 complaints& wrong) {
  std::vector<pragma> found;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::size_t begin = tokens[i].where.begin;
    if (!begins_pragma(tokens, i) ||
        std::ranges::any_of(skipped, [begin](const span& one) { return one.contains(begin); })) {
      continue;
    }
    if (tokens[i + 2].text != "splice") {
      refuse_misspelt(tokens, i, wrong);
      continue;
    }
    const span where{begin, end_of_directive(from, begin)};
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(i) + 2;
    const auto last = std::find_if(
        first, tokens.end(), [&](const token& one) { return one.where.begin >= where.end; });
    std::optional<pragma> one = pragma_reader(words(first, last), wrong).read(where);
    if (one) {
      one->next = last == tokens.end() ? from.text().size() : last->where.begin;
      found.push_back(*std::move(one));
    }
  }
  for (std::size_t i = 1; i < found.size(); ++i) {
    if (found[i - 1].next == found[i].where.begin) {
      found[i - 1].used = true;
      wrong.add(found[i].where.begin, "this follows another #pragma splice; a place has one");
    }
  }
  return found;
}

}  // namespace nuthatch::splicec
