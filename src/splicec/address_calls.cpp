// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "splicec/address_readers.hpp"
#include "splicec/address_walk.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/plain_types.hpp"

/// What calls do to the addresses that they get.

namespace nuthatch::splicec {

namespace {

/// Whether the function is called for an object that is the first argument, as operators are.
bool has_object_first(CXCursor call, CXCursor called) {
  const bool method =
      kind_of(called) == CXCursor_ConversionFunction ||
      (kind_of(called) == CXCursor_CXXMethod && clang_CXXMethod_isStatic(called) == 0);
  return method && clang_Cursor_getNumArguments(call) ==
                       clang_getNumArgTypes(clang_getCursorType(called)) + 1;
}

/// The number of the argument that a part of a call is; -1 if it is none. Clang's cursors for both
/// may differ in the declaration around them.
int number_of_argument(CXCursor call, CXCursor part) {
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const CXCursor argument = clang_Cursor_getArgument(call, static_cast<unsigned>(i));
    if (kind_of(argument) == kind_of(part) &&
        clang_equalRanges(clang_getCursorExtent(argument), clang_getCursorExtent(part)) != 0) {
      return i;
    }
  }
  return -1;
}

/// Whether a part of a call is what names the called function: the first part, or the operator
/// behind it.
bool names_function(CXCursor part) {
  const CXCursorKind named = kind_of(clang_getCursorReferenced(bare(part)));
  return named == CXCursor_FunctionDecl || named == CXCursor_CXXMethod ||
         named == CXCursor_OverloadedDeclRef || named == CXCursor_VarDecl ||
         named == CXCursor_UnexposedDecl || named == CXCursor_ParmDecl ||
         named == CXCursor_FieldDecl || kind_of(bare(part)) == CXCursor_UnaryOperator;
}

/// Whether the first part of a call is a pointer to the function.
bool is_pointer_called_by(CXCursor call, CXCursor part) {
  const CXType type = canonical_type_of(part);
  return clang_equalCursors(children_of(call).front(), part) != 0 && type.kind == CXType_Pointer &&
         clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_FunctionProto;
}

/// Whether an expression is another one in parentheses or with a conversion.
bool is_wrapper(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  return kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr;
}

/// The lambda that an expression is or that initializes the variable which it names.
CXCursor lambda_in(CXCursor expression) {
  expression = bare(expression);
  if (kind_of(expression) == CXCursor_DeclRefExpr) {
    const CXCursor value =
        clang_Cursor_getVarDeclInitializer(clang_getCursorReferenced(expression));
    return clang_Cursor_isNull(value) != 0 ? value : bare(value);
  }
  return expression;
}

/// Whether a lambda begins with `[]`, or with a macro that may stand for it. Only lambdas without
/// captures become pointers.
bool is_without_captures(CXCursor lambda) {
  const token_list tokens(lambda);
  const auto all = tokens.all();
  return all.size() < 2 || tokens.text(all[0]) != "[" || tokens.text(all[1]) == "]" ||
         tokens.is_macro(all[1]);
}

/// The lambda of which an expression is a pointer to the function; else nothing.
CXCursor lambda_converted_in(CXCursor expression) {
  const CXCursor call = bare(expression);
  if (kind_of(call) != CXCursor_CallExpr ||
      kind_of(clang_getCursorReferenced(call)) != CXCursor_ConversionFunction ||
      !is_lambda(
          canonical_type_of(clang_getCursorSemanticParent(clang_getCursorReferenced(call))))) {
    return clang_getNullCursor();
  }
  const CXCursor member = bare(children_of(call).front());
  const std::vector<CXCursor> object = children_of(member);
  return kind_of(member) != CXCursor_MemberRefExpr || object.empty() ? member : object.front();
}

/// Parameters of a lambda among other things.
std::vector<CXCursor> parameters_of(CXCursor function) {
  std::vector<CXCursor> all = children_of(function);
  std::erase_if(all, [](CXCursor one) { return kind_of(one) != CXCursor_ParmDecl; });
  return all;
}

}  // namespace

address_walk::step address_walk::into_call(const twin& of, CXCursor child, CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  // In a loop over elements, all parts of `*it` are at one place.
  const bool is_operator = kind_of(called) == CXCursor_CXXMethod &&
                           clang_equalCursors(clang_getCursorReferenced(bare(child)), called) != 0;
  const int number = is_operator ? -1 : number_of_argument(call, child);
  if (number < 0) {  // the function that is called
    return of.is_function && (names_function(child) || is_pointer_called_by(call, child))
               ? understood()
               : step{};
  }
  if (copies_plainly(call) && of.as == reference_form::place) {
    return of.holds_addresses && !holds_no_address(canonical_type_of(call))
               ? becomes(reference_form::place)
               : understood();
  }
  if (clang_Cursor_isNull(called) != 0) {
    return {};
  }
  const bool object_first = has_object_first(call, called);
  return into_argument(of,
                       call,
                       object_first && number == 0 ? kept_addresses::object
                       : object_first              ? number - 1
                                                   : number);
}

address_walk::step address_walk::into_argument(const twin& of, CXCursor call, int parameter) {
  const CXCursor called = clang_getCursorReferenced(call);
  const std::string name = name_of(called);
  if (of.as == reference_form::holder) {  // a reference to the pointer
    return kept_by(name);
  }
  const CXType type = clang_getCursorType(called);
  const bool variable = parameter >= clang_getNumArgTypes(type);
  // An algorithm that gets a reference to a pointer may copy the pointer.
  const bool refers_to_pointer = of.as == reference_form::pointer && parameter >= 0 && !variable &&
                                 is_reference(clang_getCanonicalType(
                                     clang_getArgType(type, static_cast<unsigned>(parameter))));
  if (is_in_system(called) ? refers_to_pointer && !of.is_function : variable) {
    return kept_by(name);
  }
  if (is_in_system(called) && of.as == reference_form::pointer &&
      may_print_address(call, parameter)) {
    return kept_by(name);
  }
  const bool reads = parameter >= 0 && !of.is_function && is_reading_algorithm(call);
  const kept_addresses::fate found =
      reads ? kept_addresses::fate{.understood = true, .returned = true}
            : all_->fate_in(called, parameter, of);
  if (!found.understood || (is_in_system(called) && (!understands_operations(of, call, parameter) ||
                                                     !all_->keeps_none_in_source(called, of)))) {
    return kept_by(name);
  }
  const int before = clang_Cursor_getNumArguments(call) - clang_getNumArgTypes(type);
  for (const int other : found.compared) {
    const CXCursor argument =
        clang_Cursor_getArgument(call, static_cast<unsigned>(other + std::max(before, 0)));
    if (!is_of_same_object(argument)) {
      return kept_by(name);
    }
  }
  const step result = into_result(of, call, found.returned);
  return result.understood || result.as ? result : kept_by(name);
}

/// What a call returns that returns an address which it gets.
address_walk::step address_walk::into_result(const twin& of, CXCursor call, bool returned) const {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXType type = clang_getCanonicalType(clang_getCursorResultType(called));
  const CXCursor made = clang_getTypeDeclaration(type);
  const bool owns =
      is_in_system(made) && (name_of(made) == "unique_ptr" || name_of(made) == "shared_ptr");
  if (!returned || owns || kind_of(called) == CXCursor_Constructor || type.kind == CXType_Void ||
      holds_no_address(type) || is_lambda(type) ||  // the operation of an algorithm
      leads_to_variables(type)) {
    return understood();
  }
  if (is_reference(type)) {
    const CXCursor owner = clang_getTypeDeclaration(
        clang_getUnqualifiedType(clang_getCanonicalType(clang_getPointeeType(type))));
    // A stream that is written to is not what was written.
    return name_of(owner).find("stream") != std::string::npos && is_in_system(owner)
               ? understood()
               : becomes(reference_form::place);
  }
  return type.kind != CXType_Pointer ? step{}
         : of.holds_addresses        ? becomes(twin_at_pointer(of.name, type))
                                     : becomes(reference_form::pointer);
}

/// Whether an argument is a function of the source that keeps none of the addresses that it gets.
bool address_walk::keeps_none_when_called(const twin& of, CXCursor argument) {
  CXCursor named = bare(argument);
  if (kind_of(named) == CXCursor_UnaryOperator) {
    named = bare(children_of(named).front());
  }
  const CXCursor function = clang_getCursorReferenced(named);
  if (kind_of(named) != CXCursor_DeclRefExpr || kind_of(function) != CXCursor_FunctionDecl ||
      is_in_system(function) || !holds_no_address(clang_getCursorResultType(function))) {
    return false;
  }
  for (int i = 0; i < clang_getNumArgTypes(clang_getCursorType(function)); ++i) {
    const CXType type = clang_getArgType(clang_getCursorType(function), static_cast<unsigned>(i));
    if (!holds_no_address(type) && !all_->fate_in(function, i, of).understood) {
      return false;
    }
  }
  return true;
}

/// Algorithms pass references to elements, and pointers to functions that are elements, on to their
/// operations. `at` is the parameter that gets the address.
bool address_walk::understands_operations(const twin& of, CXCursor call, int at) {
  const CXCursor called = clang_getCursorReferenced(call);
  if (!of.is_function && is_member_reader(called)) {
    return true;
  }
  const int number = has_object_first(call, called) ? at + 1 : at;
  for (int i = is_reading_algorithm(call) ? 1 : 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const CXCursor argument = clang_Cursor_getArgument(call, static_cast<unsigned>(i));
    if (!(of.is_function && i == number) && !understands_operation(of, argument)) {
      return false;
    }
  }
  return true;
}

/// Returns whether one argument of an algorithm, which may be its operation, keeps none of the
/// addresses that it gets.
bool address_walk::understands_operation(const twin& of, CXCursor argument) {
  const CXCursor converted = lambda_converted_in(argument);
  const bool is_converted = clang_Cursor_isNull(converted) == 0;
  if (is_lambda(canonical_type_of(bare(argument))) || is_converted) {
    const CXCursor lambda = lambda_in(is_converted ? converted : argument);
    return kind_of(lambda) == CXCursor_LambdaExpr && follows_parameters(of, lambda);
  }
  return of.is_function ? !may_be_called(argument)
                        : is_understood_operation(argument) || keeps_none_when_called(of, argument);
}

/// Follows the parameters of a lambda that may get the address. Returns false if one of them cannot
/// be followed.
bool address_walk::follows_parameters(const twin& of, CXCursor lambda) {
  for (const CXCursor& parameter : parameters_of(lambda)) {
    const CXType type = canonical_type_of(parameter);
    if (is_reference(type) && is_generic(lambda)) {
      return false;
    }
    if (is_reference(type)) {
      follow(parameter, reference_form::place, of);
    } else if (type.kind == CXType_Pointer) {  // an element that is an array, or an initial value
      follow(parameter, reference_form::holder, of);
    } else if (!holds_no_address(type)) {
      return false;
    }
  }
  return true;
}

/// Whether an expression is a lambda in a list that may make a pointer to a function of it: Clang
/// shows lists as they are written.
bool address_walk::may_become_pointer(CXCursor one) const {
  if (!is_expression(one) || is_wrapper(one) || !is_lambda(canonical_type_of(one))) {
    return false;
  }
  const CXCursor lambda = lambda_in(one);
  if (kind_of(lambda) == CXCursor_LambdaExpr && !is_without_captures(lambda)) {
    return false;
  }
  std::size_t at = path_.size() - 1;
  while (at > 0 && is_wrapper(path_[at - 1])) {
    --at;
  }
  return at > 0 && kind_of(path_[at - 1]) == CXCursor_InitListExpr &&
         !has_closures(without_arrays(canonical_type_of(path_[at - 1])));
}

/// Handles an argument of a template: one that is a number is no address.
address_walk::step address_walk::into_template(CXCursor name) const {
  const CXCursor named = clang_getCursorReferenced(name);
  const int count = clang_Cursor_getNumTemplateArguments(named);
  for (int i = 0; i < count; ++i) {
    const CXTemplateArgumentKind kind =
        clang_Cursor_getTemplateArgumentKind(named, static_cast<unsigned>(i));
    if (kind != CXTemplateArgumentKind_Type && kind != CXTemplateArgumentKind_Integral) {
      return {};
    }
  }
  return count > 0 ? understood() : step{};
}

}  // namespace nuthatch::splicec
