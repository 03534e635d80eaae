// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/parts_of_this.hpp"
#include "splicec/uses.hpp"

/// What lambdas do to the places that they capture.

namespace nuthatch::splicec {

/// Clang does not show the value of `[&y = x]` in place.
void use_finder::captured_values(CXCursor lambda) {
  for (const CXCursor& part : children_of(lambda)) {
    const CXCursor captured = clang_getCursorReferenced(part);
    const CXCursor value = kind_of(part) == CXCursor_VariableRef
                               ? clang_Cursor_getVarDeclInitializer(captured)
                               : clang_getNullCursor();
    if (clang_Cursor_isNull(value) == 0 && span_of(lambda).contains(named_at(captured))) {
      expression(value, is_reference(canonical_type_of(captured)) ? fate::bound : fate::open);
    }
  }
}

/// A lambda holds the address of what it changes or passes on.
void use_finder::lambda(CXCursor one) {
  lends_this_ = lends_this_ || any_within(one, [](CXCursor part) {
                  return kind_of(part) == CXCursor_CXXThisExpr || is_member_of_this(part);
                });
  captured_values(one);
  if (captures_by_reference(one)) {
    lambda_by_reference(one);
    return;
  }
  if (!is_plain_lambda(one) && only_copies(one)) {
    lambda_of_copies(one);
    return;
  }
  for (const CXCursor& part : is_plain_lambda(one) ? written_parts_of(one) : children_of(one)) {
    look_at(part);
  }
}

/// Clang shows no conversions in a generic lambda: every name in it looks like a place that may be
/// changed, or whose address is taken.
void use_finder::lambda_of_copies(CXCursor one) {
  use_finder inside(*locals_);
  for (const CXCursor& part : written_parts_of(one)) {
    inside.look_at(part);
  }
  const auto is_own = [one](const local_use& each) {
    return is_declared_in(each.which->declaration, one);
  };
  std::ranges::copy_if(inside.lent_, std::back_inserter(lent_), is_own);
  std::ranges::copy_if(inside.changed_, std::back_inserter(changed_), is_own);
}

void use_finder::lambda_by_reference(CXCursor one) {
  use_finder inside(*locals_);
  for (const CXCursor& part : written_parts_of(one)) {
    inside.look_at(part);
  }
  std::vector<local_use> held = inside.lent_;
  for (const local_use& each : inside.changed_) {
    if (!is_declared_in(each.which->declaration, one)) {
      held.push_back({each.which, each.at});
    }
  }
  changed_.insert(changed_.end(), inside.changed_.begin(), inside.changed_.end());
  const bool plain = is_plain_lambda(one);
  const holder reader = locals_->is_called_lambda(one) ? holder::called_reader : holder::reader;
  for (local_use each : locals_->uses_in(one)) {
    const bool only_looks = plain && std::ranges::none_of(held, [&](const local_use& other) {
                              return other.which == each.which && other.by != holder::called_reader;
                            });
    if (!is_declared_in(each.which->declaration, one)) {
      each.by = only_looks ? reader : holder::any;
      lent_.push_back(each);
    }
  }
  std::ranges::copy_if(held, std::back_inserter(lent_), [one](const local_use& each) {
    return is_declared_in(each.which->declaration, one);
  });
}

}  // namespace nuthatch::splicec
