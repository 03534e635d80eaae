#include "splicec/locals.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "splicec/array_elements.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"

namespace nuthatch::splicec {

namespace {

bool is_changing_reference(CXType type) {
  const CXType canonical = clang_getCanonicalType(type);
  return canonical.kind == CXType_RValueReference ||
         (canonical.kind == CXType_LValueReference &&
          clang_isConstQualifiedType(clang_getPointeeType(canonical)) == 0);
}

bool may_change_its_object(CXCursor method) {
  return kind_of(method) == CXCursor_CXXMethod && clang_CXXMethod_isStatic(method) == 0 &&
         clang_CXXMethod_isConst(method) == 0;
}

bool is_address_of(CXCursor expression) {
  return kind_of(expression) == CXCursor_UnaryOperator &&
         clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_AddrOf;
}

bool is_step_by_one(CXCursor expression) {
  if (kind_of(expression) != CXCursor_UnaryOperator) {
    return false;
  }
  const CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expression);
  return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec ||
         kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
}

/// `auto& [a, b] = x;`
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

bool has_reference(CXType type) {
  bool found = false;
  clang_Type_visitFields(
      clang_getCanonicalType(type),
      [](CXCursor field, CXClientData into) {
        bool& reference = *static_cast<bool*>(into);
        reference = is_reference(canonical_type_of(field));
        return reference ? CXVisit_Break : CXVisit_Continue;
      },
      &found);
  return found;
}

bool is_assignment(CXCursor expression) {
  return kind_of(expression) == CXCursor_CompoundAssignOperator ||
         (kind_of(expression) == CXCursor_BinaryOperator &&
          clang_getCursorBinaryOperatorKind(expression) == CXBinaryOperator_Assign);
}

}  // namespace

bool is_behind_pointer(CXCursor member_expression) {
  const std::vector<CXCursor> base = children_of(member_expression);
  return base.empty() || !is_expression(base.front()) ||
         is_pointer(canonical_type_of(base.front()));
}

function_locals::function_locals(CXCursor function) {
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

/// Who only looks at what nobody changes does no harm, whenever it does so.
void function_locals::note_holders(CXCursor function) {
  const std::vector<use> changes = changes_in(function);
  for (const use& one : addresses_in(function)) {
    const bool changed = std::ranges::find(changes, one.which, &use::which) != changes.end();
    that(one).escapes =
        one.which->escapes || one.by == holder::any || (one.by == holder::reader && changed);
    that(one).captured = one.which->captured || one.by != holder::any;
  }
}

void function_locals::note_step(CXCursor step) {
  std::vector<use> at_any_time = changes_in(step);
  for (const use& named : uses_in(step)) {
    const std::optional<CXCursor> lambda = lambda_of(named.which->declaration);
    if (lambda && !span_of(step).contains(named.which->at)) {
      const std::vector<use> held = uses_in(*lambda);
      at_any_time.insert(at_any_time.end(), held.begin(), held.end());
    }
  }
  for (const use& one : at_any_time) {
    that(one).escapes = one.which->escapes || one.which->captured;
  }
}

local& function_locals::that(const use& one) {
  return *std::ranges::find(all_, one.which->at, &local::at);
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
  const CXCursor declaration = clang_getCursorReferenced(reference);
  const auto found = std::ranges::find_if(all_, [&declaration](const local& one) {
    return clang_equalCursors(one.declaration, declaration) != 0;
  });
  return found == all_.end() ? nullptr : &*found;
}

const local* function_locals::root_of(CXCursor expression) const {
  expression = bare(expression);
  const CXCursorKind kind = kind_of(expression);
  if (kind == CXCursor_MemberRefExpr && !is_behind_pointer(expression)) {
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

std::vector<function_locals::use> function_locals::addresses_in(CXCursor all) const {
  std::vector<use> found;
  add_addresses(all, found);
  return found;
}

std::vector<function_locals::use> function_locals::changes_in(CXCursor all) const {
  std::vector<use> found;
  any_within(all, [this, &found](CXCursor one) {
    if (is_assignment(one) || is_step_by_one(one)) {
      const CXCursor changed = bare(children_of(one).front());
      if (const local* const root = root_of(changed); root != nullptr) {
        found.push_back({root, span_of(changed).begin, kind_of(changed) == CXCursor_DeclRefExpr});
      }
    }
    return false;
  });
  return found;
}

std::vector<function_locals::use> function_locals::uses_in(CXCursor all) const {
  std::vector<use> found;
  any_within(all, [this, &found](CXCursor one) {
    if (const local* const named = find(one); named != nullptr) {
      found.push_back({named, span_of(one).begin});
    }
    return false;
  });
  return found;
}

void function_locals::add_root(CXCursor expression, std::vector<use>& found) const {
  if (const local* const root = root_of(expression); root != nullptr) {
    found.push_back({root, span_of(expression).begin});
  }
}

/// What is only indexed, or a member of which is meant, has not lent its address.
void function_locals::add_place(CXCursor place, std::vector<use>& found) const {
  place = bare(place);
  const std::vector<CXCursor> parts = children_of(place);
  if (const std::optional<array_element> element = array_element_of(place); element) {
    add_place(element->array, found);
    add_addresses(element->index, found);
  } else if (kind_of(place) == CXCursor_ArraySubscriptExpr) {
    add_place(parts[0], found);
    add_addresses(parts[1], found);
  } else if (kind_of(place) == CXCursor_MemberRefExpr) {
    if (!parts.empty() && is_expression(parts[0])) {  // or this-> is left out
      add_place(parts[0], found);
    }
  } else if (kind_of(place) != CXCursor_DeclRefExpr) {
    add_addresses(place, found);
  }
}

void function_locals::add_bound(CXCursor call, std::vector<use>& found) const {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXType type = clang_getCursorType(called);
  const int arguments = clang_Cursor_getNumArguments(call);
  // Of an operator that is a member, the first argument is its object.
  const bool object_first =
      kind_of(called) == CXCursor_CXXMethod && clang_getNumArgTypes(type) == arguments - 1;
  if (may_change_its_object(called)) {
    const std::vector<CXCursor> parts = children_of(call);
    const bool by_name = !parts.empty() && kind_of(parts.front()) == CXCursor_MemberRefExpr;
    if (object_first) {
      add_root(clang_Cursor_getArgument(call, 0), found);
    } else if (by_name && !is_behind_pointer(parts.front())) {
      add_root(children_of(parts.front()).front(), found);
    }
  }
  for (int i = object_first ? 1 : 0; i < arguments; ++i) {
    const auto at = static_cast<unsigned>(object_first ? i - 1 : i);
    if (is_changing_reference(clang_getArgType(type, at))) {
      add_root(clang_Cursor_getArgument(call, static_cast<unsigned>(i)), found);
    }
  }
}

/// What it changes or hands on, it has the address of.
void function_locals::add_lambda(CXCursor lambda, std::vector<use>& found) const {
  const span own = span_of(lambda);
  std::vector<use> held;
  for (const CXCursor& part : written_parts_of(lambda)) {
    add_addresses(part, held);
  }
  for (const use& one : changes_in(lambda)) {
    if (!own.contains(one.which->at)) {
      held.push_back({one.which, one.at});
    }
  }
  const bool plain = is_plain_lambda(lambda);
  const holder reader = is_called_lambda(lambda) ? holder::called_reader : holder::reader;
  for (use one : uses_in(lambda)) {
    const bool only_looks = plain && std::ranges::none_of(held, [&](const use& each) {
                              return each.which == one.which && each.by != holder::called_reader;
                            });
    if (!own.contains(one.which->at)) {
      one.by = only_looks ? reader : holder::any;
      found.push_back(one);
    }
  }
  std::ranges::copy_if(
      held, std::back_inserter(found), [&](const use& one) { return own.contains(one.which->at); });
}

void function_locals::add_addresses(CXCursor within, std::vector<use>& found) const {
  const CXCursorKind kind = kind_of(within);
  if (kind == CXCursor_UnaryExpr) {
    return;  // sizeof and its like look at nothing
  }
  if (kind == CXCursor_LambdaExpr && captures_by_reference(within)) {
    add_lambda(within, found);
    return;
  }
  if (kind == CXCursor_LambdaExpr && is_plain_lambda(within)) {
    for (const CXCursor& part : written_parts_of(within)) {  // not what it copies
      add_addresses(part, found);
    }
    return;
  }
  if (kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_MemberRefExpr ||
      array_element_of(within)) {
    if (has_array_type(within)) {
      add_root(within, found);
    }
    add_place(within, found);
    return;
  }
  if (kind == CXCursor_DeclRefExpr && has_array_type(within)) {
    add_root(within, found);
  }
  if (is_address_of(within)) {
    add_root(children_of(within).front(), found);
  }
  if (kind == CXCursor_VarDecl && is_reference(canonical_type_of(within))) {
    add_root(clang_Cursor_getVarDeclInitializer(within), found);
  }
  if (kind == CXCursor_CallExpr) {
    add_bound(within, found);
  }
  const bool binds = kind == CXCursor_CXXForRangeStmt ||
                     (kind == CXCursor_UnexposedDecl && binds_by_reference(within)) ||
                     (kind == CXCursor_InitListExpr && has_reference(clang_getCursorType(within)));
  for (const CXCursor& part : children_of(within)) {
    if (binds && is_expression(part)) {
      add_root(part, found);
    }
    add_addresses(part, found);
  }
}

}  // namespace nuthatch::splicec
