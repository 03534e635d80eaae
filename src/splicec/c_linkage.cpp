// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_linkage.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_constant(CXType type) {
  return clang_isConstQualifiedType(without_arrays(type)) != 0;
}

bool is_first(CXCursor declaration) {
  return clang_equalCursors(clang_getCanonicalCursor(declaration), declaration) != 0;
}

/// Whether it is the first declaration of a function that has a name in the whole program.
bool is_first_of_function(CXCursor one) {
  return kind_of(one) == CXCursor_FunctionDecl && is_first(one) &&
         clang_getCursorLinkage(one) == CXLinkage_External;
}

/// The place before the attributes `[[…]]` in front of this word.
std::size_t before_attributes(const std::vector<token>& tokens, std::size_t begin) {
  auto first =
      std::ranges::lower_bound(tokens, begin, {}, [](const token& one) { return one.where.begin; });
  for (auto one = first; one != tokens.begin() && std::prev(one)->text == "]"; first = one) {
    int depth = 0;
    do {
      --one;
      depth += one->text == "]" ? 1 : 0;
      depth -= one->text == "[" ? 1 : 0;
    } while (depth != 0 && one != tokens.begin());
  }
  return first == tokens.end() ? begin : first->where.begin;
}

/// The part of the source that is a declaration at the top, up to its semicolon or brace.
std::optional<span> whole_of(CXCursor declaration, const std::vector<token>& tokens) {
  const span own = span_of(declaration);
  const auto from = [&tokens](std::size_t offset) {
    return std::ranges::lower_bound(
        tokens, offset, {}, [](const token& one) { return one.where.begin; });
  };
  if (is_in_macro(declaration) || own.empty()) {
    return std::nullopt;
  }
  if (clang_isCursorDefinition(declaration) != 0) {
    return span{before_attributes(tokens, own.begin), own.end};
  }
  int depth = 0;
  for (auto one = from(own.begin); one != tokens.end(); ++one) {
    depth += one->text == "(" || one->text == "{" ? 1 : 0;
    depth -= one->text == ")" || one->text == "}" ? 1 : 0;
    if (one->text == ";" && depth == 0) {
      return span{before_attributes(tokens, own.begin), one->where.end};
    }
  }
  return std::nullopt;
}

/// Whether a block of the declaration declares a function that no other code declares before.
bool declares_inside(CXCursor declaration) {
  return any_within(declaration, [&](CXCursor one) {
    return clang_equalCursors(one, declaration) == 0 && is_first_of_function(one);
  });
}

}  // namespace

void declare_constants(const parsed& c, edits& changes, complaints& wrong) {
  std::map<std::size_t, pieces> found;  // by the place of the declaration, of several perhaps
  for (const CXCursor& one : children_of(c.root())) {
    const CXType type = canonical_type_of(one);
    if (is_in_main_file(one) && kind_of(one) == CXCursor_VarDecl && is_constant(type) &&
        clang_getCursorLinkage(one) == CXLinkage_External &&
        clang_Cursor_getStorageClass(one) == CX_SC_None && is_first(one)) {
      const std::size_t begin = span_of(one).begin;
      if (is_in_macro(one)) {
        wrong.add(begin,
                  fmt::format("'{}' is known to other sources in C, and in C++ only if it is "
                              "declared extern before; write the definition without a macro",
                              name_of(one)));
        continue;
      }
      append(found[begin],
             fmt::format("extern __typeof__({}) {}; ",
                         taken(clang_getTypeSpelling(clang_getCursorType(one))),
                         name_of(one)));
    }
  }
  for (const auto& [begin, text] : found) {
    changes.insert(begin, text);
  }
}

void give_c_linkage(const parsed& c,
                    const std::set<std::string>& except,
                    edits& changes,
                    complaints& wrong) {
  const std::vector<token> tokens = c.tokens();
  std::size_t end = 0;  // of the previous part; one declaration may declare several functions
  for (const CXCursor& one : children_of(c.root())) {
    const bool inside =
        kind_of(one) == CXCursor_FunctionDecl && is_in_main_file(one) && declares_inside(one);
    if (!is_in_main_file(one) || (!is_first_of_function(one) && !inside) ||
        except.contains(name_of(one))) {
      continue;
    }
    const std::optional<span> whole = whole_of(one, tokens);
    if (name_of(one) == "main") {
      if (inside) {
        wrong.add(named_at(one),
                  "main declares a function that has C linkage in C, which a block cannot give it "
                  "in C++; declare the function before main");
      }
    } else if (whole && whole->begin >= end) {
      end = whole->end;
      pieces before;
      append(before, "extern \"C\" { ");
      changes.insert(whole->begin, before);
      pieces after;
      append(after, " }");
      changes.insert(whole->end, after);
    }
  }
}

std::set<std::string> functions_of_headers(const std::vector<std::string>& flags) {
  const parsed tree("nuthatch_headers.cpp", "#include <nuthatch/splice.hpp>\n", flags);
  std::set<std::string> found;
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) == CXCursor_FunctionDecl) {
      found.insert(name_of(one));
    } else if (kind_of(one) == CXCursor_LinkageSpec) {
      for (const CXCursor& part : children_of(one)) {
        found.insert(name_of(part));
      }
    }
  }
  return found;
}

bool is_known_to_assembler(const parsed& c, const std::string& name) {
  const std::vector<token> tokens = c.tokens();
  return std::ranges::any_of(children_of(c.root()), [&](CXCursor one) {
    const CXCursorKind kind = kind_of(one);
    if (name_of(one) != name || clang_getCursorLinkage(one) != CXLinkage_External) {
      return false;
    }
    return kind == CXCursor_VarDecl ||
           (kind == CXCursor_FunctionDecl && is_in_main_file(clang_getCanonicalCursor(one)) &&
            whole_of(clang_getCanonicalCursor(one), tokens));
  });
}

namespace {

bool is_weak(CXCursor function) {
  std::string text = printed(function);
  text.resize(std::min(text.find('{'), text.size()));
  return text.find("weak") != std::string::npos &&
         text.find("__attribute__((weak") != std::string::npos;
}

void add_weak_functions(CXCursor within, std::vector<CXCursor>& to) {
  for (const CXCursor& one : children_of(within)) {
    if (is_in_system(one)) {
      continue;
    }
    if (kind_of(one) == CXCursor_LinkageSpec) {
      add_weak_functions(one, to);
    } else if (kind_of(one) == CXCursor_FunctionDecl && is_weak(one) &&
               clang_getCursorLinkage(one) == CXLinkage_External &&
               taken(clang_Cursor_getMangling(one)).starts_with("_Z")) {
      to.push_back(one);
    }
  }
}

}  // namespace

void refuse_weak_functions_of_cpp(const parsed& cpp, const output& text, complaints& wrong) {
  const std::string path = taken(clang_getTranslationUnitSpelling(cpp.unit()));
  std::vector<CXCursor> found;
  add_weak_functions(cpp.root(), found);
  for (const CXCursor& one : found) {
    const bool here = file_of(clang_getCursorLocation(one)) == path;
    const std::string file = here ? "" : file_of(clang_getCursorLocation(one)) + ": ";
    wrong.add(here ? text.origin_of(named_at(one)) : 0,
              fmt::format("{}'{}' is weak and has another name for the linker in C++; declare it "
                          "as extern \"C\" where __cplusplus is defined, and not by a macro",
                          file,
                          name_of(one)));
  }
}

}  // namespace nuthatch::splicec
