// SPDX-License-Identifier: Apache-2.0
#include "splicec/header_words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_word(const token& one) {
  return one.kind == CXToken_Identifier || one.kind == CXToken_Keyword;
}

/// Adds the words of a macro's body to `known`, and those that are new there to `found`.
void add_new_words(std::span<const token> body,
                   header_words::names& known,
                   std::vector<std::string>& found) {
  for (const token& word : body) {
    if (is_word(word) && known.insert(word.text).second) {
      found.push_back(word.text);
    }
  }
}

/// The index behind a part in brackets that begins here, or the number of tokens.
std::size_t behind_brackets(std::span<const token> all, std::size_t at) {
  int depth = 0;
  for (; at < all.size(); ++at) {
    depth += all[at].text == "(" || all[at].text == "[" ? 1 : 0;
    depth -= all[at].text == ")" || all[at].text == "]" ? 1 : 0;
    if (depth == 0) {
      return at + 1;
    }
  }
  return at;
}

/// Whether attributes of these names, with their arguments, leave types and lifetimes alone.
bool are_hints(std::span<const token> attributes) {
  static constexpr std::array<std::string_view, 36> known{"always_inline", "__always_inline__",
                                                          "noinline",      "__noinline__",
                                                          "gnu",           "clang",
                                                          "hot",           "__hot__",
                                                          "cold",          "__cold__",
                                                          "flatten",       "__flatten__",
                                                          "artificial",    "nodebug",
                                                          "unused",        "__unused__",
                                                          "used",          "maybe_unused",
                                                          "nodiscard",     "deprecated",
                                                          "noreturn",      "__noreturn__",
                                                          "pure",          "__pure__",
                                                          "const",         "__const__",
                                                          "nothrow",       "__nothrow__",
                                                          "visibility",    "__visibility__",
                                                          "format",        "printf",
                                                          "no_sanitize",   "likely",
                                                          "unlikely",      "fallthrough"};
  return std::ranges::all_of(attributes, [](const token& one) {
    return !is_word(one) || std::ranges::find(known, one.text) != known.end();
  });
}

}  // namespace

header_words::header_words(const parsed& tree,
                           const std::vector<directive>& directives,
                           const std::vector<own_header>& headers) {
  names own_files{taken(clang_getTranslationUnitSpelling(tree.unit()))};
  for (const own_header& one : headers) {
    own_files.insert(one.path);
  }
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) != CXCursor_MacroDefinition || is_macro_of_flags(one)) {
      continue;
    }
    const std::string file = file_of(clang_getCursorLocation(one));
    if (!file.empty() && !own_files.contains(file)) {
      of_system_.insert(name_of(one));
    } else if (file.empty()) {
      std::vector<std::string>& value = predefined_[name_of(one)];
      const token_list tokens(one);
      for (const CXToken& word : tokens.all()) {
        value.push_back(tokens.text(word));
      }
    }
  }
  add(directives);
  for (const own_header& one : headers) {
    add(one.directives);
  }
}

void header_words::add(const std::vector<directive>& directives) {
  for (const directive& one : directives) {
    if ((one.word == "define" || one.word == "undef") && !one.words.empty()) {
      const std::span<const token> body =
          one.word == "define" ? body_of(one) : std::span<const token>();
      bodies_.emplace(one.words.front().text, std::vector<token>(body.begin(), body.end()));
    }
  }
}

bool header_words::is_fixed(std::string_view name) const {
  return !bodies_.contains(name) && !of_system_.contains(name) && name != "__COUNTER__";
}

bool header_words::is_fixed(const directive& condition) const {
  const std::vector<std::string> words = words_of_condition(condition);
  const bool asks_for_own_file =
      std::ranges::any_of(
          words, [](const std::string& word) { return word.starts_with("__has_include"); }) &&
      std::ranges::any_of(condition.words, [](const token& one) {
        return one.kind == CXToken_Literal && one.text.starts_with('"');
      });
  return !asks_for_own_file &&
         std::ranges::all_of(words, [this](const std::string& word) { return is_fixed(word); });
}

std::string header_words::same_meaning(std::string_view name) const {
  const auto found = predefined_.find(name);
  const bool number = found != predefined_.end() && found->second.size() == 2 &&
                      found->second[1].find_first_not_of("0123456789L") == std::string::npos;
  return number ? fmt::format("if defined({0}) && {0} == {1}", name, found->second[1])
                : fmt::format("ifdef {}", name);
}

void header_words::add_reached(names& to) const {
  std::vector<std::string> left(to.begin(), to.end());
  while (!left.empty()) {
    const auto [first, last] = bodies_.equal_range(left.back());
    left.pop_back();
    for (auto one = first; one != last; ++one) {
      add_new_words(one->second, to, left);
    }
  }
}

bool header_words::joins_words(const names& reached) const {
  return std::ranges::any_of(bodies_, [&reached](const auto& one) {
    return reached.contains(one.first) && std::ranges::any_of(one.second, [](const token& word) {
             return word.text == "##" || word.text == "%:%:";
           });
  });
}

bool header_words::varies(std::string_view name) const {
  static constexpr std::array<std::string_view, 5> texts{
      "__VERSION__", "__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__FAST_MATH__", "__NO_INLINE__"};
  return predefined_.contains(name) &&
         (tells_compilers_apart(name) || std::ranges::find(texts, name) != texts.end());
}

std::vector<std::string> words_of_condition(const directive& condition) {
  static constexpr std::array<std::string_view, 6> operators{
      "defined", "and", "or", "not", "true", "false"};
  std::vector<std::string> found;
  for (const token& one : condition.words) {
    if (is_word(one) && std::ranges::find(operators, one.text) == operators.end()) {
      found.push_back(one.text);
    }
  }
  return found;
}

bool is_attribute_like(std::span<const token> body) {
  static constexpr std::array<std::string_view, 7> words{"inline",
                                                         "__inline",
                                                         "__inline__",
                                                         "__forceinline",
                                                         "__restrict",
                                                         "__restrict__",
                                                         "__extension__"};
  for (std::size_t at = 0; at < body.size();) {
    const std::string& text = body[at].text;
    const bool attribute = text == "__attribute__" || text == "__attribute";
    if (attribute || text == "[") {
      const std::size_t begin = attribute ? at + 1 : at;
      const std::size_t end = behind_brackets(body, begin);
      if (!are_hints(body.subspan(begin, end - begin))) {
        return false;
      }
      at = end;
    } else if (text == "_Pragma" && at + 3 < body.size()) {
      const std::string& pragma = body[at + 2].text;
      if (pragma.size() < 2 || !is_harmless_pragma(pragma.substr(1, pragma.size() - 2))) {
        return false;
      }
      at = behind_brackets(body, at + 1);
    } else if (std::ranges::find(words, text) != words.end()) {
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

std::span<const token> body_of(const directive& define) {
  const std::span<const token> words(define.words);
  const bool has_parameters =
      words.size() > 1 && words[1].text == "(" && words[1].where.begin == words[0].where.end;
  if (words.empty() || has_parameters) {
    return words.empty() ? words : words.subspan(behind_brackets(words, 1));
  }
  return words.subspan(1);
}

}  // namespace nuthatch::splicec
