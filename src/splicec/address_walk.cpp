// SPDX-License-Identifier: Apache-2.0
#include "splicec/address_walk.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "splicec/address_readers.hpp"
#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

namespace {

using form = reference_form;

bool is_function(CXType canonical) {
  return canonical.kind == CXType_FunctionProto || canonical.kind == CXType_FunctionNoProto;
}

bool is_same(CXCursor one, CXCursor other) {
  return clang_equalCursors(one, other) != 0;
}

bool is_null_pointer(CXCursor expression) {
  const CXCursorKind kind = kind_of(bare(expression));
  return kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr ||
         kind == CXCursor_IntegerLiteral;
}

bool is_comparison(CXBinaryOperatorKind kind) {
  return kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE;
}

/// Whether an expression is the operand of decltype, which Clang shows as a part of what has that
/// type.
bool is_operand_of_decltype(CXCursor operand, CXCursor around) {
  const CXSourceRange before = clang_getRange(clang_getRangeStart(clang_getCursorExtent(around)),
                                              clang_getRangeStart(clang_getCursorExtent(operand)));
  const token_list tokens(clang_Cursor_getTranslationUnit(operand), before);
  std::string last;
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (tokens.place(one) < span_of(operand).begin && text != "(") {
      last = text;
    }
  }
  return last == "decltype" || last == "typeof" || last == "__typeof__";
}

bool is_unevaluated(CXCursorKind kind) {
  return kind == CXCursor_UnaryExpr || kind == CXCursor_CXXTypeidExpr ||
         kind == CXCursor_RequiresExpr || kind == CXCursor_ConceptSpecializationExpr;
}

}  // namespace

void address_walk::follow_parameter(CXCursor parameter, const twin& of) {
  of_parameters_ = true;
  const CXType type = canonical_type_of(parameter);
  const bool names =
      is_reference(type) && !is_pointer(clang_getCanonicalType(clang_getPointeeType(type)));
  follow(parameter, names ? form::place : form::holder, of);
}

void address_walk::follow_object(const twin& of) {
  of_parameters_ = true;
  object_ = twin{of.name, of.is_function, form::place, of.holds_addresses};
}

void address_walk::follow(CXCursor declaration, form as, const twin& of) {
  const bool is_new = std::ranges::none_of(
      followed_, [&](const auto& one) { return is_same(one.first, declaration); });
  if (is_new) {
    followed_.emplace_back(declaration, twin{of.name, of.is_function, as, of.holds_addresses});
  }
}

void address_walk::run() {
  std::size_t before = 0;
  do {
    before = followed_.size();
    kept_.clear();
    path_.clear();
    visit(root_);
  } while (followed_.size() != before);
  check_bytes_of_closures();
}

void address_walk::visit(CXCursor one) {
  path_.push_back(one);
  if (const std::optional<twin> named = named_by(one); named) {
    climb(*named);
  } else if (twins_ && may_become_pointer(one)) {
    climb(twin{.name = {}, .is_function = true, .as = form::pointer});
  }
  const bool is_lambda = kind_of(one) == CXCursor_LambdaExpr;
  for (const CXCursor& part : children_of(one)) {
    if (is_lambda && kind_of(part) == CXCursor_VariableRef) {
      visit_captured(one, clang_getCursorReferenced(part));
    } else if (!is_lambda || !is_expression(part)) {
      visit(part);
    }
  }
  path_.pop_back();
}

/// Inspects the value of `[p = value]`, of which Clang shows only parts in the lambda.
void address_walk::visit_captured(CXCursor lambda, CXCursor captured) {
  const CXCursor value = clang_Cursor_getVarDeclInitializer(captured);
  if (clang_Cursor_isNull(value) == 0 && span_of(lambda).contains(named_at(captured))) {
    path_.push_back(captured);
    visit(value);
    path_.pop_back();
  }
}

std::optional<twin> address_walk::named_by(CXCursor one) const {
  if (!is_expression(one)) {
    return std::nullopt;
  }
  if (twins_) {
    if (std::optional<twin> named = twins_(one); named) {
      return named;
    }
  }
  if (object_ && kind_of(one) == CXCursor_CXXThisExpr) {
    return twin{object_->name, object_->is_function, form::pointer, object_->holds_addresses};
  }
  if (object_ && kind_of(one) == CXCursor_MemberRefExpr &&
      std::ranges::none_of(children_of(one), is_expression)) {
    const CXCursor member = clang_getCursorReferenced(one);
    // The object of a member function, which this expression names, is what is around it.
    return kind_of(member) == CXCursor_VarDecl || is_reference(canonical_type_of(member))
               ? std::nullopt
               : object_;
  }
  if (kind_of(one) != CXCursor_DeclRefExpr) {
    return std::nullopt;
  }
  const CXCursor declaration = clang_getCursorReferenced(one);
  const auto found = std::ranges::find_if(
      followed_, [&](const auto& each) { return is_same(each.first, declaration); });
  return found == followed_.end() ? std::nullopt : std::optional(found->second);
}

void address_walk::climb(const twin& from) {
  twin of = from;
  const CXCursor name = path_.back();
  std::size_t at = path_.size() - 1;
  if (kind_of(name) == CXCursor_MemberRefExpr && object_ &&
      kind_of(clang_getCursorReferenced(name)) != CXCursor_FieldDecl) {
    // A call of another member function for the same object.
    const step next = into_member(of, at);
    if (!next.as) {
      if (!next.understood) {
        kept_.push_back({name, of, next.callee});
      }
      return;
    }
    of = next.other.value_or(twin{of.name, of.is_function, *next.as, of.holds_addresses});
    at -= next.up - 1;
  }
  while (at > 0) {
    const step next = step_from(of, at);
    if (next.understood) {
      return;
    }
    if (!next.as) {
      if (of.as != form::place || !is_operand_of_decltype(path_[at], path_[at - 1])) {
        kept_.push_back({name, of, next.callee});
      }
      return;
    }
    of = next.other.value_or(twin{of.name, of.is_function, *next.as, of.holds_addresses});
    at -= next.up;
  }
  kept_.push_back({name, of, {}});
}

/// What the expression at this place of the path becomes in the one around it.
address_walk::step address_walk::step_from(const twin& of, std::size_t at) {
  const CXCursor child = path_[at];
  const CXCursor parent = path_[at - 1];
  const CXCursorKind kind = kind_of(parent);
  if (is_unevaluated(kind)) {
    return understood();
  }
  switch (kind) {
    case CXCursor_ParenExpr:
      return becomes(of.as);
    case CXCursor_UnexposedExpr:
      return into_conversion(of, child, parent);
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
      return is_same(child, children_of(parent).back()) ? into_cast(of.as, parent) : step{};
    case CXCursor_UnaryOperator:
      return into_unary(of.as, parent);
    case CXCursor_BinaryOperator:
      return into_binary(of, child, parent);
    case CXCursor_CompoundAssignOperator:
      return of.as == form::holder && is_same(child, children_of(parent).front())
                 ? becomes(form::holder)
                 : step{};
    case CXCursor_ConditionalOperator:
      return is_same(child, children_of(parent).front()) ? step{} : becomes(of.as);
    case CXCursor_ArraySubscriptExpr:
      return of.as == form::pointer ? becomes(form::place) : step{};
    case CXCursor_MemberRefExpr:
      return into_member(of, at - 1);
    case CXCursor_InitListExpr:
      return into_list(of, child, parent);
    case CXCursor_VarDecl:
      return into_variable(of, child, parent);
    case CXCursor_UnexposedDecl:
      return into_bindings(of, parent);
    case CXCursor_FieldDecl:
    case CXCursor_ParmDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
      return of.as == form::place && !is_reference(canonical_type_of(parent)) &&
                     is_part_of_type(parent)
                 ? understood()
                 : step{};
    case CXCursor_CXXForRangeStmt:
      return into_loop(of, child, parent);
    case CXCursor_CallExpr:
      return into_call(of, child, parent);
    case CXCursor_DeclRefExpr:
      return into_template(parent);
    default:
      return into_statement(of.as, child, at - 1);
  }
}

/// Implicit conversions, and expressions that Clang does not expose. Some of those have one part
/// and no text of their own, but more than that is not known about others.
address_walk::step address_walk::into_conversion(const twin& of,
                                                 CXCursor child,
                                                 CXCursor parent) const {
  const std::vector<CXCursor> parts = children_of(parent);
  const CXType type = canonical_type_of(parent);
  if (parts.size() > 1 && of.as == form::place) {
    if (kind_of(parts.front()) == CXCursor_MemberRef) {  // .member = value
      const CXType member = canonical_type_of(clang_getCursorReferenced(parts.front()));
      return is_read_into(member, canonical_type_of(child), of) ? understood() : step{};
    }
    return is_array(type) && holds_no_address(type) ? understood() : step{};  // a copy of an array
  }
  if (parts.size() != 1 || !has_same_text(parts[0], parent)) {
    return {};
  }
  const CXType from = canonical_type_of(child);
  return of.as == form::place ? into_value(of, from, type) : into_pointer(of.as, from, type);
}

/// Handles the conversion of a place, which may read its value.
address_walk::step address_walk::into_value(const twin& of, CXType from, CXType to) {
  const bool points = to.kind == CXType_Pointer;
  if (is_function(from) || (is_array(from) && points)) {
    return points ? becomes(form::pointer) : becomes(form::place);
  }
  if (!is_scalar(to) || clang_isConstQualifiedType(to) != 0) {
    return becomes(form::place);
  }
  return points && of.holds_addresses ? becomes(twin_at_pointer(of.name, to)) : understood();
}

/// Handles the conversion of an address or of a variable that holds one.
address_walk::step address_walk::into_pointer(form as, CXType from, CXType to) {
  const bool points = to.kind == CXType_Pointer;
  if (as == form::pointer) {
    return to.kind == CXType_Bool   ? understood()
           : points || is_array(to) ? becomes(form::pointer)
                                    : step{};
  }
  // A parameter that is written as an array has that type in its uses as well.
  if (is_array(from) || (points && clang_isConstQualifiedType(to) == 0)) {
    return becomes(form::pointer);
  }
  return points ? becomes(form::holder) : step{};
}

address_walk::step address_walk::into_cast(form as, CXCursor parent) const {
  const CXType type = canonical_type_of(parent);
  if (type.kind == CXType_Void) {
    return understood();
  }
  switch (as) {
    case form::place:
      return becomes(form::place);
    case form::pointer:
      return type.kind == CXType_Bool      ? understood()
             : type.kind == CXType_Pointer ? becomes(form::pointer)
                                           : step{};
    default:
      return {};
  }
}

address_walk::step address_walk::into_unary(form as, CXCursor parent) {
  switch (clang_getCursorUnaryOperatorKind(parent)) {
    case CXUnaryOperator_AddrOf:
      return as == form::place ? becomes(form::pointer) : step{};
    case CXUnaryOperator_Deref:
      return as == form::pointer ? becomes(form::place) : step{};
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
      return becomes(as);
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
      return as == form::holder ? becomes(form::holder) : step{};
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
      return as == form::holder ? becomes(form::pointer) : step{};
    default:
      return {};
  }
}

address_walk::step address_walk::into_binary(const twin& of, CXCursor child, CXCursor parent) {
  const std::vector<CXCursor> sides = children_of(parent);
  if (sides.size() != 2) {
    return {};
  }
  const bool is_left = is_same(child, sides[0]);
  const CXCursor other = is_left ? sides[1] : sides[0];
  const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(parent);
  switch (kind) {
    case CXBinaryOperator_Comma:
      return is_left ? understood() : becomes(of.as);
    case CXBinaryOperator_Assign:
      return is_left ? (of.as == form::holder ? becomes(form::holder) : step{})
                     : into_assignment(of, other);
    case CXBinaryOperator_PtrMemD:
      return is_left && of.as == form::place ? becomes(form::place) : step{};
    case CXBinaryOperator_PtrMemI:
      return is_left && of.as == form::pointer ? becomes(form::place) : step{};
    default:
      return of.as == form::pointer ? into_arithmetic(kind, other) : step{};
  }
}

/// Handles `address + n`, and the comparison of two addresses.
address_walk::step address_walk::into_arithmetic(CXBinaryOperatorKind kind, CXCursor other) {
  const CXType beside = canonical_type_of(other);
  const bool both = is_pointer(beside) || is_array(beside);
  if ((kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub) && !both) {
    return becomes(form::pointer);
  }
  const bool equality = kind == CXBinaryOperator_EQ || kind == CXBinaryOperator_NE;
  const bool known = is_null_pointer(other) || (of_parameters_ && equality);
  const bool compares = kind == CXBinaryOperator_Sub || is_comparison(kind);
  return compares && (known || is_of_same_object(other)) ? understood() : step{};
}

/// Handles `to = address`.
address_walk::step address_walk::into_assignment(const twin& of, CXCursor to) {
  const CXCursor variable = clang_getCursorReferenced(bare(to));
  if (of.as != form::pointer || kind_of(bare(to)) != CXCursor_DeclRefExpr ||
      !is_local_pointer(variable)) {
    return {};
  }
  follow(variable, form::holder, of);
  return becomes(form::holder);
}

/// Handles `of.member`, and the call of a member function, which is further up. `at` is the place
/// of the member's name in the path.
address_walk::step address_walk::into_member(const twin& of, std::size_t at) {
  const CXCursor member = clang_getCursorReferenced(path_[at]);
  const CXCursorKind kind = kind_of(member);
  if (of.as == form::holder) {
    return {};
  }
  if (kind == CXCursor_VarDecl) {
    return understood();
  }
  if (kind == CXCursor_FieldDecl) {
    return is_reference(canonical_type_of(member)) ? understood() : becomes(form::place);
  }
  for (std::size_t up = 1; up <= at; ++up) {
    const CXCursor around = path_[at - up];
    if (kind_of(around) == CXCursor_CallExpr) {
      step found = clang_CXXMethod_isStatic(member) != 0
                       ? understood()
                       : into_argument(of, around, kept_addresses::object);
      found.up = up + 1;
      return found;
    }
    if (kind_of(around) != CXCursor_UnexposedExpr && kind_of(around) != CXCursor_ParenExpr) {
      break;
    }
  }
  return {};
}

/// A statement discards the value, or decides by it.
address_walk::step address_walk::into_statement(form as, CXCursor child, std::size_t at) {
  const CXCursor statement = path_[at];
  switch (kind_of(statement)) {
    case CXCursor_CompoundStmt: {  // the last value in ({ … }) is that of the expression
      const bool is_value = at > 0 && kind_of(path_[at - 1]) == CXCursor_StmtExpr &&
                            is_same(children_of(statement).back(), child);
      return is_value ? step{} : understood();
    }
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt:
      return understood();
    case CXCursor_ReturnStmt:
      // A lambda or a member function of a local class returns to code that is not followed.
      if (!of_parameters_ || std::any_of(path_.begin() + 1, path_.end(), [](CXCursor one) {
            return kind_of(one) == CXCursor_LambdaExpr || kind_of(one) == CXCursor_CXXMethod;
          })) {
        return {};
      }
      if (as != form::place &&
          is_reference(clang_getCanonicalType(clang_getCursorResultType(root_)))) {
        return {};  // a reference to a pointer
      }
      returns_ = true;
      return understood();
    default:
      return {};
  }
}

/// Whether an expression also leads to a twin; or to what a parameter refers to, which is for the
/// callers to know.
bool address_walk::is_of_same_object(CXCursor expression) {
  if (is_followed(expression)) {
    return true;
  }
  bool found = false;
  for (int i = 0; of_parameters_ && i < clang_Cursor_getNumArguments(root_); ++i) {
    const CXCursor parameter = clang_Cursor_getArgument(root_, static_cast<unsigned>(i));
    if (any_within(expression, [&parameter](CXCursor one) {
          return is_same(clang_getCursorReferenced(one), parameter);
        })) {
      compared_.insert(i);
      found = true;
    }
  }
  return found;
}

bool address_walk::is_followed(CXCursor expression) const {
  return any_within(expression, [this](CXCursor one) { return named_by(one).has_value(); });
}

}  // namespace nuthatch::splicec
