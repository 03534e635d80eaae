// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "splicec/array_elements.hpp"
#include "splicec/caller_names.hpp"
#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/exchanges.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"

/// The rules of control code for calls.

namespace nuthatch::splicec {

namespace {

/// The function that a call names, also in a cast that chooses one of several:
/// `(static_cast<double (*)(double)>(floor))(x)`.
CXCursor named_by(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  const std::vector<CXCursor> parts = children_of(call);
  if (clang_Cursor_isNull(called) == 0 || parts.empty()) {
    return called;
  }
  CXCursor one = bare(parts.front());
  while (kind_of(one) == CXCursor_CXXStaticCastExpr) {
    one = bare(children_of(one).back());
  }
  const CXCursor named = clang_getCursorReferenced(one);
  return kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_FunctionDecl ? named
                                                                                         : called;
}

bool is_literal_of_pointer(CXCursor expression) {
  const CXCursorKind kind = kind_of(bare(expression));
  return kind == CXCursor_StringLiteral || kind == CXCursor_CXXNullPtrLiteralExpr ||
         kind == CXCursor_GNUNullExpr;
}

}  // namespace

bool is_default_literal(CXCursor call, unsigned number) {
  const CXCursor argument = clang_Cursor_getArgument(call, number);
  const CXCursor called = clang_getCursorReferenced(call);
  // Clang shows a default argument without parts and without a place.
  if (kind_of(argument) != CXCursor_UnexposedExpr || !children_of(argument).empty() ||
      !has_no_text(argument) ||
      clang_Cursor_getNumArguments(call) != clang_Cursor_getNumArguments(called)) {
    return false;
  }
  for (const CXCursor& one :
       {called, clang_getCanonicalCursor(called), clang_getCursorDefinition(called)}) {
    const CXCursor parameter = clang_Cursor_getArgument(one, number);
    if (clang_Cursor_isNull(parameter) != 0 || !is_pointer(canonical_type_of(parameter))) {
      continue;
    }
    std::vector<CXCursor> parts = children_of(parameter);
    std::erase_if(parts, [](CXCursor part) { return !is_expression(part); });
    if (!parts.empty()) {  // numbers may be lengths in the type as well
      return std::ranges::any_of(parts, is_literal_of_pointer) ||
             (parts.size() == 1 && value_of_literal(bare(parts.front())) == "0");
    }
  }
  return false;
}

bool may_have_effect(CXCursor expression) {
  return any_within(expression, [](CXCursor one) {
    switch (kind_of(one)) {
      case CXCursor_CallExpr:
      case CXCursor_StmtExpr:
      case CXCursor_LambdaExpr:
      case CXCursor_CXXNewExpr:
      case CXCursor_CXXDeleteExpr:
      case CXCursor_CXXThrowExpr:
        return true;
      default:
        return changes_operand(one);
    }
  });
}

/// Checks a default argument that a call leaves out. The call shows only its value.
std::optional<fault> control_code::fault_of_default(CXCursor call, unsigned number) const {
  for (const CXCursor& parameter : declarations_of_argument(call, number)) {
    for (const CXCursor& part : children_of(parameter)) {
      if (is_expression(part) && may_have_effect(part) && fault_of_expression(part)) {
        return fault{span_of(call).begin,
                     "has a default argument that may do more than compute a value; write it out"};
      }
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_call_argument(CXCursor call, unsigned number) const {
  const result found = fault_of_argument(call, number);
  return found ? found : lent_too_long(clang_Cursor_getArgument(call, number));
}

std::optional<fault> control_code::fault_of_argument(CXCursor call, unsigned number) const {
  const CXCursor argument = clang_Cursor_getArgument(call, number);
  if (has_no_text(argument)) {
    if (const result found = fault_of_default(call, number); found) {
      return found;
    }
  }
  return fault_of_expression(argument);
}

std::optional<fault> control_code::fault_of_callee(CXCursor call) const {
  const CXCursor called = named_by(call);
  const std::size_t at = span_of(call).begin;
  if (is_of_pragma()) {
    return std::nullopt;
  }
  if (functions_ != nullptr && functions_->find(called) != nullptr) {
    return fault{at,
                 fmt::format("calls '{}', a function that is spliced, within an expression",
                             name_of(called))};
  }
  const CXType type = clang_getCanonicalType(clang_getCursorResultType(called));
  const bool makes = kind_of(called) == CXCursor_Constructor;
  if (makes && is_implicit(called) && is_plain(clang_getCursorType(call)) &&
      locals_->functions().has_understood_defaults(clang_getCursorType(call))) {
    return std::nullopt;
  }
  if (clang_Cursor_isNull(called) == 0 && locals_->functions().only_reads(called) &&
      (!makes || is_plain(clang_getCursorType(call))) &&
      (!is_reference(type) || is_plain(clang_getPointeeType(type)))) {
    return std::nullopt;
  }
  if (kind_of(called) == CXCursor_ConversionFunction &&
      is_lambda(canonical_type_of(clang_getCursorSemanticParent(called)))) {
    return fault{at,
                 "makes a pointer to the function of a lambda, of which the translation has two: "
                 "point to a function that is declared outside of this one"};
  }
  if (kind_of(called) == CXCursor_VarDecl || kind_of(called) == CXCursor_ParmDecl) {
    return fault{at, fmt::format("calls the function that '{}' points to", name_of(called))};
  }
  if (makes && pure_functions::is_of_std(clang_getCursorSemanticParent(called)) &&
      name_of(called) == "span") {
    return fault{at, "copies a std::span, which is no plain value: pass its data() and its size()"};
  }
  return fault{at,
               clang_Cursor_isNull(called) != 0
                   ? std::string("calls a function that is not known")
                   : fmt::format("calls '{}', which is neither spliced nor constexpr on values "
                                 "alone",
                                 name_of(called))};
}

/// Checks a lambda. Its changes would be followed where it is written, not where it is called.
std::optional<fault> control_code::fault_of_lambda(CXCursor lambda) const {
  const std::size_t at = span_of(lambda).begin;
  if (!locals_->is_called_lambda(lambda)) {
    return fault{at,
                 is_generic(lambda)
                     ? "has a generic lambda, which is not understood outside of steps; write the "
                       "types of its parameters"
                     : "has a lambda that is not understood: one is a local, only called, takes "
                       "values, and says no type behind an arrow"};
  }
  for (const local_use& one : locals_->changes_in(lambda)) {
    if (!is_declared_in(one.which->declaration, lambda)) {
      return fault{one.at, fmt::format("changes '{}' in a lambda", one.which->name)};
    }
  }
  for (const local_use& one : locals_->addresses_in(lambda)) {
    if (captures_by_value(lambda) && !is_declared_in(one.which->declaration, lambda)) {
      return fault{one.at,
                   fmt::format("takes the address of a lambda's copy of '{}'", one.which->name)};
    }
  }
  for (const CXCursor& part : written_parts_of(lambda)) {
    const bool reference =
        kind_of(part) == CXCursor_ParmDecl && is_reference(canonical_type_of(part));
    if (reference) {
      return fault{named_at(part), fmt::format("has a reference, '{}'", name_of(part))};
    }
    if (const result found =
            kind_of(part) == CXCursor_ParmDecl ? std::nullopt : fault_of_statement(part);
        found) {
      return found;
    }
  }
  return std::nullopt;
}

/// Checks the object for which a member function is called.
std::optional<fault> control_code::fault_of_object(CXCursor call) const {
  const CXCursorKind kind = kind_of(clang_getCursorReferenced(call));
  const std::vector<CXCursor> parts = children_of(call);
  const CXCursor method = parts.empty() ? clang_getNullCursor() : bare(parts.front());
  if ((kind != CXCursor_CXXMethod && kind != CXCursor_ConversionFunction) ||
      kind_of(method) != CXCursor_MemberRefExpr) {
    return std::nullopt;
  }
  const std::vector<CXCursor> object = children_of(method);
  const bool of_this = object.empty() || !is_expression(object.front());
  if (of_this && is_of_pure_function()) {
    return std::nullopt;
  }
  return of_this || is_behind_pointer(method)
             ? fault{span_of(call).begin, "calls a member through a pointer"}
             : fault_of_expression(object.front());
}

/// Checks an argument that the call changes.
std::optional<fault> control_code::fault_of_changed(CXCursor argument) const {
  const CXCursor changed = bare(argument);
  const local* const root = locals_->root_of(changed);
  return root == nullptr || is_reference(root->type)
             ? fault{span_of(changed).begin, "changes what is no local of the function"}
             : fault_of_expression(changed);
}

/// Checks a call of a lambda that is written there, with its arguments.
std::optional<fault> control_code::fault_of_lambda_call(CXCursor call, CXCursor lambda) const {
  result found = fault_of_expression(lambda);
  for (int i = 1; i < clang_Cursor_getNumArguments(call) && !found; ++i) {
    found = fault_of_argument(call, static_cast<unsigned>(i));
  }
  return found;
}

std::optional<fault> control_code::fault_of_exchange(const exchange& both) const {
  result found = fault_of_changed(both.changed);
  if (found) {
    return found;
  }
  return both.is_swap ? fault_of_changed(both.other) : fault_of_expression(both.other);
}

/// Checks the arguments of any other call. Pragmas may pass places by reference.
std::optional<fault> control_code::fault_of_arguments(CXCursor call) const {
  const CXType type = clang_getCursorType(clang_getCursorReferenced(call));
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const auto number = static_cast<unsigned>(i);
    const CXCursor argument = clang_Cursor_getArgument(call, number);
    if (is_default_literal(call, number)) {
      continue;
    }
    const bool place =
        is_of_pragma() && is_reference(clang_getCanonicalType(clang_getArgType(type, number)));
    if (const result found = place ? fault_of_address(argument) : fault_of_argument(call, number);
        found) {
      // A default argument has no location.
      return has_no_text(argument) ? fault{span_of(call).begin, found->reason} : found;
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_call(CXCursor call) const {
  if (const std::optional<array_element> element = array_element_of(call);
      element && !is_of_pragma()) {
    return fault_of_element(call, bare(element->array), element->index);
  }
  if (const std::optional<CXCursor> lambda = lambda_called_by(call); lambda && !is_of_pragma()) {
    return fault_of_lambda_call(call, *lambda);
  }
  if (assigns_plainly(call) && !is_of_pragma()) {
    const result found = fault_of_changed(clang_Cursor_getArgument(call, 0));
    return found ? found : fault_of_expression(clang_Cursor_getArgument(call, 1));
  }
  if (const std::optional<exchange> both = exchange_by(call); both && !is_of_pragma()) {
    return fault_of_exchange(*both);
  }
  if (const result found = fault_of_callee(call); found) {
    return found;
  }
  if (const result found = fault_of_arguments(call); found) {
    return found;
  }
  return fault_of_object(call);
}

}  // namespace nuthatch::splicec
