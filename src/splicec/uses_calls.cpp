// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "splicec/cursors.hpp"
#include "splicec/exchanges.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/parts_of_this.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"
#include "splicec/uses.hpp"

/// What calls do to the places that are their arguments.

namespace nuthatch::splicec {

namespace {

/// Whether the function is called for an object.
bool is_method(CXCursor function) {
  const CXCursorKind kind = kind_of(function);
  return kind == CXCursor_ConversionFunction ||
         (kind == CXCursor_CXXMethod && clang_CXXMethod_isStatic(function) == 0);
}

}  // namespace

void use_finder::arguments_of(CXCursor call, fate of_references, int first) {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXType type = clang_getCursorType(called);
  const int arguments = clang_Cursor_getNumArguments(call);
  const int parameters = clang_getNumArgTypes(type);
  for (int i = first; i < arguments; ++i) {
    const int number = i - first;
    const bool known = clang_Cursor_isNull(called) == 0 && number < parameters;
    const bool binds =
        known &&
        is_reference(clang_getCanonicalType(clang_getArgType(type, static_cast<unsigned>(number))));
    expression(clang_Cursor_getArgument(call, static_cast<unsigned>(i)),
               binds ? of_references : fate::open);
  }
}

/// Handles calls whose effect on their arguments is known. Returns whether the call is one.
bool use_finder::known_call(CXCursor one, fate what) {
  if (lambda_called_by(one)) {
    arguments_of(one, fate::bound, 1);
  } else if (copies_plainly(one)) {
    expression(clang_Cursor_getArgument(one, 0), fate::read);
  } else if (assigns_plainly(one)) {
    change(clang_Cursor_getArgument(one, 0), what);
    expression(clang_Cursor_getArgument(one, 1), fate::read);
  } else if (const std::optional<exchange> found = exchange_by(one); found) {
    change(found->changed, found->is_operator ? what : fate::read);
    if (found->is_swap) {
      change(found->other, fate::read);
    } else {
      expression(found->other, fate::read);
    }
  } else if (is_of_system_on_this(one)) {
    const CXType result =
        clang_getCanonicalType(clang_getCursorResultType(clang_getCursorReferenced(one)));
    const bool lends = what != fate::read && result.kind != CXType_Void &&
                       (!is_scalar(result) || is_pointer(result));
    lends_this_ = lends_this_ || lends;
    const CXCursor named = bare(children_of(one).front());
    arguments_of(one, fate::bound, kind_of(named) == CXCursor_MemberRefExpr ? 0 : 1);
  } else {
    return false;
  }
  return true;
}

namespace {

bool is_argument_of(CXCursor call, CXCursor part) {
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    if (clang_equalCursors(clang_Cursor_getArgument(call, static_cast<unsigned>(i)), part) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

void use_finder::call(CXCursor one, fate what) {
  if (known_call(one, what)) {
    return;
  }
  const CXCursor called = clang_getCursorReferenced(one);
  const pure_functions& functions = locals_->functions();
  const bool refers = is_reference(clang_getCanonicalType(clang_getCursorResultType(called)));
  const bool keeps_none = functions.is_of_effects(called) ||
                          (functions.only_reads(called) && (!refers || what == fate::read));
  const fate references = keeps_none ? fate::read : fate::bound;
  const bool object_first =
      is_method(called) &&
      clang_getNumArgTypes(clang_getCursorType(called)) == clang_Cursor_getNumArguments(one) - 1;
  if (object_first) {
    const CXCursor object = clang_Cursor_getArgument(one, 0);
    expression(object, is_lambda(canonical_type_of(object)) ? fate::read : references);
  } else {
    name_in_call(one, keeps_none);
  }
  arguments_of(one, references, object_first ? 1 : 0);
}

/// Handles the expression that names the called function, and the object in front of it.
void use_finder::name_in_call(CXCursor call, bool keeps_none) {
  const CXCursor called = clang_getCursorReferenced(call);
  const std::vector<CXCursor> all = children_of(call);
  const CXCursor method = all.empty() ? clang_getNullCursor() : bare(all[0]);
  if (!is_method(called) || kind_of(method) != CXCursor_MemberRefExpr) {
    // The first part of an operator is its left operand.
    const bool names_function = kind_of(called) != CXCursor_Constructor && !all.empty() &&
                                is_expression(all[0]) && !is_argument_of(call, all[0]) &&
                                clang_Cursor_getNumArguments(call) < static_cast<int>(all.size());
    if (names_function) {
      expression(all[0], fate::open);
    }
    return;
  }
  const std::vector<CXCursor> object = children_of(method);
  if (is_member_of_this(method)) {
    if (!keeps_none) {
      called_on_this_.push_back(called);
    }
  } else if (!object.empty() && is_expression(object[0])) {
    const fate of_object = keeps_none ? fate::read : fate::bound;
    expression(object[0], is_behind_pointer(method) ? fate::open : of_object);
  }
}

}  // namespace nuthatch::splicec
