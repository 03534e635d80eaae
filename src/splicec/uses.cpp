// SPDX-License-Identifier: Apache-2.0
#include "splicec/uses.hpp"

#include <optional>
#include <span>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/list_conversions.hpp"
#include "splicec/parts_of_this.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/self_lending.hpp"
#include "splicec/temporaries.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether a structured binding is a reference: `auto& [a, b] = x;`.
bool binds_by_reference(CXCursor declaration) {
  const token_list tokens(declaration);
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (text == "&" || text == "&&" || text == "[") {
      return text != "[";
    }
  }
  return false;
}

bool is_named_place(CXCursor one) {
  return kind_of(one) == CXCursor_DeclRefExpr || kind_of(one) == CXCursor_ArraySubscriptExpr ||
         array_element_of(one).has_value();
}

bool is_cast(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_CStyleCastExpr || kind == CXCursor_CXXStaticCastExpr ||
         kind == CXCursor_CXXFunctionalCastExpr || kind == CXCursor_CXXConstCastExpr ||
         kind == CXCursor_CXXReinterpretCastExpr;
}

bool discards(CXCursor cast) {
  return canonical_type_of(cast).kind == CXType_Void;
}

bool is_statement_of_parts(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return clang_isStatement(kind) != 0 && kind != CXCursor_GCCAsmStmt &&
         kind != CXCursor_CXXForRangeStmt && kind != CXCursor_ReturnStmt;
}

bool is_same_type(CXType one, CXType other) {
  return clang_equalTypes(clang_getUnqualifiedType(clang_getCanonicalType(one)),
                          clang_getUnqualifiedType(clang_getCanonicalType(other))) != 0;
}

/// Whether the conversion makes a value of another type, as opposed to another view of the same
/// place. A conversion from one class to another is that to a base class, since constructors and
/// conversion functions are calls.
bool converts(CXType from, CXType to) {
  const auto is_address = [](CXType type) {  // a parameter may be written as an array
    return is_pointer(type) || is_array(type);
  };
  const bool both_pointers = is_address(from) && is_address(to);
  return !is_same_type(from, to) && !both_pointers && to.kind != CXType_Record;
}

}  // namespace

void use_finder::look_at(CXCursor code) {
  const CXCursorKind kind = kind_of(code);
  if (is_expression(code)) {
    expression(code, fate::read);
  } else if (kind == CXCursor_VarDecl) {
    variable(code);
  } else if (kind == CXCursor_UnexposedDecl) {
    parts(code, binds_by_reference(code) ? fate::bound : fate::open);
  } else if (kind == CXCursor_GCCAsmStmt) {
    parts(code, fate::bound);
  } else if (kind == CXCursor_CXXForRangeStmt) {
    const std::vector<CXCursor> all = children_of(code);
    for (const CXCursor& one : std::span(all).first(all.size() - 1)) {
      part(one, fate::bound);
    }
    look_at(all.back());  // the body
  } else {
    parts(code, is_statement_of_parts(code) ? fate::read : fate::open);
  }
}

void use_finder::variable(CXCursor declaration) {
  const CXCursor value = clang_Cursor_getVarDeclInitializer(declaration);
  const bool binds = is_reference(canonical_type_of(declaration));
  for (const CXCursor& part : children_of(declaration)) {
    const bool initial = clang_equalCursors(part, value) != 0;
    if (is_expression(part)) {
      expression(part, !initial ? fate::read : binds ? fate::bound : fate::open);
    }
  }
  if (const local* const made = locals_->declared_by(declaration);
      made != nullptr && may_lend_itself(made->type, locals_->functions())) {
    lent_.push_back({made, made->at});
  }
}

void use_finder::look_at_value(CXCursor value, bool binds) {
  expression(value, binds ? fate::bound : fate::open);
}

void use_finder::parts(CXCursor one, fate what) {
  for (const CXCursor& each : children_of(one)) {
    part(each, what);
  }
}

void use_finder::part(CXCursor one, fate what) {
  if (is_expression(one)) {
    expression(one, what);
  } else {
    look_at(one);
  }
}

void use_finder::expression(CXCursor one, fate what) {
  const CXCursorKind kind = kind_of(one);
  if (kind == CXCursor_UnaryExpr) {
    parts(one, fate::read);  // the length of an array may change something: sizeof(int[n++])
  } else if (kind == CXCursor_CXXThisExpr) {
    lends_this_ = true;
  } else if (kind == CXCursor_LambdaExpr) {
    lambda(one);
  } else if (is_named_place(one)) {
    place(one, what);
  } else if (kind == CXCursor_MemberRefExpr) {
    member(one, what);
  } else if (kind == CXCursor_CallExpr) {
    call(one, what);
  } else if (kind == CXCursor_InitListExpr) {
    list(one);
  } else {
    operation(one, what);
  }
}

void use_finder::operation(CXCursor one, fate what) {
  const CXCursorKind kind = kind_of(one);
  const std::vector<CXCursor> inner = children_of(one);
  if (kind == CXCursor_ParenExpr && inner.size() == 1) {
    expression(inner[0], what);
  } else if (kind == CXCursor_UnexposedExpr && is_short_conditional(one)) {
    expression(inner.front(), what);
    expression(inner.back(), what);
  } else if (kind == CXCursor_UnexposedExpr && inner.size() == 1) {
    wrapper(one, inner[0], what);
  } else if (kind == CXCursor_UnaryOperator) {
    unary(one, what);
  } else if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator) {
    binary(one, what);
  } else if (kind == CXCursor_ConditionalOperator && inner.size() == 3) {
    expression(inner[0], fate::open);
    expression(inner[1], what);
    expression(inner[2], what);
  } else if (is_cast(one) && !inner.empty()) {
    cast(one, what);
  } else {
    parts(one, fate::open);
  }
}

void use_finder::cast(CXCursor one, fate what) {
  const std::vector<CXCursor> inner = children_of(one);
  for (const CXCursor& part : inner) {  // those in front of the operand belong to the type
    const bool operand = clang_equalCursors(part, inner.back()) != 0;
    if (is_expression(part)) {
      expression(part, discards(one) || !operand ? fate::read : what);
    } else {
      look_at(part);
    }
  }
}

void use_finder::list(CXCursor one) {
  const CXType type = canonical_type_of(one);
  const bool copies = is_made_of_scalars(type) || (is_plain(type) && !contains_references(type));
  const bool only_reads = copies && !list_may_convert(one, locals_->functions());
  list(one, only_reads ? fate::read : fate::bound);
}

/// Clang shows a list as it is written, without conversions.
void use_finder::list(CXCursor one, fate of_values) {
  for (const CXCursor& part : children_of(one)) {
    const bool is_inner_list =
        kind_of(part) == CXCursor_InitListExpr && !is_known_type(canonical_type_of(part));
    if (is_inner_list || names_member(part)) {
      list(part, of_values);
    } else if (is_expression(part)) {
      expression(part, of_values);
    }
  }
}

/// Handles implicit conversions. One to the type of a number or a pointer, without const, reads the
/// value: no reference would be bound through it.
void use_finder::wrapper(CXCursor one, CXCursor inner, fate what) {
  const CXType type = canonical_type_of(one);
  const CXType from = canonical_type_of(inner);
  if (has_array_type(bare(inner))) {  // the address of the array
    expression(inner, is_array(type) ? what : fate::bound);
  } else if (what == fate::bound) {
    expression(inner, converts(from, type) ? fate::read : fate::bound);
  } else {
    // A parameter that is written as an array has that type in its uses as well, in which const is
    // about the elements.
    const bool takes_value =
        is_array(type) || (is_scalar(type) && clang_isConstQualifiedType(type) == 0);
    expression(inner, takes_value ? fate::read : what);
  }
}

void use_finder::lend(CXCursor of) {
  if (const local* const root = locals_->root_of(of); root != nullptr) {
    lent_.push_back({root, span_of(of).begin});
  }
  lends_this_ = lends_this_ || is_part_of_this(of);
}

/// Indexing an array does not let its address escape.
void use_finder::place(CXCursor one, fate what) {
  if (const std::optional<array_element> element = array_element_of(one); element) {
    expression(element->array, what == fate::read ? fate::read : fate::open);
    expression(element->index, fate::open);
  } else if (kind_of(one) == CXCursor_ArraySubscriptExpr) {
    const std::vector<CXCursor> both = children_of(one);
    const bool of_array = has_array_type(bare(both[0]));
    // An array that has no name, such as one of two: what names it finds the variables.
    const bool is_known = locals_->root_of(one) != nullptr || is_part_of_this(one);
    const fate of_base = !of_array                        ? fate::open
                         : what == fate::read || is_known ? fate::read
                                                          : fate::bound;
    expression(of_array ? bare(both[0]) : both[0], of_base);
    expression(both[1], fate::open);
    if (of_array && what != fate::read) {
      lend(one);
    }
  } else if (what != fate::read) {
    lend(one);
  }
}

/// A member that is a reference leads to another place, and so does one behind a pointer.
void use_finder::member(CXCursor one, fate what) {
  const std::vector<CXCursor> base = children_of(one);
  if (is_member_of_this(one)) {
    lends_this_ = lends_this_ || (what != fate::read && is_part_of_this(one));
    return;
  }
  const bool elsewhere =
      is_reference(clang_getCanonicalType(clang_getCursorType(clang_getCursorReferenced(one))));
  if (is_behind_pointer(one)) {
    expression(base[0], fate::open);
  } else {
    expression(base[0], elsewhere ? fate::read : what);
  }
}

void use_finder::unary(CXCursor one, fate what) {
  const CXCursor operand = children_of(one).front();
  switch (clang_getCursorUnaryOperatorKind(one)) {
    case CXUnaryOperator_AddrOf:
      expression(operand, fate::bound);
      return;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
      change(operand, fate::read);
      return;
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
      change(operand, what);
      return;
    case CXUnaryOperator_Deref:
      expression(operand, fate::open);
      return;
    default:
      expression(operand, what);
  }
}

void use_finder::binary(CXCursor one, fate what) {
  const std::vector<CXCursor> sides = children_of(one);
  if (sides.size() != 2) {
    parts(one, fate::bound);
    return;
  }
  const bool assigns = kind_of(one) == CXCursor_CompoundAssignOperator ||
                       clang_getCursorBinaryOperatorKind(one) == CXBinaryOperator_Assign;
  if (assigns) {
    change(sides[0], what);
    expression(sides[1], fate::open);
    return;
  }
  switch (clang_getCursorBinaryOperatorKind(one)) {
    case CXBinaryOperator_Comma:
      expression(sides[0], fate::read);
      expression(sides[1], what);
      return;
    case CXBinaryOperator_PtrMemD:
      expression(sides[0], what);
      expression(sides[1], fate::open);
      return;
    default:
      expression(sides[0], fate::open);
      expression(sides[1], fate::open);
  }
}

/// The result of an assignment is the place itself.
void use_finder::change(CXCursor of, fate result) {
  const CXCursor changed = bare(of);
  const local* const root = locals_->root_of(changed);
  if (root == nullptr) {
    const bool only_changes =
        result == fate::read && (is_part_of_this(changed) || is_of_system_on_this(changed));
    expression(of, only_changes ? fate::read : fate::bound);
    return;
  }
  // The assignment operator of a base class changes only this base.
  const bool whole = kind_of(changed) == CXCursor_DeclRefExpr &&
                     is_same_type(clang_getCursorType(of), clang_getCursorType(changed));
  changed_.push_back({root, span_of(changed).begin, whole});
  expression(changed, result == fate::read ? fate::read : fate::bound);
}

}  // namespace nuthatch::splicec
