// SPDX-License-Identifier: Apache-2.0
#include "splicec/header_guards.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"
#include "splicec/header_words.hpp"
#include "splicec/own_headers.hpp"

namespace nuthatch::splicec {

namespace {

using names = header_words::names;

struct group;

struct branch {
  std::string condition;             // the directive without its #
  std::vector<std::string> words;    // of the condition
  std::vector<std::string> defines;  // macros that it defines or undefines, except attributes
  std::vector<group> inner;
  bool has_content = false;  // what another compiler must not lack
  int number = 0;
};

/// `#if` and its alternatives.
struct group {
  const own_header* header;
  std::size_t line;
  bool fixed = true;  // whether its conditions have the same values everywhere
  std::vector<branch> branches;
};

/// The words of a directive without comments, in one line.
std::string text_of(const directive& one) {
  std::string text = one.word;
  std::size_t end = 0;
  for (const token& word : one.words) {
    text += text == one.word || word.where.begin != end ? " " : "";
    text += word.text;
    end = word.where.end;
  }
  return text;
}

/// Reads the groups of a header.
class group_reader {
 public:
  group_reader(const own_header& header, const header_words& words)
      : header_(&header),
        text_(header.path, header.text),
        words_(&words) {}

  /// The content of the header outside of groups is a branch without a condition.
  branch read(names& used) {
    open_.push_back({.header = header_, .line = 0, .fixed = false, .branches = {branch{}}});
    auto next = header_->directives.begin();
    for (const token& one : header_->tokens) {
      while (next != header_->directives.end() && next->where.end <= one.where.begin) {
        read(*next++);
      }
      if (next == header_->directives.end() || !next->where.contains(one.where.begin)) {
        top().has_content = true;
        used.insert(one.text);
      }
    }
    std::for_each(next, header_->directives.end(), [this](const directive& one) { read(one); });
    return std::move(open_.front().branches.front());
  }

 private:
  branch& top() { return open_.back().branches.back(); }

  void read(const directive& one) {
    if (one.word.starts_with("if")) {
      open_.push_back({.header = header_,
                       .line = text_.line_of(one.where.begin),
                       .fixed = true,
                       .branches = {}});
      add_branch(one);
    } else if (one.word.starts_with("el") && open_.size() > 1) {
      add_branch(one);
    } else if (one.word == "endif" && open_.size() > 1) {
      group ended = std::move(open_.back());
      open_.pop_back();
      top().inner.push_back(std::move(ended));
    } else if ((one.word == "define" || one.word == "undef") && !one.words.empty()) {
      if (one.word == "undef" || !is_attribute_like(body_of(one))) {
        top().defines.push_back(one.words.front().text);
      }
    } else if (one.word == "pragma") {
      const bool harmless = is_harmless_pragma(
          std::string_view(text_of(one)).substr(std::string_view("pragma").size()));
      top().has_content = top().has_content || !harmless;
    } else if (!one.word.empty() && one.word != "error" && one.word != "warning") {
      top().has_content = true;
    }
  }

  void add_branch(const directive& one) {
    open_.back().branches.push_back(
        {.condition = text_of(one), .words = words_of_condition(one), .defines = {}, .inner = {}});
    open_.back().fixed = open_.back().fixed && words_->is_fixed(one);
  }

  const own_header* header_;
  source text_;
  const header_words* words_;
  std::vector<group> open_;
};

bool matters(const group& one);

bool matters(const branch& one) {
  return one.has_content ||
         std::ranges::any_of(one.inner, [](const group& inner) { return matters(inner); });
}

bool matters(const group& one) {
  return std::ranges::any_of(one.branches, [](const branch& each) { return matters(each); });
}

/// Notes the branches with macros that something uses, and the words of their conditions.
void note_used(branch& one, names& used) {
  one.has_content = one.has_content || std::ranges::any_of(one.defines, [&](const auto& name) {
                      return used.contains(name);
                    });
  for (group& inner : one.inner) {
    for (branch& each : inner.branches) {
      note_used(each, used);
    }
    if (matters(inner)) {
      for (const branch& each : inner.branches) {
        used.insert(each.words.begin(), each.words.end());
      }
    }
  }
}

/// The conditions to check, and their values for the translator and for GCC.
class checks {
 public:
  checks(const header_words& words, complaints& wrong) : words_(&words), wrong_(&wrong) {}

  /// Adds the groups of a header.
  void add(branch all) { add_groups(all, top_); }

  /// Adds the meaning of a name that a header uses.
  void add_name(const own_header& header, std::size_t line, const std::string& name) {
    if (!named_.insert(name).second) {
      return;
    }
    top_.push_back({.header = &header, .line = line, .fixed = true, .branches = {}});
    top_.back().branches.push_back({.condition = words_->same_meaning(name),
                                    .words = {},
                                    .defines = {},
                                    .inner = {},
                                    .has_content = true});
  }

  [[nodiscard]] std::string text(const source& from, const std::vector<std::string>& flags) {
    if (top_.empty()) {
      return {};
    }
    std::string marked;
    mark(top_, marked);
    by_clang_ = selected(parsed(from.path(), marked, flags));
    by_gcc_ = selected(parsed(from.path(), marked, flags_of_gcc(flags)));
    std::string found;
    write(top_, found);
    return found;
  }

 private:
  /// Moves the groups of a branch whose conditions are the same everywhere.
  void add_groups(branch& from, std::vector<group>& to) {
    for (group& one : from.inner) {
      if (!matters(one)) {
        continue;
      }
      if (!one.fixed) {
        check_names(one);
        for (branch& each : one.branches) {
          add_groups(each, to);
        }
        continue;
      }
      group kept = std::move(one);
      for (branch& each : kept.branches) {
        std::vector<group> inner;
        const bool content = holds_other(each);
        add_groups(each, inner);
        each.inner = std::move(inner);
        each.has_content = each.has_content || content;
      }
      to.push_back(std::move(kept));
    }
  }

  /// Whether groups with conditions that are not fixed have content.
  static bool holds_other(const branch& one) {
    return std::ranges::any_of(one.inner, [](const group& inner) {
      return !inner.fixed && std::ranges::any_of(inner.branches, [](const branch& each) {
        return each.has_content || holds_other(each);
      });
    });
  }

  void check_names(const group& one) {
    names reached;
    for (const branch& each : one.branches) {
      reached.insert(each.words.begin(), each.words.end());
    }
    words_->add_reached(reached);
    for (const std::string& name : reached) {
      const bool asks = name.starts_with("__has_") && !name.starts_with("__has_include");
      if (asks || name == "__COUNTER__") {
        wrong_->add(one.header->included_at,
                    fmt::format("{}:{}: the translation cannot check that its compiler decides "
                                "this condition alike; ask for {} alone, or include the header as "
                                "one of the system, -isystem",
                                one.header->path,
                                one.line,
                                name));
      } else if (words_->is_fixed(name) && !name.starts_with("__has_include")) {
        add_name(*one.header, one.line, name);
      }
    }
  }

  void mark(std::vector<group>& all, std::string& to) {
    for (group& one : all) {
      for (branch& each : one.branches) {
        each.number = ++branches_;
        to += fmt::format("#{}\nint nuthatch_branch_{};\n", each.condition, each.number);
        mark(each.inner, to);
      }
      to += "#endif\n";
    }
  }

  /// The numbers of the branches that the preprocessor selects.
  static std::set<int> selected(const parsed& marked) {
    constexpr std::string_view prefix = "nuthatch_branch_";
    std::set<int> found;
    for (const CXCursor& one : children_of(marked.root())) {
      if (const std::string name = name_of(one);
          kind_of(one) == CXCursor_VarDecl && name.starts_with(prefix)) {
        found.insert(std::stoi(name.substr(prefix.size())));
      }
    }
    return found;
  }

  static const branch* selected_of(const group& one, const std::set<int>& selected) {
    const auto found = std::ranges::find_if(
        one.branches, [&](const branch& each) { return selected.contains(each.number); });
    return found == one.branches.end() ? nullptr : &*found;
  }

  static bool has_content(const branch* one, const std::set<int>& selected) {
    return one != nullptr &&
           (one->has_content || std::ranges::any_of(one->inner, [&](const group& inner) {
              return has_content(selected_of(inner, selected), selected);
            }));
  }

  void write(const std::vector<group>& all, std::string& to) {
    for (const group& one : all) {
      const branch* const clang = selected_of(one, by_clang_);
      const branch* const gcc = selected_of(one, by_gcc_);
      const bool needed = has_content(clang, by_clang_);
      if (clang != gcc && (needed || has_content(gcc, by_gcc_))) {
        wrong_->add(one.header->included_at,
                    fmt::format("{}:{}: GCC and Clang decide this condition otherwise, and either "
                                "may compile the translation; give it the same text for both, or "
                                "include the header as one of the system, -isystem",
                                one.header->path,
                                one.line));
      }
      for (const branch& each : one.branches) {
        to += fmt::format("#{}\n", each.condition);
        if (&each != clang && (needed || each.has_content)) {
          to += error_at(one);
        } else {
          write(each.inner, to);
        }
      }
      const bool has_else = one.branches.back().condition == "else";
      to += needed && !has_else ? fmt::format("#else\n{}#endif\n", error_at(one)) : "#endif\n";
    }
  }

  static std::string error_at(const group& one) {
    std::string path = one.header->path;
    std::erase_if(path, [](char each) { return each == '"' || each == '\\' || each == '\n'; });
    return fmt::format(
        "#error \"{}:{}: this compiler decides the condition otherwise than "
        "nuthatch splicec did: give that the flags of the compiler\"\n",
        path,
        one.line);
  }

  const header_words* words_;
  complaints* wrong_;
  std::vector<group> top_;
  names named_;
  int branches_ = 0;
  std::set<int> by_clang_;
  std::set<int> by_gcc_;
};

/// The words of the source, except those in its macros, which count if they are used; and perhaps
/// those in its conditions.
names words_of_source(const parsed& tree,
                      const std::vector<directive>& directives,
                      bool with_conditions) {
  names found;
  auto next = directives.begin();
  for (const token& one : tree.tokens()) {
    while (next != directives.end() && next->where.end <= one.where.begin) {
      ++next;
    }
    if (next == directives.end() || !next->where.contains(one.where.begin) ||
        (is_conditional(*next) && with_conditions) || next->word == "pragma") {
      found.insert(one.text);
    }
  }
  return found;
}

/// Reports uses outside of conditions of macros on whose values compilers differ: they may choose
/// other code, as in `impl<__GNUC__>` or where they are joined to a name.
void refuse_varying(const parsed& tree,
                    const header_words& words,
                    const std::vector<own_header>& headers,
                    const names& code,
                    complaints& wrong) {
  const bool joins = words.joins_words(code);
  for (const std::string& name : code) {
    if (!words.varies(name) || (name == "__VERSION__" && !joins)) {
      continue;
    }
    const auto mentions = [&name](const own_header& one) {
      return std::ranges::find(one.tokens, name, &token::text) != one.tokens.end();
    };
    const std::size_t at = first_use(tree, name);
    const auto header = std::ranges::find_if(headers, mentions);
    const bool in_header = at == 0 && header != headers.end();
    wrong.add(in_header ? header->included_at : at,
              fmt::format("{}the value of {} depends on the compiler or its flags, so the "
                          "translator may see another text than the compiler; write out the value",
                          in_header ? header->path + ": " : "",
                          name));
  }
}

}  // namespace

std::string guards_of_headers(const source& from,
                              const parsed& tree,
                              const std::vector<directive>& directives,
                              const std::vector<std::string>& flags,
                              complaints& wrong) {
  const std::vector<own_header> headers = own_headers(tree);
  const header_words words(tree, directives, headers);
  names code = words_of_source(tree, directives, /*with_conditions=*/false);
  std::vector<branch> all;
  all.reserve(headers.size());
  for (const own_header& one : headers) {
    all.push_back(group_reader(one, words).read(code));
  }
  words.add_reached(code);
  refuse_varying(tree, words, headers, code, wrong);
  names used = words_of_source(tree, directives, /*with_conditions=*/true);
  used.merge(code);
  for (std::size_t before = 0; before != used.size();) {
    before = used.size();
    words.add_reached(used);
    for (branch& one : all) {
      note_used(one, used);
    }
  }
  checks made(words, wrong);
  for (branch& one : all) {
    made.add(std::move(one));
  }
  return made.text(from, flags);
}

}  // namespace nuthatch::splicec
