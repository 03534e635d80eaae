// SPDX-License-Identifier: Apache-2.0
#include "splicec/control_code.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/ended_objects.hpp"
#include "splicec/hidden_beginning.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/list_conversions.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"
#include "splicec/temporaries.hpp"
#include "splicec/unchanging.hpp"

namespace nuthatch::splicec {

namespace {

/// Expressions that are control code if their parts are.
const std::set<CXCursorKind> transparent = {CXCursor_ParenExpr,
                                            CXCursor_ConditionalOperator,
                                            CXCursor_CStyleCastExpr,
                                            CXCursor_CXXStaticCastExpr,
                                            CXCursor_CXXConstCastExpr,
                                            CXCursor_CXXReinterpretCastExpr,
                                            CXCursor_CXXFunctionalCastExpr,
                                            CXCursor_IntegerLiteral,
                                            CXCursor_FloatingLiteral,
                                            CXCursor_CharacterLiteral,
                                            CXCursor_StringLiteral,
                                            CXCursor_CXXBoolLiteralExpr,
                                            CXCursor_CXXNullPtrLiteralExpr,
                                            CXCursor_GNUNullExpr,
                                            CXCursor_CXXThisExpr,
                                            CXCursor_SizeOfPackExpr};

/// Statements that are control code if their parts are.
const std::set<CXCursorKind> statements = {CXCursor_CompoundStmt,
                                           CXCursor_DeclStmt,
                                           CXCursor_IfStmt,
                                           CXCursor_SwitchStmt,
                                           CXCursor_CaseStmt,
                                           CXCursor_DefaultStmt,
                                           CXCursor_WhileStmt,
                                           CXCursor_DoStmt,
                                           CXCursor_ForStmt,
                                           CXCursor_BreakStmt,
                                           CXCursor_ContinueStmt,
                                           CXCursor_ReturnStmt,
                                           CXCursor_NullStmt,
                                           CXCursor_LabelStmt,
                                           CXCursor_GotoStmt};

/// Declarations that do nothing where they stand.
const std::set<CXCursorKind> declarations = {CXCursor_StructDecl,
                                             CXCursor_ClassDecl,
                                             CXCursor_UnionDecl,
                                             CXCursor_EnumDecl,
                                             CXCursor_TypedefDecl,
                                             CXCursor_TypeAliasDecl,
                                             CXCursor_StaticAssert,
                                             CXCursor_UsingDeclaration,
                                             CXCursor_UsingDirective,
                                             CXCursor_NamespaceAlias,
                                             CXCursor_FunctionDecl};

/// Whether the operator calculates a number or an address from numbers and addresses.
bool calculates(CXBinaryOperatorKind kind) {
  return kind >= CXBinaryOperator_Mul && kind <= CXBinaryOperator_LOr &&
         kind != CXBinaryOperator_Cmp;
}

/// Whether the language supplies a constant value, such as a default argument that is a number. Its
/// parts are not visible; if it can be evaluated now, it reads nothing.
bool is_known_constant(CXCursor expression) {
  CXEvalResult value = clang_Cursor_Evaluate(expression);
  const CXEvalResultKind kind =
      value == nullptr ? CXEval_UnExposed : clang_EvalResult_getKind(value);
  clang_EvalResult_dispose(value);
  return kind == CXEval_Int || kind == CXEval_Float;
}

}  // namespace

std::optional<fault> control_code::fault_of(CXCursor expression) const {
  const result found = fault_of_expression(expression);
  return found ? found : lent_too_long(expression);
}

std::optional<fault> control_code::fault_of_statement(CXCursor statement) const {
  const result found = fault_of_code(statement);
  return found ? found : lent_too_long(statement);
}

std::optional<fault> control_code::lent_too_long(CXCursor code) const {
  if (is_of_pragma()) {
    return std::nullopt;
  }
  for (const CXCursor& variable : children_of(code)) {
    const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
    if (contains_references(clang_getCursorType(variable)) &&
        kind_of(bare(value)) == CXCursor_InitListExpr) {
      if (const result found = fault_of_bound(bare(value)); found) {
        return found;
      }
    }
  }
  for (const local_use& one : locals_->addresses_in(code)) {
    const bool ends = region_.empty() || region_.contains(one.which->at);
    if (ends && one.by == holder::any && !is_lambda(one.which->type)) {
      return fault{one.at,
                   fmt::format("takes the address of '{}', which may have ended when steps run",
                               one.which->name)};
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_expression(CXCursor expression) const {
  const CXCursorKind kind = kind_of(expression);
  if (clang_isReference(kind) != 0) {
    return std::nullopt;  // names of types
  }
  if (kind == CXCursor_UnaryExpr) {  // sizeof and its like
    return is_known_constant(expression)
               ? std::nullopt
               : result(fault{span_of(expression).begin, "has a size that is not constant"});
  }
  if (kind == CXCursor_CXXThisExpr && is_of_pure_function()) {
    return fault{span_of(expression).begin, "hands on the address of its object"};
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
    case CXCursor_BinaryOperator:
      return fault_of_binary(expression);
    case CXCursor_CompoundAssignOperator:
      return fault_of_change(expression);
    case CXCursor_CallExpr:
      return fault_of_call(expression);
    case CXCursor_LambdaExpr:
      return fault_of_lambda(expression);
    case CXCursor_InitListExpr:
      return fault_of_list(expression);
    case CXCursor_CompoundLiteralExpr:  // of an array, it would be its address
      return canonical_type_of(expression).kind == CXType_Record
                 ? fault_of_parts(expression)
                 : result(fault{span_of(expression).begin, "has an array without a name"});
    case CXCursor_UnexposedExpr:
      return fault_of_wrapped(expression);
    default:
      break;
  }
  if (transparent.contains(kind)) {
    return fault_of_parts(expression);
  }
  return fault{span_of(expression).begin, "has an expression that is not understood"};
}

std::optional<fault> control_code::fault_of_parts(CXCursor expression) const {
  for (const CXCursor& part : children_of(expression)) {
    if (const result found = fault_of_expression(part); found) {
      return found;
    }
  }
  return std::nullopt;
}

/// An expression whose kind Clang does not expose: a conversion, which has the same extent as its
/// only part, or something else, of which only constants are understood.
std::optional<fault> control_code::fault_of_wrapped(CXCursor expression) const {
  const std::vector<CXCursor> parts = children_of(expression);
  if (parts.size() == 1 && has_same_text(parts[0], expression)) {
    const result found = fault_of_expression(parts[0]);
    if (!found && is_initializer_list(canonical_type_of(expression))) {
      return fault_of_temporary(parts[0]);
    }
    return found ? found : fault_of_decay(expression, parts[0]);
  }
  if (std::ranges::none_of(parts, is_expression) && is_known_constant(expression)) {
    return std::nullopt;
  }
  if (is_short_conditional(expression)) {
    const result found = fault_of_expression(parts[0]);
    return found ? found : fault_of_expression(parts[3]);
  }
  if (names_member(expression)) {
    return fault_of_values(expression);
  }
  if (parts.empty()) {  // a default argument: Clang gives it no place
    return fault{span_of(expression).begin,
                 "has a default argument that is no constant; write it out"};
  }
  return fault{span_of(expression).begin, "has an expression that is not understood"};
}

/// Checks a conversion of an array to a pointer.
std::optional<fault> control_code::fault_of_decay(CXCursor conversion, CXCursor array) const {
  array = bare(array);
  if (!is_pointer(canonical_type_of(conversion)) || !is_array(canonical_type_of(array))) {
    return std::nullopt;
  }
  if (is_of_pure_function() && is_reference(canonical_type_of(clang_getCursorReferenced(array)))) {
    return fault{span_of(array).begin, "hands on the address of an array"};
  }
  return fault_of_temporary(array);
}

/// Checks a list for an object that contains references.
std::optional<fault> control_code::fault_of_bound(CXCursor list) const {
  return mode_ == mode::control && lists_temporary(list)
             ? result(fault{span_of(list).begin,
                            "binds a reference to a temporary, which has ended when steps run"})
             : std::nullopt;
}

/// Checks the values in a list, or the one behind the name of a member.
std::optional<fault> control_code::fault_of_values(CXCursor list) const {
  for (const CXCursor& part : children_of(list)) {
    const CXCursor value = bare(names_member(part) ? children_of(part).back() : part);
    const bool decays = is_expression(value) && kind_of(value) != CXCursor_InitListExpr &&
                        is_array(canonical_type_of(value));
    if (const result found = decays ? fault_of_temporary(value) : std::nullopt; found) {
      return found;
    }
  }
  return fault_of_parts(list);
}

/// Members that are not mentioned may have initial values.
std::optional<fault> control_code::fault_of_list(CXCursor expression) const {
  const CXType type = canonical_type_of(expression);
  if (!is_known_type(type)) {
    return fault_of_values(expression);
  }
  if (list_may_convert(expression, locals_->functions())) {
    return fault{
        span_of(expression).begin,
        "has a list in which a constructor or a conversion function may be called; convert "
        "the values before"};
  }
  if (!is_plain(type) || !locals_->functions().has_understood_defaults(type)) {
    return fault{span_of(expression).begin,
                 fmt::format("makes a {}, which is more than plain values",
                             taken(clang_getTypeSpelling(type)))};
  }
  if (const result found = fault_of_values(expression); found) {
    return found;
  }
  return contains_references(type) ? fault_of_bound(expression) : std::nullopt;
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
  if (is_variably_modified(type)) {
    return fault{
        at, fmt::format("has '{}', an array of a size that is not constant", name_of(variable))};
  }
  if (has_cleanup(variable) || clang_isVolatileQualifiedType(type) != 0) {
    return fault{at,
                 fmt::format("has '{}', which is volatile or has a cleanup", name_of(variable))};
  }
  const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
  return clang_Cursor_isNull(value) != 0 ? std::nullopt : fault_of_expression(value);
}

std::optional<fault> control_code::fault_of_declaration(CXCursor declaration) const {
  const CXCursorKind kind = kind_of(declaration);
  if (kind == CXCursor_VarDecl) {
    return fault_of_variable(declaration);
  }
  if (is_variably_modified(clang_getTypedefDeclUnderlyingType(declaration))) {
    return fault{
        named_at(declaration),
        fmt::format("has '{}', arrays of a size that is not constant", name_of(declaration))};
  }
  if (declarations.contains(kind)) {
    return std::nullopt;
  }
  const bool bindings = std::ranges::any_of(children_of(declaration), [kind](CXCursor one) {
    return kind == CXCursor_UnexposedDecl && kind_of(one) == CXCursor_UnexposedDecl;
  });
  return fault{span_of(declaration).begin,
               bindings ? "has structured bindings, which are not understood outside of steps; "
                          "write a variable for each"
                        : "has a declaration that is no variable"};
}

std::optional<fault> control_code::fault_of_code(CXCursor statement) const {
  const CXCursorKind kind = kind_of(statement);
  if (is_expression(statement)) {
    return fault_of_expression(statement);
  }
  if (clang_isReference(kind) != 0) {
    return std::nullopt;  // names
  }
  if (clang_isDeclaration(kind) != 0) {
    return fault_of_declaration(statement);
  }
  const std::vector<CXCursor> parts = children_of(statement);
  if (has_hidden_beginning(statement)) {
    return fault{span_of(statement).begin,
                 "has a switch or loop that begins with another statement, which can stand before "
                 "it"};
  }
  if (!statements.contains(kind) || is_if_consteval(statement)) {
    return fault{span_of(statement).begin, "has a statement that is not understood"};
  }
  for (const CXCursor& part : parts) {
    if (const result found = fault_of_code(part); found) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_name(CXCursor expression) const {
  const CXCursor declaration = clang_getCursorReferenced(expression);
  const CXCursorKind kind = kind_of(declaration);
  if (kind == CXCursor_EnumConstantDecl || kind == CXCursor_FunctionDecl ||
      kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) {
    return std::nullopt;
  }
  if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) {
    return fault_of_variable_name(expression);
  }
  if (is_known_constant(expression)) {
    return std::nullopt;
  }
  return fault{span_of(expression).begin,
               fmt::format("uses '{}', which is no variable of its own", name_of(declaration))};
}

/// Checks the name of a variable or parameter.
std::optional<fault> control_code::fault_of_variable_name(CXCursor expression) const {
  const CXCursor declaration = clang_getCursorReferenced(expression);
  const std::size_t at = span_of(expression).begin;
  const std::string name = name_of(declaration);
  const CXCursorKind kind = kind_of(declaration);
  const local* const own = locals_->find(expression);
  const CXType type = canonical_type_of(declaration);
  const bool given = is_of_pure_function() && kind == CXCursor_ParmDecl;
  if (is_reference(type) && !given) {
    return fault{at, fmt::format("uses '{}', a reference", name)};
  }
  if (clang_isVolatileQualifiedType(type) != 0) {
    return fault{at, fmt::format("uses '{}', which is volatile", name)};
  }
  if (has_array_type(declaration)) {
    return own != nullptr ? fault_of_address(expression) : std::nullopt;
  }
  if (kind == CXCursor_VarDecl && clang_getCursorTLSKind(declaration) != CXTLS_None) {
    return fault{at, fmt::format("uses '{}', of which each thread has its own", name)};
  }
  if (own == nullptr && name.empty()) {
    return fault{at, "uses a member of a union without a name (give the union one)"};
  }
  if (own == nullptr && !is_unchanging(declaration)) {
    return fault{
        at, fmt::format("uses '{}', a variable outside of the function that is not const", name)};
  }
  const bool is_pointer_as_array = kind == CXCursor_ParmDecl && is_array(type);
  if (!is_reference(type) && !is_lambda(type) && !is_pointer_as_array && !is_plain(type)) {
    return fault{at, fmt::format("uses '{}', which is more than plain values", name)};
  }
  if (is_of_pragma() && is_memory_(declaration)) {
    return fault{at, fmt::format("uses '{}', which steps may change", name)};
  }
  if (own != nullptr && own->escapes && !region_.empty() && !is_unchanging(declaration)) {
    return fault{at, fmt::format("uses '{}', whose address is known elsewhere", name)};
  }
  return std::nullopt;
}

/// Checks an operator. It may be applied to an array within an object, of which one element is
/// read.
std::optional<fault> control_code::fault_of_unary(CXCursor expression) const {
  const CXCursor operand = children_of(expression).front();
  switch (clang_getCursorUnaryOperatorKind(expression)) {
    case CXUnaryOperator_Deref:
      return fault{span_of(expression).begin, "looks at memory through a pointer"};
    case CXUnaryOperator_AddrOf:
      return is_of_pure_function() ? result(fault{span_of(expression).begin, "takes an address"})
                                   : fault_of_address(operand);
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
      return fault_of_change(expression);
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
    case CXUnaryOperator_LNot:
    case CXUnaryOperator_Extension:
      return fault_of_expression(operand);
    default:
      return fault{span_of(expression).begin, "has an expression that is not understood"};
  }
}

std::optional<fault> control_code::fault_of_binary(CXCursor expression) const {
  const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
  if (kind == CXBinaryOperator_Assign) {
    return fault_of_change(expression);
  }
  if (kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) {
    return fault{span_of(expression).begin, "looks at a member through a pointer to it"};
  }
  if (!calculates(kind) && kind != CXBinaryOperator_Comma) {
    return fault{span_of(expression).begin, "has an expression that is not understood"};
  }
  return fault_of_parts(expression);
}

std::optional<fault> control_code::fault_of_change(CXCursor change) const {
  const CXCursor changed = bare(children_of(change).front());
  const local* const root = locals_->root_of(changed);
  if (root == nullptr || (is_reference(root->type) && is_of_pure_function())) {
    return fault{span_of(changed).begin, "changes what is no local of the function"};
  }
  return fault_of_parts(change);
}

}  // namespace nuthatch::splicec
