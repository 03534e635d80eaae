// SPDX-License-Identifier: Apache-2.0
#include "splicec/value_flow.hpp"

#include <utility>

#include "splicec/cursors.hpp"
#include "splicec/hidden_beginning.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether all parts run, one after the other in order. Clang leaves the kind of an implicit
/// conversion unexposed, but also that of expressions that do not evaluate their parts. Only a
/// conversion covers the same text as its only part.
bool is_sequence(CXCursor expression) {
  if (kind_of(expression) == CXCursor_UnexposedExpr) {
    const std::vector<CXCursor> parts = children_of(expression);
    return parts.size() == 1 && has_same_text(parts.front(), expression);
  }
  return kind_of(expression) == CXCursor_ParenExpr || kind_of(expression) == CXCursor_StmtExpr ||
         is_binary(expression, CXBinaryOperator_Comma);
}

}  // namespace

bool value_flow::follow(CXCursor one, bool lacks) {
  thrown_ = thrown_ || lacks;
  const std::optional<bool> known = own_(one, lacks);
  const bool after = known ? *known : follow_kind(one, lacks);
  thrown_ = thrown_ || after;
  return after;
}

bool value_flow::follow_kind(CXCursor one, bool lacks) {
  if (is_expression(one)) {
    return follow_expression(one, lacks);
  }
  switch (kind_of(one)) {
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CXXCatchStmt:
      return in_order(children_of(one), lacks);
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
      return follow_variable(one, lacks);
    case CXCursor_ReturnStmt:
      in_order(children_of(one), lacks);
      return false;
    case CXCursor_BreakStmt:
      jumps_.at_break = jumps_.at_break || lacks;
      return false;
    case CXCursor_ContinueStmt:
      jumps_.at_continue = jumps_.at_continue || lacks;
      return false;
    case CXCursor_DefaultStmt:
      switch_.has_default = true;
      [[fallthrough]];
    case CXCursor_CaseStmt:
      return follow(children_of(one).back(), lacks || switch_.at_head);
    case CXCursor_IfStmt:
      return follow_if(one, lacks);
    case CXCursor_SwitchStmt:
      return follow_switch(one, lacks);
    case CXCursor_CXXTryStmt:
      return follow_try(one, lacks);
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt:
      return follow_loop(one, lacks);
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
      return in_order(children_of(one), lacks) || lacks;
    default:
      return in_any_order(children_of(one), lacks);
  }
}

bool value_flow::in_order(const parts& all, bool lacks) {
  for (const CXCursor& part : all) {
    lacks = follow(part, lacks);
  }
  return lacks;
}

bool value_flow::in_any_order(const parts& all, bool lacks) {
  for (bool before = !lacks; before != lacks;) {
    before = lacks;
    for (const CXCursor& part : all) {
      lacks = follow(part, lacks) || lacks;
    }
  }
  return lacks;
}

/// The initial value of a static variable is evaluated once.
bool value_flow::follow_variable(CXCursor one, bool lacks) {
  if (clang_equalCursors(one, which_->declaration) != 0) {
    in_order(children_of(one), /*lacks=*/false);
    return false;
  }
  const bool once = clang_Cursor_hasVarDeclGlobalStorage(one) == 1;
  return once ? in_any_order(children_of(one), lacks) : in_order(children_of(one), lacks);
}

bool value_flow::follow_if(CXCursor one, bool lacks) {
  const std::optional<if_parts> known = parts_of_if(one);
  if (known) {
    return follow_branches(known->branches, in_order(known->head, lacks));
  }
  parts others = children_of(one);
  if (is_expression(others.front())) {
    lacks = follow(others.front(), lacks);
    others.erase(others.begin());
  }
  return in_any_order(others, lacks);
}

bool value_flow::follow_branches(const parts& branches, bool lacks) {
  bool after = branches.size() == 1 && lacks;
  for (const CXCursor& branch : branches) {
    after = follow(branch, lacks) || after;
  }
  return after;
}

bool value_flow::follow_switch(CXCursor one, bool lacks) {
  if (lacks && has_hidden_beginning(one)) {
    used_(one);
  }
  parts all = children_of(one);
  const CXCursor body = all.back();
  all.pop_back();
  const switch_state around = switch_;
  const bool outer = std::exchange(jumps_.at_break, false);
  lacks = in_order(all, lacks);
  switch_ = {.at_head = lacks};
  const bool at_end = follow(body, /*lacks=*/false);
  const bool passed = lacks && !switch_.has_default;
  switch_ = around;
  return std::exchange(jumps_.at_break, outer) || at_end || passed;
}

bool value_flow::follow_try(CXCursor one, bool lacks) {
  const parts all = children_of(one);
  const bool around = std::exchange(thrown_, false);
  bool after = follow(all.front(), lacks);
  const bool caught = thrown_;
  for (std::size_t i = 1; i < all.size(); ++i) {
    after = follow(all[i], caught) || after;
  }
  thrown_ = thrown_ || around;
  return after;
}

bool value_flow::follow_loop(CXCursor one, bool lacks) {
  if (lacks && has_hidden_beginning(one)) {
    used_(one);
  }
  const jump_states around = std::exchange(jumps_, {});
  const std::optional<loop_parts> known = parts_of_loop(one);
  const bool after = known ? repeat(*known, in_order(known->start, lacks))
                           : repeat_unknown(children_of(one), lacks);
  const bool left = jumps_.at_break;
  jumps_ = around;
  return after || left;
}

bool value_flow::repeat(const loop_parts& loop, bool lacks) {
  while (true) {
    bool chosen = loop.body_first ? lacks : in_order(loop.condition, lacks);
    bool again = in_order(loop.body, chosen) || jumps_.at_continue;
    again = in_order(loop.increment, again);
    if (loop.body_first) {
      chosen = again = in_order(loop.condition, again);
    }
    if (lacks || !again) {
      return chosen && !loop.endless;
    }
    lacks = true;
  }
}

bool value_flow::repeat_unknown(const parts& all, bool lacks) {
  for (bool before = !lacks; before != lacks;) {
    before = lacks;
    lacks = in_any_order(all, lacks) || jumps_.at_break || jumps_.at_continue;
  }
  return lacks;
}

bool value_flow::follow_expression(CXCursor one, bool lacks) {
  if (uses(one, lacks)) {
    used_(one);
  }
  return lacks;
}

/// Returns whether the expression uses the value where it may lack; then the state is undefined.
/// Statements inside of it report their own uses.
bool value_flow::uses(CXCursor one, bool& lacks) {
  if (all_->find(one) == which_) {
    return lacks;
  }
  if (!is_expression(one)) {
    lacks = follow(one, lacks);
    return false;
  }
  const parts all = children_of(one);
  if (is_binary(one, CXBinaryOperator_Assign)) {
    if (uses(all[1], lacks)) {
      return true;
    }
    const bool assigns = all_->find(bare(all[0])) == which_;
    lacks = lacks && !assigns;
    return !assigns && uses(all[0], lacks);
  }
  if (is_sequence(one)) {
    return uses_in_parts(all, lacks);
  }
  if (kind_of(one) == CXCursor_LambdaExpr) {
    const bool before = lacks;
    const bool used = uses_in_parts(all, lacks);
    lacks = lacks || before;
    return used;
  }
  return uses_in_any_part(all, lacks);
}

bool value_flow::uses_in_parts(const parts& all, bool& lacks) {
  for (const CXCursor& part : all) {
    if (uses(part, lacks)) {
      return true;
    }
  }
  return false;
}

bool value_flow::uses_in_any_part(const parts& all, bool& lacks) {
  for (bool before = !lacks; before != lacks;) {
    before = lacks;
    for (const CXCursor& part : all) {
      bool here = lacks;
      if (uses(part, here)) {
        return true;
      }
      lacks = lacks || here;
    }
  }
  return false;
}

}  // namespace nuthatch::splicec
