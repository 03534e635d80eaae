// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "splicec/address_readers.hpp"
#include "splicec/address_walk.hpp"
#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"

/// What initial values do with addresses: in variables, bindings, loops and lists.

namespace nuthatch::splicec {

namespace {

using form = reference_form;

/// Whether a value of the type is a copy, as opposed to a class whose constructor may do anything.
bool is_copied(CXType type) {
  return is_plain(type) || is_made_of_scalars(type);
}

}  // namespace

bool address_walk::is_local_pointer(CXCursor variable) {
  const CXCursorKind kind = kind_of(variable);
  const bool points = canonical_type_of(variable).kind == CXType_Pointer;
  return kind == CXCursor_ParmDecl ? points || is_array(canonical_type_of(variable))
                                   : points && kind == CXCursor_VarDecl &&
                                         clang_Cursor_hasVarDeclGlobalStorage(variable) == 0;
}

bool address_walk::is_read_into(CXType made, CXType place, const twin& of) {
  const bool value = is_scalar(place) && !(of.holds_addresses && is_pointer(place));
  return holds_no_address(made) || (value && is_made_of_scalars(made));
}

/// Handles a copy of a place in a variable or in structured bindings.
address_walk::step address_walk::into_copy(const twin& of, CXCursor variable) {
  const CXType type = canonical_type_of(variable);
  if (!is_copied(type)) {
    return {};
  }
  if (!of.holds_addresses || holds_no_address(type)) {
    return understood();
  }
  if (clang_Cursor_hasVarDeclGlobalStorage(variable) == 1) {
    return {};
  }
  if (kind_of(variable) == CXCursor_UnexposedDecl) {
    for (const CXCursor& part : children_of(variable)) {
      if (kind_of(part) == CXCursor_UnexposedDecl) {
        follow(part, form::place, of);
      }
    }
  } else if (type.kind == CXType_Pointer) {
    follow(variable, form::holder, twin_at_pointer(of.name, type));
  } else {
    follow(variable, form::place, of);
  }
  return understood();
}

bool address_walk::is_part_of_type(CXCursor declaration) {
  return std::ranges::none_of(children_of(declaration),
                              [](CXCursor one) { return kind_of(one) == CXCursor_TemplateRef; });
}

/// Clang shows a list as it is written, without conversions.
address_walk::step address_walk::into_list(const twin& of, CXCursor child, CXCursor parent) {
  const form as = of.as;
  const CXType type = canonical_type_of(parent);
  const std::vector<CXCursor> parts = children_of(parent);
  const CXType from = canonical_type_of(child);
  if (parts.size() == 1 &&
      clang_equalTypes(clang_getUnqualifiedType(type), clang_getUnqualifiedType(from)) != 0) {
    return becomes(as);
  }
  if (of.is_function && is_array(type) && is_pointer(without_arrays(type))) {
    return becomes(twin{.name = {}, .holds_addresses = true});
  }
  if (!is_known_type(type)) {  // a list in a list
    return as == form::place ? becomes(as) : step{};
  }
  return as == form::place && is_read_into(type, from, of) ? understood() : step{};
}

address_walk::step address_walk::into_variable(const twin& of, CXCursor child, CXCursor parent) {
  const CXCursor value = clang_Cursor_getVarDeclInitializer(parent);
  if (clang_Cursor_isNull(value) != 0 || clang_equalCursors(child, value) == 0) {
    return of.as == form::place && is_part_of_type(parent) ? understood() : step{};
  }
  const CXType type = canonical_type_of(parent);
  const bool lasts = clang_Cursor_hasVarDeclGlobalStorage(parent) == 1;
  if (of.as == form::place && !is_reference(type)) {
    return into_copy(of, parent);
  }
  const bool refers = of.as == form::place;
  if (lasts || (!refers && !is_local_pointer(parent))) {
    return {};
  }
  follow(parent, refers ? form::place : form::holder, of);
  return understood();
}

/// Handles structured bindings.
address_walk::step address_walk::into_bindings(const twin& of, CXCursor parent) {
  const CXType type = canonical_type_of(parent);
  if (of.as != form::place || clang_Cursor_hasVarDeclGlobalStorage(parent) == 1) {
    return {};
  }
  if (!is_reference(type)) {
    return into_copy(of, parent);
  }
  for (const CXCursor& part : children_of(parent)) {
    if (kind_of(part) == CXCursor_UnexposedDecl) {
      follow(part, form::place, of);
    }
  }
  return understood();
}

/// Handles a loop over the elements.
address_walk::step address_walk::into_loop(const twin& of, CXCursor child, CXCursor parent) {
  const CXType type = canonical_type_of(child);
  const CXCursor owner = clang_getTypeDeclaration(clang_getUnqualifiedType(type));
  const bool is_known =
      is_array(type) || is_view(type) || (name_of(owner) == "array" && is_in_system(owner));
  if (clang_equalCursors(child, children_of(parent).back()) != 0) {
    return understood();  // the body
  }
  if (of.as != form::place || !is_known) {
    return {};
  }
  if (is_view(type) && !of.holds_addresses) {
    return understood();
  }
  const CXCursor variable = children_of(parent).front();
  if (kind_of(variable) == CXCursor_UnexposedDecl) {
    return into_bindings(of, variable);
  }
  if (kind_of(variable) != CXCursor_VarDecl) {
    return {};
  }
  if (!is_reference(canonical_type_of(variable))) {
    return into_copy(of, variable);
  }
  follow(variable, form::place, of);
  return understood();
}

}  // namespace nuthatch::splicec
