// SPDX-License-Identifier: Apache-2.0
#include "splicec/locals.hpp"

#include <algorithm>
#include <optional>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/uses.hpp"

namespace nuthatch::splicec {

bool is_behind_pointer(CXCursor member_expression) {
  const std::vector<CXCursor> base = children_of(member_expression);
  return base.empty() || !is_expression(base.front()) ||
         is_pointer(canonical_type_of(base.front()));
}

bool is_shared_with_steps(const local& one) {
  return has_array_type(one.declaration) || is_reference(one.type) ||
         (one.type.kind == CXType_Record && clang_isPODType(one.type) == 0);
}

function_locals::function_locals(CXCursor function, const pure_functions& functions)
    : functions_(&functions) {
  add_from(function);
  note_lambdas(function);
  note_holders(function);
}

void function_locals::note_lambdas(CXCursor function) {
  for (const local& one : all_) {
    if (const std::optional<CXCursor> lambda = lambda_of(one.declaration);
        lambda && is_only_called(one.declaration, function)) {
      called_lambdas_.push_back(*lambda);
    }
  }
}

/// Marks escaping locals. A lambda that only reads what nothing changes is harmless whenever it
/// runs.
void function_locals::note_holders(CXCursor function) {
  const std::vector<local_use> changes = changes_in(function);
  for (const local_use& one : changes) {
    that(one).changed = true;
  }
  for (const local_use& one : addresses_in(function)) {
    that(one).escapes = one.which->escapes || one.by == holder::any ||
                        (one.by == holder::reader && one.which->changed);
    that(one).captured = one.which->captured || one.by != holder::any;
  }
}

void function_locals::note_step(CXCursor step, const span& region) {
  std::vector<local_use> at_any_time = changes_in(step);
  for (const local_use& named : uses_in(step)) {
    const std::optional<CXCursor> lambda = lambda_of(named.which->declaration);
    if (lambda && !is_declared_in(named.which->declaration, step)) {
      const std::vector<local_use> held = uses_in(*lambda);
      at_any_time.insert(at_any_time.end(), held.begin(), held.end());
    }
    const bool outside = !region.empty() && !region.contains(named.which->at);
    if (outside && !lambda && named.which->changed && is_shared_with_steps(*named.which)) {
      that(named).escapes = true;
    }
  }
  for (const local_use& one : at_any_time) {
    that(one).escapes = one.which->escapes || one.which->captured;
  }
}

local& function_locals::that(const local_use& one) {
  return *std::ranges::find_if(all_, [&one](const local& each) { return &each == one.which; });
}

bool function_locals::is_called_lambda(CXCursor lambda) const {
  return std::ranges::any_of(
      called_lambdas_, [lambda](CXCursor one) { return clang_equalCursors(one, lambda) != 0; });
}

void function_locals::add_from(CXCursor within) {
  for (const CXCursor& one : children_of(within)) {
    const CXCursorKind kind = kind_of(one);
    if (kind == CXCursor_ParmDecl ||
        (kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(one) != 1)) {
      all_.push_back({one, name_of(one), named_at(one), canonical_type_of(one)});
    }
    add_from(one);
  }
}

const local* function_locals::find(CXCursor reference) const {
  if (kind_of(reference) != CXCursor_DeclRefExpr) {
    return nullptr;
  }
  return declared_by(clang_getCursorReferenced(reference));
}

const local* function_locals::declared_by(CXCursor declaration) const {
  const auto found = std::ranges::find_if(all_, [&declaration](const local& one) {
    return clang_equalCursors(one.declaration, declaration) != 0;
  });
  return found == all_.end() ? nullptr : &*found;
}

const local* function_locals::root_of(CXCursor expression) const {
  expression = bare(expression);
  const CXCursorKind kind = kind_of(expression);
  if (kind == CXCursor_MemberRefExpr && !is_behind_pointer(expression)) {
    const CXCursor member = clang_getCursorReferenced(expression);
    if (kind_of(member) != CXCursor_FieldDecl || is_reference(canonical_type_of(member))) {
      return nullptr;
    }
    return root_of(children_of(expression).front());
  }
  if (kind == CXCursor_ArraySubscriptExpr) {
    const CXCursor base = bare(children_of(expression).front());
    return has_array_type(base) ? root_of(base) : nullptr;
  }
  if (const std::optional<array_element> element = array_element_of(expression); element) {
    return root_of(element->array);
  }
  return find(expression);
}

std::vector<local_use> function_locals::addresses_in(CXCursor all) const {
  use_finder finder(*this);
  finder.look_at(all);
  return finder.lent();
}

std::vector<local_use> function_locals::changes_in(CXCursor all) const {
  use_finder finder(*this);
  finder.look_at(all);
  return finder.changed();
}

std::vector<local_use> function_locals::uses_in(CXCursor all) const {
  std::vector<local_use> found;
  any_within(all, [this, &found](CXCursor one) {
    if (const local* const named = find(one); named != nullptr) {
      found.push_back({named, span_of(one).begin});
    }
    return false;
  });
  return found;
}

}  // namespace nuthatch::splicec
