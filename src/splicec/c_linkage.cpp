// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_linkage.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/c_words.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Canonical arrays are const themselves, and not their elements.
bool is_constant(CXType type) {
  return clang_isConstQualifiedType(type) != 0 ||
         clang_isConstQualifiedType(without_arrays(type)) != 0;
}

bool has_initializer(CXCursor variable) {
  return clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) == 0;
}

bool is_tag(CXCursor declaration) {
  const CXCursorKind kind = kind_of(declaration);
  return kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
}

/// Whether it is the first declaration of a function that has a name in the whole program.
bool is_first_of_function(CXCursor one) {
  return kind_of(one) == CXCursor_FunctionDecl && is_first_declaration(one) &&
         has_external_linkage(one);
}

/// Whether it is a variable whose name is local in C++ unless it has C linkage.
bool is_of_unnamed_type(CXCursor one) {
  return kind_of(one) == CXCursor_VarDecl && has_external_linkage(one) &&
         taken(clang_getTypeSpelling(canonical_type_of(one))).find("(unnamed ") !=
             std::string::npos;
}

/// Whether a block of the declaration declares a function that no other code declares before.
bool declares_inside(CXCursor declaration) {
  return any_within(declaration, [&](CXCursor one) {
    return clang_equalCursors(one, declaration) == 0 && is_first_of_function(one);
  });
}

/// The constants whose declaration begins at one place of the source.
struct constants_at {
  std::size_t declarations = 0;  // structs, unions and enums count only if a macro makes them
  bool takes_extern = true;
  std::vector<CXCursor> constants;
};

/// The type in C++ if it consists of arithmetic types and pointers; otherwise empty.
std::string plain_type(CXCursor variable) {
  const std::string in_c = taken(clang_getTypeSpelling(canonical_type_of(variable)));
  std::string text;
  for (std::size_t at = 0; at < in_c.size();) {
    const std::size_t end = std::min(in_c.find_first_of(" *[]0123456789", at), in_c.size());
    if (end == at) {
      text += in_c[at++];
      continue;
    }
    const std::string word = in_c.substr(at, end - at);
    if (!is_word_of_plain_type(word)) {
      return "";
    }
    text += word == "_Bool" ? "bool" : word;
    at = end;
  }
  return text;
}

/// The places in the source at which declarations begin.
std::map<std::size_t, constants_at> places_of_constants(const parsed& c,
                                                        const declaration_places& places) {
  std::map<std::size_t, constants_at> found;
  for (const CXCursor& one : children_of(c.root())) {
    if (!is_in_source(one) || clang_isDeclaration(kind_of(one)) == 0) {
      continue;
    }
    const bool made = places.is_made_by_macro(one);
    constants_at& here = found[declaration_places::begin_of(one)];
    here.declarations += made || !is_tag(one) ? 1 : 0;
    if (kind_of(one) == CXCursor_VarDecl && is_constant(canonical_type_of(one)) &&
        has_external_linkage(one) && clang_Cursor_getStorageClass(one) == CX_SC_None &&
        is_first_declaration(one)) {
      here.constants.push_back(one);
      // The value makes it a definition in spite of `extern`. Attributes stand in front of all
      // words of a declaration in C++. A macro may make several declarations.
      here.takes_extern = here.takes_extern && has_initializer(one) && !is_aligned(one) &&
                          (!made || here.declarations == 1);
    } else {
      here.takes_extern = here.takes_extern && !made && is_tag(one);
    }
  }
  return found;
}

/// A declaration of a constant that has external linkage. Empty if it cannot be declared before its
/// definition, which refuse_lost_names finds.
std::string external_declaration_of(CXCursor constant, const declaration_places& places) {
  std::string type = plain_type(constant);
  if (type.empty() && !places.is_made_by_macro(constant)) {
    std::string in_c = taken(clang_getTypeSpelling(clang_getCursorType(constant)));
    if (in_c.find("__attribute__") == std::string::npos) {
      type = std::move(in_c);
    }
  }
  return type.empty() ? "" : fmt::format("extern __typeof__({}) {}; ", type, name_of(constant));
}

}  // namespace

void declare_constants(const parsed& c, const declaration_places& places, edits& changes) {
  for (const auto& [begin, here] : places_of_constants(c, places)) {
    if (here.constants.empty()) {
      continue;
    }
    const std::size_t before_all = places.before_attributes(begin);
    pieces before;
    if (here.takes_extern && before_all == begin) {
      append(before, "extern ");
    } else {
      for (const CXCursor& one : here.constants) {
        append(before, external_declaration_of(one, places));
      }
    }
    changes.insert(before_all, std::move(before));
  }
}

void give_c_linkage(const parsed& c,
                    const declaration_places& places,
                    const std::set<std::string>& except,
                    edits& changes,
                    complaints& wrong) {
  std::size_t end = 0;  // of the previous part; one declaration may declare several functions
  for (const CXCursor& one : children_of(c.root())) {
    const bool inside =
        kind_of(one) == CXCursor_FunctionDecl && is_in_source(one) && declares_inside(one);
    if (!is_in_source(one) || except.contains(name_of(one)) ||
        (!is_first_of_function(one) && !is_of_unnamed_type(one) && !inside)) {
      continue;
    }
    const std::optional<span> whole = places.whole_of(one);
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
  const declaration_places places(c);
  return std::ranges::any_of(children_of(c.root()), [&](CXCursor one) {
    const CXCursorKind kind = kind_of(one);
    if (name_of(one) != name || !has_external_linkage(one)) {
      return false;
    }
    return kind == CXCursor_VarDecl ||
           (kind == CXCursor_FunctionDecl && is_in_source(clang_getCanonicalCursor(one)) &&
            places.whole_of(clang_getCanonicalCursor(one)));
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

/// The functions and variables outside of system headers that others know by their names.
std::set<std::string> known_names(const parsed& c) {
  std::set<std::string> names;
  for (const CXCursor& one : children_of(c.root())) {
    const CXCursorKind kind = kind_of(one);
    if ((kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl) && !is_in_system(one) &&
        has_external_linkage(one)) {
      names.insert(name_of(one));
    }
  }
  return names;
}

/// Complains about names for the assembler that are those of declarations which lose theirs.
void refuse_labels(const parsed& c, const std::set<std::string>& lost, complaints& wrong) {
  for (const CXCursor& one : children_of(c.root())) {
    for (const CXCursor& part : children_of(one)) {
      if (kind_of(part) == CXCursor_AsmLabelAttr && lost.contains(name_of(part))) {
        wrong.add(is_in_source(one) ? named_at(one) : 0,
                  fmt::format("'{}' has the name of '{}' for the assembler, which has another one "
                              "in C++",
                              name_of(one),
                              name_of(part)));
      }
    }
  }
}

}  // namespace

void refuse_lost_names(const parsed& c,
                       const std::set<std::string>& except,
                       const parsed& cpp,
                       const output& text,
                       complaints& wrong) {
  const std::set<std::string> known = known_names(c);
  std::set<std::string> lost;
  std::vector<CXCursor> all;
  add_declarations(cpp.root(), all);
  for (const CXCursor& one : all) {
    const std::string name = name_of(one);
    const bool is_function = kind_of(one) == CXCursor_FunctionDecl;
    if ((!is_function && kind_of(one) != CXCursor_VarDecl) || has_name_of_c(one) ||
        !known.contains(name)) {
      continue;
    }
    lost.insert(name);
    const CXCursor first = clang_getCanonicalCursor(one);
    if (is_in_source(first)) {
      if (!except.contains(name)) {
        wrong.add(text.origin_of(named_at(one)),
                  fmt::format("'{}' is known to other sources by this name in C, and not in C++; "
                              "declare it before, without a macro",
                              name));
      }
    } else if (!is_function || is_weak(one)) {
      wrong.add(0,
                fmt::format("{}: '{}' is {} and has another name for the linker in C++; declare it "
                            "as extern \"C\" where __cplusplus is defined",
                            file_of(clang_getCursorLocation(first)),
                            name,
                            is_function ? "weak" : "a variable"));
    }
  }
  refuse_labels(c, lost, wrong);
}

}  // namespace nuthatch::splicec
