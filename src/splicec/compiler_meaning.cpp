// SPDX-License-Identifier: Apache-2.0
#include "splicec/compiler_meaning.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/directives.hpp"
#include "splicec/own_headers.hpp"

namespace nuthatch::splicec {

namespace {

/// Parts of macros by which sources tell compilers apart.
constexpr std::array<std::string_view, 5> words_of_compilers{
    "__clang", "__GNUC", "__llvm__", "__VERSION__", "__INTEL"};

}  // namespace

std::vector<std::string> flags_of_gcc(std::vector<std::string> flags) {
  flags.insert(flags.end(),
               {"-fgnuc-version=12.2.0",
                "-U__clang__",
                "-U__clang_major__",
                "-U__clang_minor__",
                "-U__clang_patchlevel__",
                "-U__clang_version__",
                "-U__llvm__",
                "-ferror-limit=0"});
  return flags;
}

std::map<std::string, std::string> own_files(const source& from, const parsed& tree) {
  std::map<std::string, std::string> found{{from.path(), from.text()}};
  for (own_header& one : own_headers(tree)) {
    found.emplace(std::move(one.path), std::move(one.text));
  }
  return found;
}

bool tells_compilers_apart(std::string_view text) {
  return std::ranges::any_of(words_of_compilers, [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

namespace {

struct part {
  std::string file;
  span where;

  friend auto operator<=>(const part& one, const part& other) {
    return std::tie(one.file, one.where.begin, one.where.end) <=>
           std::tie(other.file, other.where.begin, other.where.end);
  }
};

/// The parts of these files that the preprocessor leaves out.
std::set<part> left_out(const parsed& tree, const std::map<std::string, std::string>& files) {
  CXSourceRangeList* const list = clang_getAllSkippedRanges(tree.unit());
  std::set<part> found;
  for (const CXSourceRange& one : std::span(list->ranges, list->count)) {
    const CXSourceLocation begin = clang_getRangeStart(one);
    if (std::string file = file_of(begin); files.contains(file)) {
      found.insert({std::move(file), {offset_of(begin), offset_of(clang_getRangeEnd(one))}});
    }
  }
  clang_disposeSourceRangeList(list);
  return found;
}

/// The first macro of one of these names that a part defines, or an empty string.
std::string_view defined_in(std::string_view text,
                            const std::set<std::string, std::less<>>& names) {
  constexpr std::string_view word = "define";
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    const std::size_t begin = text.find_first_not_of(" \t", at + word.size());
    if (begin == std::string_view::npos) {
      return {};
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n(", begin), text.size());
    if (names.contains(text.substr(begin, end - begin))) {
      return text.substr(begin, end - begin);
    }
  }
  return {};
}

}  // namespace

std::size_t first_use(const parsed& tree, std::string_view name) {
  const std::vector<token> all = tree.tokens();
  const auto found = std::ranges::find(all, name, &token::text);
  return found == all.end() ? 0 : found->where.begin;
}

void check_compilers(const source& from,
                     const parsed& alone,
                     const std::set<std::string, std::less<>>& words,
                     const std::vector<std::string>& flags,
                     complaints& wrong) {
  const std::map<std::string, std::string> files = own_files(from, alone);
  const auto may_tell = [](const auto& one) {
    const std::string text = without_line_splices(one.second);
    return tells_compilers_apart(text) || text.find("##") != std::string::npos ||
           text.find("%:%:") != std::string::npos;  // they may join such a name
  };
  if (std::ranges::none_of(files, may_tell)) {
    return;
  }
  const parsed gcc(from.path(), from.text(), flags_of_gcc(flags));
  const std::set<part> by_clang = left_out(alone, files);
  const std::set<part> by_gcc = left_out(gcc, files);
  const auto refuse = [&](const std::set<part>& some, const std::set<part>& other) {
    for (const part& one : some) {
      const std::string_view text = std::string_view(files.at(one.file))
                                        .substr(one.where.begin, one.where.end - one.where.begin);
      const bool main = one.file == from.path();
      const std::string_view macro = main ? std::string_view() : defined_in(text, words);
      if (other.contains(one) || has_only_pragmas(text) || (!main && macro.empty())) {
        continue;
      }
      wrong.add(main ? one.where.begin : first_use(alone, macro),
                fmt::format("{}one of GCC and Clang alone compiles this part, and either may "
                            "compile the translation; give it the same text for both",
                            main ? "" : fmt::format("'{}' of {}: ", macro, one.file)));
    }
  };
  refuse(by_clang, by_gcc);
  refuse(by_gcc, by_clang);
}

}  // namespace nuthatch::splicec
