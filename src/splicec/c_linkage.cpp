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

/// Canonical arrays are const themselves, and not their elements.
bool is_constant(CXType type) {
  return clang_isConstQualifiedType(type) != 0 ||
         clang_isConstQualifiedType(without_arrays(type)) != 0;
}

/// Whether it is in the source, perhaps in what a macro makes there.
bool is_in_source(CXCursor one) {
  CXFile file = nullptr;
  clang_getFileLocation(clang_getCursorLocation(one), &file, nullptr, nullptr, nullptr);
  return file != nullptr && clang_Location_isFromMainFile(clang_getLocationForOffset(
                                clang_Cursor_getTranslationUnit(one), file, 0)) != 0;
}

/// Clang itself declares functions such as sqrt before the first declaration, and at its place.
bool is_first(CXCursor declaration) {
  return clang_equalLocations(clang_getCursorLocation(clang_getCanonicalCursor(declaration)),
                              clang_getCursorLocation(declaration)) != 0;
}

bool has_external_linkage(CXCursor declaration) {
  return clang_getCursorLinkage(declaration) == CXLinkage_External;
}

bool has_initializer(CXCursor variable) {
  return clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) == 0;
}

/// Whether it is the first declaration of a function that has a name in the whole program.
bool is_first_of_function(CXCursor one) {
  return kind_of(one) == CXCursor_FunctionDecl && is_first(one) && has_external_linkage(one);
}

/// Whether it is a variable whose name is local in C++ unless it has C linkage.
bool is_of_unnamed_type(CXCursor one) {
  return kind_of(one) == CXCursor_VarDecl && has_external_linkage(one) &&
         taken(clang_getTypeSpelling(canonical_type_of(one))).find("(unnamed ") !=
             std::string::npos;
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

/// The part of the source that is a declaration at the top, up to its semicolon or brace. Where
/// macros make it, these are whole, and so are declarations beside it that one of them makes.
std::optional<span> whole_of(CXCursor declaration, const std::vector<token>& tokens) {
  const span own = span_of(declaration);
  const auto from = [&tokens](std::size_t offset) {
    return std::ranges::lower_bound(
        tokens, offset, {}, [](const token& one) { return one.where.begin; });
  };
  if (own.empty()) {
    return std::nullopt;
  }
  if (kind_of(declaration) == CXCursor_FunctionDecl && clang_isCursorDefinition(declaration) != 0) {
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

void declare_constants(const parsed& c, edits& changes) {
  struct declared {
    bool only_definitions = true;  // with values: `extern` does not make them declarations
    std::vector<CXCursor> constants;
  };

  std::map<std::size_t, declared> found;  // by the place of the declaration, of several perhaps
  for (const CXCursor& one : children_of(c.root())) {
    const bool is_variable = kind_of(one) == CXCursor_VarDecl;
    if (!is_in_source(one) || (!is_variable && kind_of(one) != CXCursor_FunctionDecl)) {
      continue;
    }
    declared& here = found[span_of(one).begin];
    if (is_variable && is_constant(canonical_type_of(one)) && has_external_linkage(one) &&
        clang_Cursor_getStorageClass(one) == CX_SC_None && is_first(one)) {
      here.constants.push_back(one);
      here.only_definitions = here.only_definitions && has_initializer(one);
    } else {
      here.only_definitions = false;
    }
  }
  const std::vector<token> tokens = c.tokens();
  for (const auto& [begin, here] : found) {
    if (here.constants.empty()) {
      continue;
    }
    const auto first = std::ranges::lower_bound(
        tokens, begin, {}, [](const token& one) { return one.where.begin; });
    // These stand in front of all words of a declaration in C++.
    const bool is_led = first != tokens.end() && (first->text == "_Alignas" || first->text == "[");
    pieces before;
    if (here.only_definitions && !is_led) {
      append(before, "extern ");
    } else {
      for (const CXCursor& one : here.constants) {
        append(before,
               fmt::format("extern __typeof__({}) {}; ",
                           taken(clang_getTypeSpelling(clang_getCursorType(one))),
                           name_of(one)));
      }
    }
    changes.insert(begin, before);
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
        kind_of(one) == CXCursor_FunctionDecl && is_in_source(one) && declares_inside(one);
    if (!is_in_source(one) || except.contains(name_of(one)) ||
        (!is_first_of_function(one) && !is_of_unnamed_type(one) && !inside)) {
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
    if (name_of(one) != name || !has_external_linkage(one)) {
      return false;
    }
    return kind == CXCursor_VarDecl ||
           (kind == CXCursor_FunctionDecl && is_in_source(clang_getCanonicalCursor(one)) &&
            whole_of(clang_getCanonicalCursor(one), tokens));
  });
}

namespace {

/// The declarations outside of functions, those within `extern "C"` too.
void add_declarations(CXCursor within, std::vector<CXCursor>& to) {
  for (const CXCursor& one : children_of(within)) {
    if (kind_of(one) == CXCursor_LinkageSpec) {
      add_declarations(one, to);
    } else if (!is_in_system(one)) {
      to.push_back(one);
    }
  }
}

/// Whether other sources and assembly know it by its name, as they do in C.
bool has_name_of_c(CXCursor declaration) {
  return has_external_linkage(declaration) &&
         !taken(clang_Cursor_getMangling(declaration)).starts_with("_Z");
}

/// The functions and variables of the source that others know by their names, except these.
std::set<std::string> known_names(const parsed& c, const std::set<std::string>& except) {
  std::set<std::string> names;
  for (const CXCursor& one : children_of(c.root())) {
    const CXCursorKind kind = kind_of(one);
    if ((kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl) && is_in_source(one) &&
        has_external_linkage(one) && !except.contains(name_of(one))) {
      names.insert(name_of(one));
    }
  }
  return names;
}

}  // namespace

void refuse_lost_names(const parsed& c,
                       const std::set<std::string>& except,
                       const parsed& cpp,
                       const output& text,
                       complaints& wrong) {
  const std::set<std::string> known = known_names(c, except);
  const std::string path = taken(clang_getTranslationUnitSpelling(cpp.unit()));
  std::vector<CXCursor> all;
  add_declarations(cpp.root(), all);
  for (const CXCursor& one : all) {
    const CXCursorKind kind = kind_of(one);
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) || has_name_of_c(one)) {
      continue;
    }
    const bool is_function = kind == CXCursor_FunctionDecl;
    const bool is_of_header =
        file_of(clang_getCursorLocation(clang_getCanonicalCursor(one))) != path;
    if (is_of_header && is_function && has_external_linkage(one) && is_weak(one)) {
      wrong.add(0,
                fmt::format("{}: '{}' is weak and has another name for the linker in C++; declare "
                            "it as extern \"C\" where __cplusplus is defined",
                            file_of(clang_getCursorLocation(one)),
                            name_of(one)));
    } else if (!is_of_header && known.contains(name_of(one))) {
      wrong.add(text.origin_of(named_at(one)),
                fmt::format("'{}' is known to other sources by this name in C, and not in C++; "
                            "declare it before, without a macro",
                            name_of(one)));
    }
  }
}

}  // namespace nuthatch::splicec
