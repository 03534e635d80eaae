// SPDX-License-Identifier: Apache-2.0
#include "splicec/library_code.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>

#include "splicec/address_readers.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/polymorphic_types.hpp"

namespace nuthatch::splicec {

namespace {

bool is_function(CXCursor declaration) {
  const CXCursorKind kind = kind_of(declaration);
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
         kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction;
}

bool is_unevaluated(CXCursorKind kind) {
  return kind == CXCursor_UnaryExpr || kind == CXCursor_RequiresExpr ||
         kind == CXCursor_ConceptSpecializationExpr;
}

CXType type_of_class_of(CXCursor member) {
  return clang_getCanonicalType(clang_getCursorType(clang_getCursorSemanticParent(member)));
}

CXType without_reference(CXType type) {
  type = clang_getCanonicalType(type);
  return is_reference(type) ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
}

/// Whether a virtual function of the class, of which Clang shows no code, may make a pointer of a
/// lambda: the class has a lambda, and another one or a pointer to a function.
bool may_convert_virtually(CXType of_class) {
  const std::string name = taken(clang_getTypeSpelling(of_class));
  constexpr std::string_view mark = "(lambda at ";
  const std::size_t first = name.find(mark);
  if (first == std::string::npos || !is_polymorphic(of_class)) {
    return false;
  }
  const std::string lambda = name.substr(first, name.find(')', first) - first);
  for (std::size_t at = first; at != std::string::npos; at = name.find(mark, at + 1)) {
    if (name.compare(at, lambda.size(), lambda) != 0) {
      return true;
    }
  }
  return name.find("(*") != std::string::npos;
}

/// Adds the constructors and the conversions of classes of the source that the class is an instance
/// for. Returns whether these are all.
bool add_constructors(CXType of_class, std::vector<CXCursor>& to) {
  bool all = true;
  for (int i = 0; i < clang_Type_getNumTemplateArguments(of_class); ++i) {
    const CXType part = clang_Type_getTemplateArgumentAsType(of_class, static_cast<unsigned>(i));
    if (!has_class_of_source(part)) {
      continue;
    }
    const CXType type = clang_getCanonicalType(part);
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (is_in_system(declaration)) {
      all = add_constructors(type, to) && all;
      continue;
    }
    all = all && clang_Type_getNumTemplateArguments(type) <= 0;
    for (const CXCursor& one : children_of(declaration)) {
      const CXCursorKind kind = kind_of(one);
      all = all && kind != CXCursor_FunctionTemplate && kind != CXCursor_CXXBaseSpecifier;
      if (kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction) {
        to.push_back(one);
      }
    }
  }
  return all;
}

}  // namespace

bool is_instance_of_lambda(CXCursor function) {
  return kind_of(function) == CXCursor_CXXMethod &&
         clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function)) == 0 &&
         is_lambda(type_of_class_of(function));
}

void library_code::add_names(CXCursor code, names& to) {
  if (is_unevaluated(kind_of(code))) {
    return;
  }
  const CXCursor named = is_expression(code) ? clang_getCursorReferenced(code) : code;
  if (is_expression(code) && is_function(named)) {
    const CXType owner = type_of_class_of(named);
    if (kind_of(named) == CXCursor_ConversionFunction && is_lambda(owner)) {
      to.converted.push_back(owner);
    }
    if (is_in_system(named)) {
      to.of_library.push_back(named);
    } else if (!is_lambda(owner)) {
      to.of_source.push_back(named);
    } else if (is_instance_of_lambda(named)) {
      to.of_generic_lambdas.push_back(named);
    }
  }
  for (const CXCursor& part : children_of(code)) {
    add_names(part, to);
  }
}

/// Notes what a constructor does that Clang does not show: that of a base class which it inherits,
/// and virtual functions of the class.
void library_code::add_hidden(CXCursor function, names& to) {
  if (kind_of(function) != CXCursor_Constructor) {
    return;
  }
  const CXType owner = type_of_class_of(function);
  if (may_convert_virtually(owner)) {
    for (int i = 0; i < clang_Type_getNumTemplateArguments(owner); ++i) {
      to.hidden.push_back(clang_Type_getTemplateArgumentAsType(owner, static_cast<unsigned>(i)));
    }
  }
  if (name_of(function) == name_of(clang_getCursorSemanticParent(function))) {
    return;
  }
  to.hides_source = !add_constructors(owner, to.of_source);
  if (has_closures(owner)) {
    return;
  }
  const CXType type = clang_getCursorType(function);
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    const CXType argument = without_reference(clang_getArgType(type, static_cast<unsigned>(i)));
    if (has_closures(argument)) {
      to.hidden.push_back(argument);
    }
  }
}

const library_code::names& library_code::names_in(CXCursor function) {
  const auto [found, added] = known_.try_emplace(function);
  if (added) {
    const CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition) == 0) {
      names all;
      add_hidden(definition, all);
      add_names(definition, all);
      found->second = std::move(all);
    }
  }
  return found->second;
}

bool library_code::any_reached(CXCursor function,
                               const std::function<bool(const names&)>& each,
                               bool in_source) {
  std::unordered_set<CXCursor, cursor_hash, cursor_equal> seen{function};
  std::vector<CXCursor> left{function};
  while (!left.empty()) {
    const CXCursor one = left.back();
    left.pop_back();
    const names& all = names_in(one);
    if (each(all)) {
      return true;
    }
    const auto add = [&](const std::vector<CXCursor>& some) {
      std::ranges::copy_if(some, std::back_inserter(left), [&seen](CXCursor next) {
        return seen.insert(next).second;
      });
    };
    add(all.of_library);
    if (in_source) {
      add(all.of_source);
    }
  }
  return false;
}

bool library_code::converts_lambda(CXCursor function,
                                   const std::function<bool(CXType)>& is_asked_for) {
  return any_reached(function, [&](const names& all) {
    return std::ranges::any_of(all.converted, is_asked_for) ||
           std::ranges::any_of(all.hidden, is_asked_for);
  });
}

const std::optional<std::vector<CXCursor>>& library_code::calls_to_source(CXCursor function) {
  if (const auto found = calls_.find(function); found != calls_.end()) {
    return found->second;
  }
  std::unordered_set<CXCursor, cursor_hash, cursor_equal> calls;
  const bool hides_some = any_reached(function, [&](const names& all) {
    calls.insert(all.of_source.begin(), all.of_source.end());
    return all.hides_source;
  });
  std::optional<std::vector<CXCursor>>& known = calls_[function];
  if (!hides_some) {
    known.emplace(calls.begin(), calls.end());
  }
  return known;
}

std::vector<CXCursor> library_code::generic_lambdas_called_by(CXCursor function) {
  std::vector<CXCursor> called;
  any_reached(
      function,
      [&](const names& all) {
        called.insert(called.end(), all.of_generic_lambdas.begin(), all.of_generic_lambdas.end());
        return false;
      },
      /*in_source=*/true);
  return called;
}

}  // namespace nuthatch::splicec
