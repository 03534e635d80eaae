#include "splicec/control_code.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/pure_calls.hpp"

namespace nuthatch::splicec {

namespace {

/// These are what their parts are.
const std::set<CXCursorKind> transparent = {CXCursor_UnexposedExpr,
                                            CXCursor_ParenExpr,
                                            CXCursor_BinaryOperator,
                                            CXCursor_ConditionalOperator,
                                            CXCursor_CStyleCastExpr,
                                            CXCursor_CXXStaticCastExpr,
                                            CXCursor_CXXConstCastExpr,
                                            CXCursor_CXXReinterpretCastExpr,
                                            CXCursor_CXXFunctionalCastExpr,
                                            CXCursor_InitListExpr,
                                            CXCursor_IntegerLiteral,
                                            CXCursor_FloatingLiteral,
                                            CXCursor_CharacterLiteral,
                                            CXCursor_StringLiteral,
                                            CXCursor_CXXBoolLiteralExpr,
                                            CXCursor_CXXNullPtrLiteralExpr,
                                            CXCursor_GNUNullExpr,
                                            CXCursor_CXXThisExpr,
                                            CXCursor_SizeOfPackExpr};

/// Of arrays, what their elements are.
bool is_unchanging(CXCursor variable) {
  const CXType type = canonical_type_of(variable);
  const CXType element = is_array(type) ? clang_getArrayElementType(type) : type;
  const auto either = [&](unsigned (*is)(CXType)) {
    return is(type) != 0 || is(element) != 0;
  };
  return either(clang_isConstQualifiedType) && !either(clang_isVolatileQualifiedType);
}

}  // namespace

std::optional<fault> control_code::fault_of(CXCursor expression) const {
  const CXCursorKind kind = kind_of(expression);
  if (clang_isReference(kind) != 0 || kind == CXCursor_UnaryExpr) {
    return std::nullopt;  // names of types; sizeof and its like
  }
  switch (kind) {
    case CXCursor_DeclRefExpr:
      return fault_of_name(expression);
    case CXCursor_MemberRefExpr:
      return fault_of_member(expression);
    case CXCursor_ArraySubscriptExpr:
      return fault_of_element(expression);
    case CXCursor_UnaryOperator:
      return fault_of_unary(expression);
    case CXCursor_CallExpr:
      return fault_of_call(expression);
    case CXCursor_LambdaExpr:
      return fault_of_lambda(expression);
    case CXCursor_CompoundAssignOperator:
      return fault_of_change(expression);
    case CXCursor_BinaryOperator:
      if (clang_getCursorBinaryOperatorKind(expression) == CXBinaryOperator_Assign) {
        return fault_of_change(expression);
      }
      break;
    default:
      break;
  }
  if (transparent.contains(kind)) {
    return fault_of_parts(expression);
  }
  return fault{span_of(expression).begin, "does what may have other effects"};
}

std::optional<fault> control_code::fault_of_parts(CXCursor expression) const {
  for (const CXCursor& part : children_of(expression)) {
    if (const result found = fault_of(part); found) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_variable(CXCursor variable) const {
  const CXType type = canonical_type_of(variable);
  const std::size_t at = named_at(variable);
  if (is_reference(type)) {
    return fault{at, fmt::format("has a reference, '{}'", name_of(variable))};
  }
  const bool stays = clang_Cursor_hasVarDeclGlobalStorage(variable) == 1;
  if (stays && (!is_unchanging(variable) || !locals_->uses_in(variable).empty())) {
    return fault{at, fmt::format("has '{}', which lives longer than the call", name_of(variable))};
  }
  if (type.kind == CXType_VariableArray) {
    return fault{
        at, fmt::format("has '{}', an array of a size that is not constant", name_of(variable))};
  }
  const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
  return clang_Cursor_isNull(value) != 0 ? std::nullopt : fault_of(value);
}

std::optional<fault> control_code::fault_of_statement(CXCursor statement) const {
  const CXCursorKind kind = kind_of(statement);
  if (is_expression(statement)) {
    return fault_of(statement);
  }
  if (kind == CXCursor_VarDecl) {
    return fault_of_variable(statement);
  }
  if (kind == CXCursor_UnexposedDecl) {
    return fault{span_of(statement).begin, "has a declaration that is no variable"};
  }
  if (clang_isDeclaration(kind) != 0 || clang_isReference(kind) != 0) {
    return std::nullopt;  // of types and names
  }
  if (kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt || kind == CXCursor_CXXTryStmt ||
      kind == CXCursor_CXXForRangeStmt || kind == CXCursor_UnexposedStmt) {
    return fault{span_of(statement).begin, "does what may have other effects"};
  }
  for (const CXCursor& part : children_of(statement)) {
    if (const result found = fault_of_statement(part); found) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_name(CXCursor expression) const {
  const CXCursor declaration = clang_getCursorReferenced(expression);
  const std::size_t at = span_of(expression).begin;
  const std::string name = name_of(declaration);
  const CXCursorKind kind = kind_of(declaration);
  if (kind == CXCursor_EnumConstantDecl || kind == CXCursor_FunctionDecl ||
      kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) {
    return std::nullopt;
  }
  if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) {
    return fault{at, fmt::format("uses '{}', which is no variable of its own", name)};
  }
  const local* const own = locals_->find(expression);
  const CXType type = canonical_type_of(declaration);
  if (is_reference(type)) {
    return fault{at, fmt::format("uses '{}', a reference", name)};
  }
  if (clang_isVolatileQualifiedType(type) != 0) {
    return fault{at, fmt::format("uses '{}', which is volatile", name)};
  }
  if (has_array_type(declaration)) {
    return own != nullptr ? fault_of_address(expression) : std::nullopt;
  }
  if (own == nullptr && !is_unchanging(declaration)) {
    return fault{
        at, fmt::format("uses '{}', a variable outside of the function that is not const", name)};
  }
  if (own != nullptr && own->escapes && !region_.empty() && !is_unchanging(declaration)) {
    return fault{at, fmt::format("uses '{}', whose address is known elsewhere", name)};
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_member(CXCursor expression) const {
  const CXCursor member = clang_getCursorReferenced(expression);
  if (kind_of(member) == CXCursor_VarDecl) {  // static
    return is_unchanging(member)
               ? std::nullopt
               : std::optional(fault{span_of(expression).begin,
                                     fmt::format("uses '{}', a variable outside of the function "
                                                 "that is not const",
                                                 name_of(member))});
  }
  if (has_array_type(expression)) {
    return fault_of_address(expression);
  }
  if (is_behind_pointer(expression)) {
    const char* const how = children_of(expression).empty()
                                ? "looks at '{}', a member of *this (a local can have a copy)"
                                : "looks at '{}' through a pointer";
    return fault{span_of(expression).begin, fmt::format(fmt::runtime(how), name_of(member))};
  }
  return fault_of(children_of(expression).front());
}

std::optional<fault> control_code::fault_of_element(CXCursor expression) const {
  const std::vector<CXCursor> parts = children_of(expression);
  const CXCursor array = bare(parts[0]);
  if (!has_array_type(array)) {
    const result index = fault_of(parts[1]);
    return index ? index : fault{span_of(expression).begin, "looks at memory through a pointer"};
  }
  return fault_of_element(expression, array, parts[1]);
}

std::optional<fault> control_code::fault_of_element(CXCursor expression,
                                                    CXCursor array,
                                                    CXCursor index) const {
  if (const result found = fault_of(index); found) {
    return found;
  }
  if (const local* const root = locals_->root_of(array); root != nullptr) {
    if (is_reference(root->type)) {
      return fault{span_of(expression).begin, fmt::format("uses '{}', a reference", root->name)};
    }
    if (root->escapes && !region_.empty()) {
      return fault{span_of(expression).begin,
                   fmt::format("looks into '{}', whose address is known elsewhere", root->name)};
    }
    return std::nullopt;
  }
  if (kind_of(array) == CXCursor_DeclRefExpr && !is_unchanging(clang_getCursorReferenced(array))) {
    return fault{span_of(expression).begin,
                 fmt::format("looks into '{}', a variable outside of the function that is not "
                             "const",
                             name_of(clang_getCursorReferenced(array)))};
  }
  return fault_of(array);
}

std::optional<fault> control_code::fault_of_unary(CXCursor expression) const {
  const CXCursor operand = children_of(expression).front();
  switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_Deref:
      return fault{span_of(expression).begin, "looks at memory through a pointer"};
    case CXUnaryOperator_AddrOf:
      return fault_of_address(operand);
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
      return fault_of_change(expression);
    default:
      return fault_of(operand);
  }
}

std::optional<fault> control_code::fault_of_change(CXCursor change) const {
  const CXCursor changed = bare(children_of(change).front());
  if (locals_->root_of(changed) == nullptr) {
    return fault{span_of(changed).begin, "changes what is no local of the function"};
  }
  return fault_of_parts(change);
}

std::optional<fault> control_code::fault_of_address(CXCursor of) const {
  of = bare(of);
  const std::vector<CXCursor> parts = children_of(of);
  if (const local* const root = locals_->root_of(of); root != nullptr) {
    if (!is_of_pragma() && (region_.empty() || region_.contains(root->at))) {
      return fault{span_of(of).begin,
                   fmt::format("takes the address of '{}', which may have ended when steps run",
                               root->name)};
    }
    return std::nullopt;
  }
  switch (kind_of(of)) {
    case CXCursor_DeclRefExpr:
      return is_reference(canonical_type_of(clang_getCursorReferenced(of))) ? fault_of_name(of)
                                                                            : std::nullopt;
    case CXCursor_ArraySubscriptExpr: {
      const CXCursor array = bare(parts[0]);
      const result base = has_array_type(array) ? fault_of_address(array) : fault_of(array);
      return base ? base : fault_of(parts[1]);
    }
    case CXCursor_MemberRefExpr:
      if (parts.empty() || !is_expression(parts[0])) {
        return std::nullopt;  // this-> is left out
      }
      return is_behind_pointer(of) ? fault_of(parts[0]) : fault_of_address(parts[0]);
    case CXCursor_UnaryOperator:
      return clang_getCursorUnaryOperatorKind(of) == CXUnaryOperator_Deref ? fault_of(parts[0])
                                                                           : fault_of(of);
    default:
      return fault_of(of);
  }
}

std::optional<fault> control_code::fault_of_callee(CXCursor call) const {
  const CXCursor called = clang_getCursorReferenced(call);
  const std::size_t at = span_of(call).begin;
  if (is_of_pragma()) {
    return std::nullopt;
  }
  if (functions_->find(called) != nullptr) {
    return fault{at,
                 fmt::format("calls '{}', a function that is spliced, within an expression",
                             name_of(called))};
  }
  if (is_pure_call(call)) {
    return std::nullopt;
  }
  return fault{at,
               clang_Cursor_isNull(called) != 0
                   ? std::string("calls a function that is not known")
                   : fmt::format("calls '{}', which is neither spliced nor constexpr on values "
                                 "alone",
                                 name_of(called))};
}

/// What it changes would be followed at the place where it is written, not where it is called.
std::optional<fault> control_code::fault_of_lambda(CXCursor lambda) const {
  const std::size_t at = span_of(lambda).begin;
  if (!locals_->is_called_lambda(lambda)) {
    return fault{at,
                 "has a lambda that is not understood: one is a local, only called, takes values, "
                 "and says no type behind an arrow"};
  }
  for (const function_locals::use& one : locals_->changes_in(lambda)) {
    if (!span_of(lambda).contains(one.which->at)) {
      return fault{one.at, fmt::format("changes '{}' in a lambda", one.which->name)};
    }
  }
  for (const CXCursor& part : written_parts_of(lambda)) {
    const bool reference =
        kind_of(part) == CXCursor_ParmDecl && is_reference(canonical_type_of(part));
    if (reference) {
      return fault{named_at(part), fmt::format("has a reference, '{}'", name_of(part))};
    }
    if (const result found = fault_of_statement(part); found) {
      return found;
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
    result found = fault_of(*lambda);
    for (int i = 1; i < clang_Cursor_getNumArguments(call) && !found; ++i) {
      found = fault_of(clang_Cursor_getArgument(call, static_cast<unsigned>(i)));
    }
    return found;
  }
  if (const result found = fault_of_callee(call); found) {
    return found;
  }
  const CXType type = clang_getCursorType(clang_getCursorReferenced(call));
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const auto number = static_cast<unsigned>(i);
    const CXCursor argument = clang_Cursor_getArgument(call, number);
    const bool place =
        is_of_pragma() && is_reference(clang_getCanonicalType(clang_getArgType(type, number)));
    if (const result found = place ? fault_of_address(argument) : fault_of(argument); found) {
      return found;
    }
  }
  for (const CXCursor& part : children_of(call)) {
    if (kind_of(part) == CXCursor_MemberRefExpr && !children_of(part).empty()) {
      return is_behind_pointer(part)
                 ? fault{span_of(call).begin, "calls a member through a pointer"}
                 : fault_of(children_of(part).front());
    }
  }
  return std::nullopt;
}

}  // namespace nuthatch::splicec
