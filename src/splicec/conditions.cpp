// SPDX-License-Identifier: Apache-2.0
#include "splicec/conditions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"
#include "splicec/directives.hpp"
#include "splicec/macros.hpp"

namespace nuthatch::splicec {

namespace {

using names = std::set<std::string, std::less<>>;

/// Reserved names on which all compilers for a target agree, or which the requirements on flags
/// cover.
constexpr std::array<std::string_view, 52> understood{"__cplusplus",
                                                      "__STDC__",
                                                      "__STDC_VERSION__",
                                                      "__STDC_HOSTED__",
                                                      "__FILE__",
                                                      "__LINE__",
                                                      "_OPENMP",
                                                      "__linux__",
                                                      "__linux",
                                                      "__gnu_linux__",
                                                      "__unix__",
                                                      "__unix",
                                                      "__x86_64__",
                                                      "__amd64__",
                                                      "__aarch64__",
                                                      "__i386__",
                                                      "__arm__",
                                                      "__LP64__",
                                                      "_LP64",
                                                      "__ELF__",
                                                      "__CHAR_BIT__",
                                                      "__EXCEPTIONS",
                                                      "__BYTE_ORDER__",
                                                      "_WIN32",
                                                      "_WIN64",
                                                      "_MSC_VER",
                                                      "__APPLE__",
                                                      "__MACH__",
                                                      "__MINGW32__",
                                                      "__CYGWIN__",
                                                      "__ANDROID__",
                                                      "__FreeBSD__",
                                                      "__NetBSD__",
                                                      "__OpenBSD__",
                                                      "__sun",
                                                      "__CUDACC__",
                                                      "__NVCC__",
                                                      "__has_include",
                                                      "_GNU_SOURCE",
                                                      "_DEFAULT_SOURCE",
                                                      "_BSD_SOURCE",
                                                      "_SVID_SOURCE",
                                                      "_POSIX_SOURCE",
                                                      "_POSIX_C_SOURCE",
                                                      "_XOPEN_SOURCE",
                                                      "_ISOC99_SOURCE",
                                                      "_ISOC11_SOURCE",
                                                      "_FILE_OFFSET_BITS",
                                                      "_LARGEFILE_SOURCE",
                                                      "_LARGEFILE64_SOURCE",
                                                      "_REENTRANT",
                                                      "_USE_MATH_DEFINES"};

/// Beginnings of such names.
constexpr std::array<std::string_view, 9> understood_beginnings{"__SIZEOF_",
                                                                "__ORDER_",
                                                                "__INT",
                                                                "__UINT",
                                                                "__LONG_",
                                                                "__SHRT_",
                                                                "__SCHAR_",
                                                                "__FLT_",
                                                                "__DBL_"};

bool is_word(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
}

/// The identifiers of a text.
std::vector<std::string_view> identifiers(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) {
      ++end;
    }
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0) {
      found.push_back(text.substr(at, end - at));
    }
    at = std::max(end, at + 1);
  }
  return found;
}

/// The length of a comment or a literal that begins here; 0 if none does.
std::size_t length_of_opaque(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) {
    return std::min(rest.find('\n'), rest.size());
  }
  if (rest.starts_with("/*")) {
    const std::size_t end = rest.find("*/", 2);
    return end == std::string_view::npos ? rest.size() : end + 2;
  }
  if (rest.front() != '"' && (rest.front() != '\'' || (at > 0 && is_word(text[at - 1])))) {
    return 0;
  }
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != rest.front() && rest[end] != '\n') {
    end += rest[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, rest.size());
}

/// The text with blanks in the place of comments and literals, and without continued lines.
std::string bare_text(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t joined = line_splice_at(text, at); joined != 0) {
      at = std::min(text.find('\n', at), text.size() - 1) + 1;
      continue;
    }
    const std::size_t opaque = length_of_opaque(text, at);
    if (opaque == 0) {
      result += text[at++];
    } else {
      result += ' ';
      at += opaque;
    }
  }
  return result;
}

/// The directive in a line: its word, and what follows. Both are empty if there is none.
std::pair<std::string_view, std::string_view> directive_in(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos || line[begin] != '#') {
    return {};
  }
  const std::size_t word = line.find_first_not_of(" \t", begin + 1);
  if (word == std::string_view::npos) {
    return {};
  }
  std::size_t end = word;
  while (end < line.size() && is_word(line[end])) {
    ++end;
  }
  return {line.substr(word, end - word), line.substr(end)};
}

/// Calls `each` with the word of each directive of a file, and what follows it.
template <class Function>
void for_each_directive(const std::string& file, Function&& each) {
  const std::string text = bare_text(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (const auto [word, rest] = directive_in(std::string_view(text).substr(begin, end - begin));
        !word.empty()) {
      each(word, rest);
    }
    begin = end + 1;
  }
}

/// Finds the macros that depend on the compiler, over all headers.
class dependent_macros {
 public:
  /// `defined` are the macros of system headers, which do not depend on the compiler.
  dependent_macros(names defined, const known_macros& all)
      : defined_(std::move(defined)),
        known_(&all) {}

  /// Adds the macros that the source or a header of it defines, such as header guards.
  void add_defined(const std::string& file) {
    for_each_directive(file, [this](std::string_view word, std::string_view rest) {
      const std::vector<std::string_view> words = identifiers(rest);
      if (word == "define" && !words.empty()) {
        defined_.emplace(words.front());
      }
    });
  }

  /// Reads a header. Returns whether further macros were found.
  bool read(const std::string& header) {
    const std::size_t before = in_groups_.size() + in_bodies_.size();
    std::vector<group> open;
    for_each_directive(header, [&](std::string_view word, std::string_view rest) {
      read_directive(word, rest, open);
    });
    return in_groups_.size() + in_bodies_.size() > before;
  }

  /// Returns the macros that conditional groups define, if a condition of the group depends on the
  /// compiler.
  [[nodiscard]] const names& in_groups() const { return in_groups_; }

  /// Notes a macro of the source whose replacement text depends on the compiler.
  void add(std::string_view name) { in_bodies_.emplace(name); }

  /// Whether some of these words may have another value or meaning for the compiler.
  [[nodiscard]] bool depends_on_any(std::span<const token> words) const {
    names all;
    std::ranges::transform(words, std::inserter(all, all.end()), &token::text);
    return may_join_reserved_name(all) ||
           std::ranges::any_of(words, [this](const token& one) { return depends(one.text); });
  }

 private:
  struct group {
    bool depends;
    names defined;
  };

  [[nodiscard]] bool is_understood(std::string_view name) const {
    const bool reserved =
        name.size() > 1 && name[0] == '_' &&
        (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])) != 0);
    return !reserved || defined_.contains(name) || tells_compilers_apart(name) ||
           std::ranges::find(understood, name) != understood.end() ||
           std::ranges::any_of(understood_beginnings,
                               [name](std::string_view begin) { return name.starts_with(begin); });
  }

  /// Whether macros may make a reserved name of these words by `##`.
  [[nodiscard]] bool may_join_reserved_name(const names& words) const {
    return known_->joins_words(words) && std::ranges::any_of(known_->reached_in_source_from(words),
                                                             [this](const std::string& one) {
                                                               return one.starts_with('_') &&
                                                                      !defined_.contains(one);
                                                             });
  }

  [[nodiscard]] bool depends(std::string_view condition) const {
    const std::vector<std::string_view> words = identifiers(condition);
    if (may_join_reserved_name({words.begin(), words.end()})) {
      return true;
    }
    return std::ranges::any_of(identifiers(condition), [this](std::string_view name) {
      return in_groups_.contains(name) || in_bodies_.contains(name) || !is_understood(name);
    });
  }

  void read_directive(std::string_view word, std::string_view rest, std::vector<group>& open) {
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      open.push_back({depends(rest), {}});
    } else if (word.starts_with("elif") && !open.empty()) {
      open.back().depends = open.back().depends || depends(rest);
    } else if (word == "define" || word == "undef") {
      note_definition(rest, open);
    } else if (word == "endif" && !open.empty()) {
      if (open.back().depends) {
        in_groups_.merge(open.back().defined);
      }
      open.pop_back();
    }
  }

  void note_definition(std::string_view rest, std::vector<group>& open) {
    const std::vector<std::string_view> words = identifiers(rest);
    if (words.empty()) {
      return;
    }
    for (group& one : open) {
      one.defined.emplace(words.front());
    }
    if (depends(rest.substr(rest.find(words.front()) + words.front().size()))) {
      in_bodies_.emplace(words.front());
    }
  }

  names defined_;
  const known_macros* known_;
  names in_groups_;
  names in_bodies_;  // macros whose replacement texts depend on the compiler
};

/// Refuses groups of the source whose conditions depend on the compiler.
void refuse_groups(const source& from,
                   const std::vector<directive>& directives,
                   dependent_macros& macros,
                   complaints& wrong) {
  struct group {
    const directive* dependent;  // null if none of its conditions depends on the compiler
    std::size_t begin;           // of its first branch
  };

  std::vector<group> open;
  for (const directive& one : directives) {
    if (one.word == "define" && one.words.size() > 1 &&
        macros.depends_on_any(std::span(one.words).subspan(1))) {
      macros.add(one.words.front().text);
    }
    if (!is_conditional(one)) {
      continue;
    }
    if (one.word.starts_with("if")) {
      open.push_back({nullptr, one.where.end});
    }
    if (open.empty()) {
      continue;
    }
    if (open.back().dependent == nullptr && macros.depends_on_any(one.words)) {
      open.back().dependent = &one;
    }
    if (one.word != "endif") {
      continue;
    }
    const group ended = open.back();
    open.pop_back();
    const std::string text = from.text().substr(ended.begin, one.where.begin - ended.begin);
    if (ended.dependent != nullptr && !has_only_pragmas(text)) {
      wrong.add(ended.dependent->where.begin,
                "this condition depends on the compiler or its flags, so the translator may see "
                "another text than the compiler; let a macro decide that flags define, -DNAME");
    }
  }
}

}  // namespace

void check_conditions(const source& from,
                      const parsed& tree,
                      const std::vector<directive>& directives,
                      const names& words,
                      complaints& wrong) {
  names of_system;
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) == CXCursor_MacroDefinition && is_in_system(one) &&
        !file_of(clang_getCursorLocation(one)).empty()) {
      of_system.insert(name_of(one));
    }
  }
  const known_macros known(tree.root());
  dependent_macros macros(std::move(of_system), known);
  std::map<std::string, std::string> headers = own_files(from, tree);
  for (const auto& [name, text] : headers) {
    macros.add_defined(text);
  }
  headers.erase(from.path());
  for (bool found = true; found;) {
    found = false;
    for (const auto& [name, text] : headers) {
      found = macros.read(text) || found;
    }
  }
  refuse_groups(from, directives, macros, wrong);
  for (const std::string& name : macros.in_groups()) {
    if (words.contains(name)) {
      wrong.add(first_use(tree, name),
                fmt::format("a header of the source defines '{}' where a condition depends on the "
                            "compiler or its flags; define it the same for all, or in the source",
                            name));
    }
  }
}

}  // namespace nuthatch::splicec
