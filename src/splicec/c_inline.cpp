// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_inline.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/declaration_places.hpp"

namespace nuthatch::splicec {

namespace {

bool has_gnu_inline(CXCursor definition) {
  return printed_head(definition).find("gnu_inline") != std::string::npos;
}

/// Whether C emits an inline function because of this declaration. Declarations with `extern`, and
/// those without `inline`, have that effect. Of a function with the attribute gnu_inline, only a
/// definition without `extern` has it.
bool makes_external(CXCursor declaration) {
  static const std::set<std::string_view> words{"inline", "__inline", "__inline__"};
  const bool is_extern = clang_Cursor_getStorageClass(declaration) == CX_SC_Extern;
  if (has_gnu_inline(clang_getCursorDefinition(declaration))) {
    return clang_isCursorDefinition(declaration) != 0 && !is_extern;
  }
  if (is_first_declaration(declaration)) {  // others are inline where the first one is
    return is_extern || clang_Cursor_isFunctionInlined(declaration) == 0;
  }
  const token_list tokens(declaration);
  return is_extern || std::ranges::none_of(tokens.all(), [&tokens](const CXToken& one) {
           return words.contains(tokens.text(one));
         });
}

/// Whether these flags give `inline` the meaning that it had in GCC before C99.
bool are_before_c99(const std::vector<std::string>& flags) {
  static const std::set<std::string_view> old{"-ansi",
                                              "-std=c89",
                                              "-std=c90",
                                              "-std=gnu89",
                                              "-std=gnu90",
                                              "-std=iso9899:1990",
                                              "-std=iso9899:199409"};
  return std::ranges::any_of(flags, [](const std::string& one) { return old.contains(one); });
}

/// The inline functions outside of system headers that have external linkage.
class inline_functions {
 public:
  explicit inline_functions(const parsed& c) {
    const auto note = [this](CXCursor one) {
      add(one);
      return false;
    };
    for (const CXCursor& one : children_of(c.root())) {
      if (is_in_source(one) && clang_isDeclaration(kind_of(one)) != 0) {
        first_at_.emplace(declaration_places::begin_of(one), one);
      }
      if (!is_in_system(one)) {
        any_within(one, note);  // blocks declare functions, too
      }
    }
  }

  [[nodiscard]] const std::map<std::string, CXCursor>& defined() const { return defined_; }

  /// Whether C emits the function.
  [[nodiscard]] bool is_emitted(const std::string& name) const { return emitted_.contains(name); }

  /// Whether attributes can be written in front of the definition, and hold for it.
  [[nodiscard]] bool takes_attributes(CXCursor definition) const {
    const auto first = first_at_.find(declaration_places::begin_of(definition));
    return is_in_source(definition) && first != first_at_.end() &&
           clang_equalCursors(first->second, definition) != 0;
  }

 private:
  void add(CXCursor one) {
    if (kind_of(one) != CXCursor_FunctionDecl || !has_external_linkage(one) ||
        clang_Cursor_isFunctionInlined(clang_getCursorDefinition(one)) == 0) {
      return;
    }
    if (clang_isCursorDefinition(one) != 0) {
      defined_.emplace(name_of(one), one);
    }
    if (makes_external(one)) {
      emitted_.insert(name_of(one));
    }
  }

  std::map<std::string, CXCursor> defined_;
  std::set<std::string> emitted_;
  std::map<std::size_t, CXCursor> first_at_;  // the first declarations at their places
};

}  // namespace

void emit_inline_functions(const parsed& c,
                           const std::vector<std::string>& flags,
                           edits& changes,
                           complaints& wrong) {
  const inline_functions all(c);
  for (const auto& [name, definition] : all.defined()) {
    const bool here = is_in_source(definition);
    if (are_before_c99(flags) && !has_gnu_inline(definition)) {
      wrong.add(here ? named_at(definition) : 0,
                fmt::format("'{}' is inline, which means something else before C99 than in C++; "
                            "make it static, or use -std=gnu99 or a later standard",
                            name));
    } else if (!all.is_emitted(name)) {
      continue;
    } else if (all.takes_attributes(definition) && !has_gnu_inline(definition)) {
      pieces before;
      append(before, "__attribute__((__used__)) ");
      changes.insert(declaration_places::begin_of(definition), before);
    } else {
      wrong.add(here ? named_at(definition) : 0,
                fmt::format("{}'{}' is inline, and a declaration makes it known to other sources "
                            "in C, and not in C++; define it in the source, without this macro, or "
                            "without inline",
                            here ? "" : file_of(clang_getCursorLocation(definition)) + ": ",
                            name));
    }
  }
}

}  // namespace nuthatch::splicec
