// SPDX-License-Identifier: Apache-2.0
#include "splicec/object_places.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/function_object.hpp"

namespace nuthatch::splicec {

namespace {

bool is_scope(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_TranslationUnit || kind == CXCursor_Namespace ||
         kind == CXCursor_LinkageSpec;
}

/// The function or class around a declaration within one, or the declaration.
CXCursor outermost(CXCursor declaration) {
  CXCursor outer = clang_getCursorLexicalParent(declaration);
  while (clang_Cursor_isNull(outer) == 0 && !is_scope(outer)) {
    declaration = outer;
    outer = clang_getCursorLexicalParent(declaration);
  }
  return declaration;
}

/// The namespace that a scope is or stands in.
CXCursor namespace_of(CXCursor scope) {
  while (kind_of(scope) == CXCursor_LinkageSpec) {
    scope = clang_getCursorLexicalParent(scope);
  }
  return clang_getCanonicalCursor(scope);
}

/// The class of a function's object: where its text stands, and the namespaces that the text opens.
struct place_of_object {
  std::size_t at;
  std::string scope = {};
};

place_of_object place_of(const unit& all, const spliced_function& function) {
  if (is_in_main_file(function.first)) {
    return {all.begin_of_declaration(outermost(function.first))};
  }
  CXCursor first = function.definition;
  for (const CXCursor& one : all.defined) {
    const bool calls = any_within(
        one, [&](CXCursor inner) { return all.functions.called_by(inner) == &function; });
    if (calls && span_of(one).begin < span_of(first).begin) {
      first = one;
    }
  }
  first = outermost(first);
  const std::size_t at = all.begin_of_declaration(first);
  const CXCursor scope = namespace_of(clang_getCursorLexicalParent(first));
  const CXCursor wanted = namespace_of(clang_getCursorSemanticParent(function.definition));
  if (clang_equalCursors(scope, wanted) != 0) {
    return {at};
  }
  if (kind_of(scope) != CXCursor_TranslationUnit || function.internal) {
    all.wrong.add(named_at(function.definition),
                  fmt::format("declare '{}' in this file, before the functions that call it",
                              name_of(function.definition)));
  }
  return {at, function.scope};
}

/// Refuses a macro that makes declarations, or the beginning of a namespace, directly before the
/// first declaration: nothing shows where code between them could stand.
void check_macro_before(const unit& all, const spliced_function& function, std::size_t begin) {
  if (!is_in_main_file(function.first)) {
    return;
  }
  const CXCursor first = outermost(function.first);
  const CXCursor scope = clang_getCursorLexicalParent(first);
  std::vector<CXCursor> others = children_of(scope);
  if (kind_of(scope) == CXCursor_Namespace) {
    others.push_back(scope);
  }
  for (const CXCursor& one : others) {
    const std::size_t at = span_of(one).begin;
    const bool here = clang_isDeclaration(kind_of(one)) != 0 &&
                      file_of(clang_getCursorLocation(one)) == all.from.path();
    if (here && begin <= at && at < span_of(first).begin) {
      all.wrong.add(at,
                    fmt::format("a macro here hides where declarations before '{}' end; write ; "
                                "behind it, or write the macro out",
                                name_of(first)));
      return;
    }
  }
}

/// The end of a declaration that is no definition, behind its semicolon; none if that is refused.
std::optional<std::size_t> end_of_declaration(const unit& all, CXCursor declaration) {
  if (!is_scope(clang_getCursorLexicalParent(declaration))) {
    all.wrong.add(
        named_at(declaration),
        fmt::format("the effect of '{0}' stands within a function or a class, where names "
                    "may mean something else; declare '{0}' with it outside of these",
                    name_of(declaration)));
    return std::nullopt;
  }
  const std::size_t named = named_at(declaration);
  const token* one = all.token_from(named);
  const token* const last = all.tokens.data() + all.tokens.size();
  while (one != nullptr && one != last && one->text != ";" && one->text != "{") {
    ++one;
  }
  const bool ends = one != nullptr && one != last && one->text == ";";
  const bool passes_others =
      !ends || std::ranges::any_of(
                   children_of(clang_getCursorLexicalParent(declaration)), [&](CXCursor other) {
                     return clang_isDeclaration(kind_of(other)) != 0 && is_in_main_file(other) &&
                            span_of(other).begin > named && span_of(other).begin < one->where.begin;
                   });
  if (passes_others) {
    all.wrong.add(named_at(declaration),
                  fmt::format("a macro hides where the declaration of '{}' ends; write ; behind it",
                              name_of(declaration)));
    return std::nullopt;
  }
  return one->where.end;
}

/// A friend of a class is one by its object as well.
void write_friends(const unit& all, CXCursor within, edits& into) {
  for (const CXCursor& one : children_of(within)) {
    if (!is_in_main_file(one) && kind_of(one) != CXCursor_Namespace) {
      continue;
    }
    if (kind_of(one) != CXCursor_FriendDecl) {
      if (clang_isDeclaration(kind_of(one)) != 0) {
        write_friends(all, one, into);
      }
      continue;
    }
    for (const CXCursor& named : children_of(one)) {
      const spliced_function* const function = all.functions.find(named);
      const token* const end = all.token_from(span_of(one).end);
      if (function == nullptr || clang_isCursorDefinition(named) != 0 || end == nullptr ||
          end->text != ";") {
        continue;
      }
      pieces object;
      append(object, fmt::format(" friend ::{}{};", function->scope, function->name));
      append(object, resumed(all.from, end->where.end));
      into.insert(end->where.end, object);
    }
  }
}

}  // namespace

void write_objects(const unit& all, edits& into) {
  for (const spliced_function& one : all.functions.all()) {
    const auto [begin, scope] = place_of(all, one);
    check_macro_before(all, one, begin);
    pieces object;
    append(object, "\n");
    if (!scope.empty()) {
      append(object, fmt::format("namespace {} {{ ", scope.substr(0, scope.size() - 2)));
    }
    append(object, declared_object(all, one));
    if (!scope.empty()) {
      append(object, "}\n");
    }
    append(object, placed(all.from, begin, {}));
    into.insert(begin, object);
  }
  write_friends(all, all.tree.root(), into);
  for (const spliced_function& one : all.functions.all()) {
    if (one.internal) {
      pieces attribute;
      append(attribute, "[[__gnu__::__unused__]] ");  // it may be unused
      into.insert(all.begin_of_declaration(one.definition), attribute);
    }
    const std::size_t end = span_of(one.definition).end;
    pieces object;
    if (clang_equalCursors(one.annotated, one.definition) != 0) {
      object = defined_effect(all, one);
    } else if (const std::optional<std::size_t> behind = end_of_declaration(all, one.annotated);
               behind) {
      pieces effect = defined_effect(all, one);
      append(effect, "\n");
      append(effect, placed(all.from, *behind, {}));
      into.insert(*behind, effect);
    }
    append(object, defined_object(all, one));
    append(object, placed(all.from, end, {}));
    into.insert(end, object);
  }
}

}  // namespace nuthatch::splicec
