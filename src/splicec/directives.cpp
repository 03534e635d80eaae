// SPDX-License-Identifier: Apache-2.0
#include "splicec/directives.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace nuthatch::splicec {

namespace {

constexpr std::string_view blanks = " \t\v\f\r";

/// Scans the characters of a directive.
class directive_scanner {
 public:
  directive_scanner(const std::string& text, std::size_t at) : text_(&text), at_(at) {}

  std::size_t end() {
    while (!at_end()) {
      if (begins("/*")) {
        const std::size_t close = text_->find("*/", at_ + 2);
        at_ = close == std::string::npos ? text_->size() : close + 2;
      } else if (begins("//")) {
        skip_line();
      } else if ((*text_)[at_] == '"' || ((*text_)[at_] == '\'' && !parts_digits())) {
        skip_literal((*text_)[at_]);
      } else {
        advance();
      }
    }
    return at_;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_->size() || (*text_)[at_] == '\n'; }

  [[nodiscard]] bool begins(std::string_view what) const {
    return std::string_view(*text_).substr(at_).starts_with(what);
  }

  /// Whether this is a digit separator, as in `1'000`.
  [[nodiscard]] bool parts_digits() const {
    return at_ > 0 && std::isxdigit(static_cast<unsigned char>((*text_)[at_ - 1])) != 0 &&
           at_ + 1 < text_->size() &&
           std::isxdigit(static_cast<unsigned char>((*text_)[at_ + 1])) != 0 && in_number();
  }

  /// Whether the word that ends here begins with a digit.
  [[nodiscard]] bool in_number() const {
    std::size_t begin = at_;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>((*text_)[begin - 1])) != 0 ||
                         (*text_)[begin - 1] == '_' || (*text_)[begin - 1] == '\'')) {
      --begin;
    }
    return std::isdigit(static_cast<unsigned char>((*text_)[begin])) != 0;
  }

  void advance() {
    const std::size_t splice = line_splice_at(*text_, at_);
    at_ += splice != 0 ? splice : 1;
  }

  void skip_line() {
    while (!at_end()) {
      advance();
    }
  }

  /// Skips a literal. An unmatched quote, as in `#error don't`, ends with the line.
  void skip_literal(char quote) {
    advance();
    while (!at_end() && (*text_)[at_] != quote) {
      if ((*text_)[at_] == '\\' && line_splice_at(*text_, at_) == 0) {
        ++at_;
        if (at_end()) {
          return;
        }
      }
      advance();
    }
    if (!at_end()) {
      ++at_;
    }
  }

  const std::string* text_;
  std::size_t at_;
};

}  // namespace

std::size_t end_of_directive(const std::string& text, std::size_t begin) {
  return directive_scanner(text, begin).end();
}

std::vector<directive> find_directives(const source& from,
                                       const std::vector<token>& tokens,
                                       const std::vector<span>& skipped) {
  std::vector<directive> found;
  std::size_t before = 0;  // end of the last token
  for (auto one = tokens.begin(); one != tokens.end();) {
    const std::size_t begin = one->where.begin;
    const bool first =
        from.text_of({before, begin}).find('\n') != std::string_view::npos || one == tokens.begin();
    if ((one->text != "#" && one->text != "%:") || !first) {
      before = one->where.end;
      ++one;
      continue;
    }
    const span where{begin, end_of_directive(from.text(), begin)};
    const auto last = std::find_if(
        one, tokens.end(), [&](const token& next) { return next.where.begin >= where.end; });
    const bool skips =
        std::ranges::any_of(skipped, [begin](const span& part) { return part.contains(begin); });
    directive next{.where = where, .word = {}, .active = !skips, .words = {}};
    if (++one != last) {
      next.word = one->text;
      next.words.assign(one + 1, last);
    }
    found.push_back(std::move(next));
    before = where.end;
    one = last;
  }
  return found;
}

bool is_conditional(const directive& one) {
  constexpr std::array<std::string_view, 8> words{
      "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"};
  return std::ranges::find(words, one.word) != words.end();
}

std::string_view text_in_literal(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  if (quote == std::string_view::npos || literal.size() < quote + 2) {
    return {};
  }
  const bool raw = quote > 0 && literal[quote - 1] == 'R';
  const std::size_t open = raw ? literal.find('(', quote) : quote;
  if (open == std::string_view::npos) {
    return {};
  }
  const std::size_t begin = open + 1;
  const std::size_t behind = 1 + (raw ? begin - quote - 1 : 0);  // the delimiter and its brackets
  return literal.substr(begin, literal.size() - begin - behind);
}

bool is_harmless_pragma(std::string_view words) {
  static constexpr std::array<std::string_view, 20> known{
      "GCC diagnostic",  "GCC optimize", "GCC target",       "GCC push_options",
      "GCC pop_options", "GCC ivdep",    "GCC unroll",       "GCC visibility",
      "GCC warning",     "GCC error",    "clang diagnostic", "clang loop",
      "clang optimize",  "clang fp",     "message",          "once",
      "splice",          "unroll",       "nounroll",         "STDC"};
  const auto word = [&words] {
    words.remove_prefix(std::min(words.find_first_not_of(blanks), words.size()));
    const std::string_view first = words.substr(0, words.find_first_of(" \t\v\f\r(\n\"/"));
    words.remove_prefix(first.size());
    return first;
  };
  std::string name(word());
  if (name == "GCC" || name == "clang") {
    name += ' ';
    name += word();
  }
  return std::ranges::find(known, name) != known.end();
}

bool has_only_pragmas(std::string_view part) {
  const std::string text(part);
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.front() == '\n' || blanks.find(rest.front()) != std::string_view::npos) {
      ++at;
      continue;
    }
    const std::size_t end = end_of_directive(text, at);
    if (rest.starts_with("/*")) {
      const std::size_t close = text.find("*/", at + 2);
      at = close == std::string::npos ? text.size() : close + 2;
      continue;
    }
    const std::size_t word =
        rest.front() == '#' ? text.find_first_not_of(blanks, at + 1) : std::string::npos;
    if (!rest.starts_with("//") && word == std::string::npos) {
      return false;
    }
    const std::string_view name =
        rest.front() == '#' ? std::string_view(text).substr(word, end - word) : std::string_view();
    const bool understood = name.empty() || name.starts_with("if") || name.starts_with("el") ||
                            name.starts_with("endif") || name.starts_with("error") ||
                            name.starts_with("warning") ||
                            (name.starts_with("pragma") && is_harmless_pragma(name.substr(6)));
    if (!understood) {
      return false;
    }
    at = end;
  }
  return true;
}

}  // namespace nuthatch::splicec
