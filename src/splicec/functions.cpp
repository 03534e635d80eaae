// SPDX-License-Identifier: Apache-2.0
#include "splicec/functions.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_function(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate ||
         kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
         kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction;
}

/// Adds the functions of the main file, including those in classes.
void add_functions(CXCursor within, std::vector<CXCursor>& found) {
  for (const CXCursor& one : children_of(within)) {
    if (is_function(one) && is_in_main_file(one)) {
      found.push_back(one);
    } else if (clang_isDeclaration(kind_of(one)) != 0 && !is_function(one) &&
               (is_in_main_file(one) || kind_of(one) == CXCursor_Namespace)) {
      add_functions(one, found);
    }
  }
}

void add_declarations(CXCursor within, by_cursor<std::vector<CXCursor>>& found) {
  for (const CXCursor& one : children_of(within)) {
    const CXCursorKind kind = kind_of(one);
    if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec) {
      add_declarations(one, found);
    } else if (is_function(one)) {
      found[clang_getCanonicalCursor(one)].push_back(one);
    }
  }
}

bool is_value(CXCursor declaration) {
  const CXCursorKind kind = kind_of(declaration);
  return kind == CXCursor_EnumConstantDecl ||
         ((kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
          is_plain_value(canonical_type_of(declaration)));
}

void add_values(CXCursor within, std::set<std::string>& found) {
  for (const CXCursor& one : children_of(within)) {
    if (is_value(one)) {
      found.insert(name_of(one));
    }
    if (is_in_main_file(one) || kind_of(one) == CXCursor_EnumDecl ||
        kind_of(one) == CXCursor_LinkageSpec) {
      add_values(one, found);
    }
  }
}

void add_names(CXCursor scope, std::set<std::string>& found) {
  for (const CXCursor& one : children_of(scope)) {
    if (!is_value(one)) {
      found.insert(name_of(one));
    }
    if (kind_of(one) == CXCursor_LinkageSpec ||
        (kind_of(one) == CXCursor_Namespace && is_in_main_file(one))) {
      add_names(one, found);
    }
  }
}

std::vector<CXCursor> functions_of(CXCursor root) {
  std::vector<CXCursor> found;
  add_functions(root, found);
  std::ranges::sort(found, {}, [](CXCursor one) { return span_of(one).begin; });
  return found;
}

/// Why the parameter cannot be copied for a call that runs later; empty if it can.
std::string refused_parameter(CXCursor parameter) {
  if (is_reference(canonical_type_of(parameter))) {
    return fmt::format("'{}' is a reference; a function that is spliced takes values and pointers",
                       name_of(parameter));
  }
  return {};
}

/// Whether the function is an operator, such as `operator+=`. Other names may begin with that word.
bool is_operator(CXCursor function) {
  constexpr std::string_view word = "operator";
  const std::string name = name_of(function);
  const auto is_of_name = [](char one) {
    return one == '_' || std::isalnum(static_cast<unsigned char>(one)) != 0;
  };
  return name.starts_with(word) && name.size() > word.size() && !is_of_name(name[word.size()]);
}

std::string refused_function(CXCursor function) {
  if (kind_of(function) == CXCursor_FunctionTemplate) {
    return "a template is not translated; annotate a function that is none";
  }
  if (kind_of(function) != CXCursor_FunctionDecl) {
    return "a member of a class is not translated; annotate a function outside of it, which takes "
           "pointers and values, and call that";
  }
  if (is_operator(function)) {
    return fmt::format(
        "'{}' is an operator, which is not translated; annotate a function that has "
        "a name, and let the operator call it",
        name_of(function));
  }
  if (clang_getCanonicalType(clang_getCursorResultType(function)).kind != CXType_Void) {
    return fmt::format("'{}' returns a value; a function that is spliced returns void",
                       name_of(function));
  }
  const int throws = clang_getCursorExceptionSpecificationType(function);
  const bool may_throw =
      taken(clang_getTypeSpelling(clang_getCursorType(function))).ends_with("noexcept(false)");
  if (throws == CXCursor_ExceptionSpecificationKind_BasicNoexcept ||
      (throws == CXCursor_ExceptionSpecificationKind_ComputedNoexcept && !may_throw) ||
      throws == CXCursor_ExceptionSpecificationKind_DynamicNone) {
    return fmt::format(
        "'{}' is noexcept, and a step that throws would not end the program; leave "
        "noexcept out",
        name_of(function));
  }
  if (clang_Cursor_isVariadic(function) != 0) {
    return fmt::format("'{}' takes any number of arguments; a function that is spliced does not",
                       name_of(function));
  }
  return {};
}

bool has_default(CXCursor function, int parameter) {
  const CXCursor one = clang_Cursor_getArgument(function, static_cast<unsigned>(parameter));
  return std::ranges::any_of(children_of(one), [&one](CXCursor part) {
    return is_expression(part) && span_of(part).begin >= named_at(one);
  });
}

/// Whether a declaration of a function has a default argument that its first one lacks.
bool adds_default_argument(CXCursor function, CXCursor first) {
  for (int i = 0; i < clang_Cursor_getNumArguments(function); ++i) {
    if (has_default(function, i) && !has_default(first, i)) {
      return true;
    }
  }
  return false;
}

bool has_default_arguments(CXCursor function) {
  for (int i = 0; i < clang_Cursor_getNumArguments(function); ++i) {
    if (has_default(function, i)) {
      return true;
    }
  }
  return false;
}

std::string defaults_stand_first(CXCursor function) {
  return fmt::format(
      "default arguments of '{}' stand in its first declaration, behind which the translation puts "
      "the function object that takes them; move them there",
      name_of(function));
}

/// Why the function object cannot be written behind the first declaration; empty if it can.
std::string refused_first(CXCursor first, CXCursor annotated, CXCursor definition) {
  const CXCursorKind parent = kind_of(clang_getCursorLexicalParent(first));
  if (parent == CXCursor_StructDecl || parent == CXCursor_ClassDecl ||
      parent == CXCursor_UnionDecl || parent == CXCursor_ClassTemplate) {
    return fmt::format("'{}' is declared first as a friend; declare it before that class",
                       name_of(first));
  }
  if (!is_in_main_file(first) || clang_equalCursors(first, definition) != 0) {
    return {};
  }
  if (clang_isDeclaration(kind_of(clang_getCursorLexicalParent(first))) != 0 &&
      is_function(clang_getCursorLexicalParent(first)) && has_default_arguments(first)) {
    return fmt::format(
        "'{}' is declared first in a block, with default arguments that hold there "
        "alone; declare it before that function",
        name_of(first));
  }
  const token_list tokens(first);
  if (std::ranges::none_of(tokens.all(),
                           [&](const CXToken& one) { return tokens.text(one) == "("; })) {
    return fmt::format(
        "'{}' is declared first without its parameters, by the name of a type; "
        "write them out",
        name_of(first));
  }
  if (!has_default_arguments(first) &&
      (has_default_arguments(annotated) || has_default_arguments(definition))) {
    return defaults_stand_first(first);
  }
  return {};
}

/// Refuses default arguments of later declarations, and those that a block declares for itself:
/// function objects have those of the first declaration.
void check_defaults(const spliced_functions& spliced,
                    const std::vector<CXCursor>& functions,
                    complaints& wrong) {
  for (const CXCursor& function : functions) {
    if (const spliced_function* const found = spliced.find(function);
        found != nullptr && clang_equalCursors(function, found->annotated) == 0 &&
        clang_equalCursors(function, found->definition) == 0 &&
        adds_default_argument(function, found->first)) {
      wrong.add(named_at(function), defaults_stand_first(function));
    }
    any_within(function, [&](CXCursor one) {
      if (kind_of(one) == CXCursor_FunctionDecl && clang_equalCursors(one, function) == 0 &&
          has_default_arguments(one) && spliced.find(one) != nullptr) {
        wrong.add(named_at(one),
                  fmt::format("default arguments of '{}' stand in the first declaration, where it "
                              "is spliced",
                              name_of(one)));
      }
      return false;
    });
  }
}

bool is_unnamed(CXCursor space) {
  return clang_Cursor_isAnonymous(space) != 0 || name_of(space).empty();
}

std::string scope_of(CXCursor function) {
  std::string scope;
  for (CXCursor outer = clang_getCursorSemanticParent(function);
       kind_of(outer) == CXCursor_Namespace || kind_of(outer) == CXCursor_LinkageSpec;
       outer = clang_getCursorSemanticParent(outer)) {
    if (kind_of(outer) == CXCursor_Namespace && !is_unnamed(outer)) {
      scope.insert(0, name_of(outer) + "::");
    }
  }
  return scope;
}

bool is_internal(CXCursor function) {
  const CXLinkageKind linkage = clang_getCursorLinkage(function);
  return linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal;
}

/// The function that a pragma precedes: the next one that begins, if nothing ends in between.
std::optional<CXCursor> function_after(const pragma& about,
                                       const std::vector<CXCursor>& functions,
                                       const std::vector<token>& tokens) {
  const auto next = std::ranges::find_if(
      functions, [&about](CXCursor one) { return span_of(one).end > about.next; });
  if (next == functions.end()) {
    return std::nullopt;
  }
  const span between{about.next, span_of(*next).begin};
  const bool other =
      span_of(*next).begin < about.where.begin ||
      std::ranges::any_of(
          tokens,
          [&between](const token& one) {
            return between.contains(one.where.begin) && (one.text == ";" || one.text == "}");
          });
  return other ? std::nullopt : std::optional(*next);
}

/// The function that a pragma makes a spliced one; none if that is refused.
std::optional<CXCursor> annotated_by(const pragma& about,
                                     const std::vector<CXCursor>& functions,
                                     const std::vector<token>& tokens,
                                     complaints& wrong) {
  const std::optional<CXCursor> function = function_after(about, functions, tokens);
  if (!function) {
    wrong.add(about.where.begin, "no function follows this #pragma splice func");
    return std::nullopt;
  }
  const std::size_t at = named_at(*function);
  if (const std::string refused = refused_function(*function); !refused.empty()) {
    wrong.add(at, refused);
    return std::nullopt;
  }
  const CXCursor definition = clang_getCursorDefinition(*function);
  if (clang_Cursor_isNull(definition) != 0 || !is_in_main_file(definition)) {
    wrong.add(at, fmt::format("'{}' is not defined in this file", name_of(*function)));
    return std::nullopt;
  }
  if (const std::string refused =
          refused_first(clang_getCanonicalCursor(*function), *function, definition);
      !refused.empty()) {
    wrong.add(at, refused);
  }
  return function;
}

void check_parameters(CXCursor function, complaints& wrong) {
  for (int i = 0; i < clang_Cursor_getNumArguments(function); ++i) {
    const CXCursor parameter = clang_Cursor_getArgument(function, static_cast<unsigned>(i));
    if (const std::string refused = refused_parameter(parameter); !refused.empty()) {
      wrong.add(named_at(parameter), refused);
    }
  }
}

}  // namespace

spliced_functions::spliced_functions(const parsed& from,
                                     const std::vector<token>& tokens,
                                     const std::vector<pragma>& pragmas,
                                     complaints& wrong) {
  const std::vector<CXCursor> functions = functions_of(from.root());
  std::map<std::string, unsigned> of_that_name;
  for (const pragma& about : pragmas) {
    if (about.kind != pragma_kind::function) {
      continue;
    }
    about.used = true;
    const std::optional<CXCursor> function = annotated_by(about, functions, tokens, wrong);
    if (!function) {
      continue;
    }
    if (find(*function) != nullptr) {
      wrong.add(about.where.begin,
                fmt::format("'{}' has a #pragma splice func already", name_of(*function)));
      continue;
    }
    check_parameters(*function, wrong);
    const std::string scope = scope_of(*function);
    const unsigned number = ++of_that_name[scope + name_of(*function)];
    all_.push_back({.about = &about,
                    .annotated = *function,
                    .first = clang_getCanonicalCursor(*function),
                    .definition = clang_getCursorDefinition(*function),
                    .name = fmt::format("nuthatch_splice{}_{}",
                                        number == 1 ? "" : fmt::format("{}", number),
                                        name_of(*function)),
                    .scope = scope,
                    .internal = is_internal(*function)});
  }
  check_defaults(*this, functions, wrong);
}

const spliced_function* spliced_functions::find(CXCursor declaration) const {
  const CXCursor first = clang_getCanonicalCursor(declaration);
  const auto found = std::ranges::find_if(all_, [&first](const spliced_function& one) {
    return clang_equalCursors(one.first, first) != 0;
  });
  return found == all_.end() ? nullptr : &*found;
}

const spliced_function* spliced_functions::called_by(CXCursor expression) const {
  return kind_of(expression) == CXCursor_CallExpr ? find(clang_getCursorReferenced(expression))
                                                  : nullptr;
}

bool spliced_functions::any_called_in(CXCursor all) const {
  return any_within(all, [this](CXCursor one) { return called_by(one) != nullptr; });
}

std::vector<CXCursor> defined_functions(CXCursor root) {
  std::vector<CXCursor> found = functions_of(root);
  std::erase_if(found, [](CXCursor one) {
    return clang_isCursorDefinition(one) == 0 || kind_of(one) == CXCursor_FunctionTemplate;
  });
  return found;
}

by_cursor<std::vector<CXCursor>> declarations_by_function(CXCursor root) {
  by_cursor<std::vector<CXCursor>> found;
  add_declarations(root, found);
  return found;
}

std::set<std::string> value_names_of(CXCursor root) {
  std::set<std::string> found;
  add_values(root, found);
  return found;
}

bool is_plain_value(CXType canonical) {
  canonical = without_arrays(canonical);
  if (canonical.kind == CXType_Pointer) {
    const CXType pointee = clang_getCanonicalType(clang_getPointeeType(canonical));
    return pointee.kind != CXType_FunctionProto && pointee.kind != CXType_FunctionNoProto;
  }
  return canonical.kind == CXType_Enum ||
         (canonical.kind >= CXType_FirstBuiltin && canonical.kind <= CXType_LastBuiltin);
}

std::set<std::string> top_names_of(CXCursor root) {
  std::set<std::string> found;
  add_names(root, found);
  return found;
}

}  // namespace nuthatch::splicec
