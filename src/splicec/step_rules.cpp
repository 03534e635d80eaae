// SPDX-License-Identifier: Apache-2.0
#include "splicec/step_rules.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "splicec/assigned_first.hpp"
#include "splicec/caller_names.hpp"
#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/jumps.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/thread_variables.hpp"
#include "splicec/written_once.hpp"

namespace nuthatch::splicec {

namespace {

const std::set<CXCursorKind> known_statements = {
    CXCursor_UnexposedStmt, CXCursor_LabelStmt,       CXCursor_CompoundStmt, CXCursor_CaseStmt,
    CXCursor_DefaultStmt,   CXCursor_IfStmt,          CXCursor_SwitchStmt,   CXCursor_WhileStmt,
    CXCursor_DoStmt,        CXCursor_ForStmt,         CXCursor_GotoStmt,     CXCursor_ContinueStmt,
    CXCursor_BreakStmt,     CXCursor_ReturnStmt,      CXCursor_GCCAsmStmt,   CXCursor_CXXCatchStmt,
    CXCursor_CXXTryStmt,    CXCursor_CXXForRangeStmt, CXCursor_NullStmt,     CXCursor_DeclStmt};

const std::set<CXCursorKind> known_expressions = {CXCursor_UnexposedExpr,
                                                  CXCursor_DeclRefExpr,
                                                  CXCursor_MemberRefExpr,
                                                  CXCursor_CallExpr,
                                                  CXCursor_IntegerLiteral,
                                                  CXCursor_FloatingLiteral,
                                                  CXCursor_ImaginaryLiteral,
                                                  CXCursor_StringLiteral,
                                                  CXCursor_CharacterLiteral,
                                                  CXCursor_ParenExpr,
                                                  CXCursor_UnaryOperator,
                                                  CXCursor_ArraySubscriptExpr,
                                                  CXCursor_BinaryOperator,
                                                  CXCursor_CompoundAssignOperator,
                                                  CXCursor_ConditionalOperator,
                                                  CXCursor_CStyleCastExpr,
                                                  CXCursor_CompoundLiteralExpr,
                                                  CXCursor_InitListExpr,
                                                  CXCursor_StmtExpr,
                                                  CXCursor_GenericSelectionExpr,
                                                  CXCursor_GNUNullExpr,
                                                  CXCursor_CXXStaticCastExpr,
                                                  CXCursor_CXXDynamicCastExpr,
                                                  CXCursor_CXXReinterpretCastExpr,
                                                  CXCursor_CXXConstCastExpr,
                                                  CXCursor_CXXFunctionalCastExpr,
                                                  CXCursor_CXXTypeidExpr,
                                                  CXCursor_CXXBoolLiteralExpr,
                                                  CXCursor_CXXNullPtrLiteralExpr,
                                                  CXCursor_CXXThisExpr,
                                                  CXCursor_CXXThrowExpr,
                                                  CXCursor_CXXNewExpr,
                                                  CXCursor_CXXDeleteExpr,
                                                  CXCursor_UnaryExpr,
                                                  CXCursor_PackExpansionExpr,
                                                  CXCursor_SizeOfPackExpr,
                                                  CXCursor_LambdaExpr,
                                                  CXCursor_ConceptSpecializationExpr,
                                                  CXCursor_RequiresExpr,
                                                  CXCursor_CXXParenListInitExpr};

/// Whether the variable belongs to a function, as opposed to a constant that is a template
/// instance.
bool is_in_function(CXCursor declaration) {
  const CXCursorKind kind = kind_of(clang_getCursorSemanticParent(declaration));
  return kind != CXCursor_Namespace && kind != CXCursor_TranslationUnit &&
         kind != CXCursor_StructDecl && kind != CXCursor_ClassDecl;
}

bool is_class(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl;
}

/// Whether the code uses the object of the function around it. In a class that the code declares,
/// `this` is another object.
bool names_this(CXCursor code) {
  if (is_class(code)) {
    return false;
  }
  const std::vector<CXCursor> parts = children_of(code);
  const bool named =
      kind_of(code) == CXCursor_CXXThisExpr ||
      (kind_of(code) == CXCursor_MemberRefExpr && (parts.empty() || !is_expression(parts.front())));
  return named || std::ranges::any_of(parts, names_this);
}

void add_once(std::vector<const local*>& to, const local* one) {
  if (std::ranges::find(to, one) == to.end()) {
    to.push_back(one);
  }
}

}  // namespace

declared_step step_rules::check(CXCursor statement, const pragma* said) const {
  declared_step step{.statement = statement, .whole = all_->whole_of(statement), .said = said};
  step.whole.begin = all_->before_loop_pragmas(step.whole.begin);
  check_calls(step);
  check_locals(step);
  return step;
}

declared_step step_rules::check_loop(CXCursor statement) const {
  declared_step step{.statement = statement, .whole = all_->whole_of(statement)};
  step.whole.begin = all_->before_loop_pragmas(step.whole.begin);
  check_locals(step);
  return step;
}

void step_rules::check_locals(declared_step& step) const {
  check_jumps(step);
  check_labels(*all_, step.statement, step.whole);
  check_kinds(step);
  check_statics(step);
  check_threads_of_step(*all_, step, !region_.empty());
  check_addresses(step);
  note_changes(step);
  note_copies(step);
}

bool step_rules::is_outside(const local& one, const declared_step& step) const {
  return !step.whole.contains(one.at);
}

bool step_rules::is_by_reference(const local& one, const declared_step& step) const {
  const bool outlives = !region_.empty() && !region_.contains(one.at) && is_outside(one, step);
  return outlives && (one.escapes || is_shared_with_steps(one));
}

void step_rules::check_jumps(const declared_step& step) const {
  for (const jump& one : jumps_out_of(step.statement, step.whole)) {
    all_->wrong.add(
        one.at,
        step.said != nullptr
            ? fmt::format("{} leaves the step, which runs later than the code around it; let "
                          "parameters and locals decide before the step, or an if within it",
                          one.word)
            : fmt::format("{} leaves a step: what begins in line {} looks at memory or changes it, "
                          "so that all of it is one, and runs later than the code around it; let "
                          "parameters and locals decide, or put what is left out into the step",
                          one.word,
                          all_->from.line_of(step.whole.begin)));
  }
  any_within(step.statement, [this, &step](CXCursor one) {
    if (kind_of(one) == CXCursor_CXXThrowExpr && step.said == nullptr) {
      all_->wrong.add(span_of(one).begin,
                      "throw ends a function that is spliced only where the source says that this "
                      "is a step");
    }
    return false;
  });
}

void step_rules::check_calls(const declared_step& step) const {
  any_within(step.statement, [this](CXCursor one) {
    if (const spliced_function* const called = all_->functions.called_by(one); called != nullptr) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("a step does not call functions that are spliced, as '{}'",
                                  name_of(called->definition)));
    }
    return false;
  });
}

/// Checks static variables. The translated function stays beside its translation, and each has its
/// own variables and types.
void step_rules::check_statics(const declared_step& step) const {
  if (!region_.empty()) {
    return;
  }
  const control_code control(*locals_, all_->functions, region_);
  any_within(step.statement, [&](CXCursor one) {
    const bool bindings = kind_of(one) == CXCursor_UnexposedDecl;  // static auto [a, b] = …
    const bool stays = (bindings || kind_of(one) == CXCursor_VarDecl) &&
                       clang_Cursor_hasVarDeclGlobalStorage(one) == 1 &&
                       clang_Cursor_getStorageClass(one) != CX_SC_Extern;
    if (stays && control.fault_of_statement(one)) {
      all_->wrong.add(named_at(one),
                      fmt::format("'{}' would be two variables, one of which is for calls that are "
                                  "spliced; declare it outside of the function",
                                  name_of(one)));
    }
    return false;
  });
}

/// A step may contain everything in C++, since it runs as it stands, except for what names the
/// enclosing function and for extensions whose parts are not visible.
void step_rules::check_kinds(const declared_step& step) const {
  any_within(step.statement, [this](CXCursor one) {
    const CXCursorKind kind = kind_of(one);
    const bool statement = clang_isStatement(kind) != 0 && !known_statements.contains(kind);
    const bool expression = is_expression(one) && !known_expressions.contains(kind);
    if (statement || expression) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("a step has {} here that is not understood",
                                  statement ? "a statement" : "an expression"));
    }
    return statement || expression;
  });
}

void step_rules::check_addresses(const declared_step& step) const {
  for (const local_use& one : locals_->addresses_in(step.statement)) {
    if (one.by != holder::called_reader && is_outside(*one.which, step) &&
        !is_by_reference(*one.which, step)) {
      all_->wrong.add(
          one.at,
          fmt::format("a step has its own copy of '{}', and what gets the address of the "
                      "copy here may keep it or change the copy; copy '{}' to a "
                      "variable that the step declares",
                      one.which->name,
                      one.which->name));
    }
  }
}

void step_rules::note_changes(declared_step& step) const {
  for (const local_use& one : locals_->changes_in(step.statement)) {
    if (!is_outside(*one.which, step) || is_by_reference(*one.which, step)) {
      continue;
    }
    if (!one.whole) {
      all_->wrong.add(one.at,
                      fmt::format("a step has its own copy of '{}', and cannot change a part of "
                                  "it; declare it in the step",
                                  one.which->name));
      continue;
    }
    add_once(step.changed, one.which);
    if (is_assigned_first(step.statement, *one.which, *locals_)) {
      add_once(step.fresh, one.which);
    }
  }
}

/// Checks variables that Clang exposes without a declaration, such as init-captures of lambdas, and
/// defaults that depend on the function around them.
void step_rules::check_names(const declared_step& step) const {
  check_caller_names(*all_, step.statement);
  any_within(step.statement, [this, &step](CXCursor one) {
    const CXCursor named = clang_getCursorReferenced(one);
    if (kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_VarDecl &&
        clang_Cursor_hasVarDeclGlobalStorage(named) != 1 && locals_->find(one) == nullptr &&
        !step.whole.contains(named_at(named)) && is_in_function(named)) {
      all_->wrong.add(
          span_of(one).begin,
          name_of(named).empty()
              ? std::string("a step has no copy of a union without a name; give it one")
              : fmt::format("'{}' is no variable of its own; a step uses values and pointers "
                            "from outside",
                            name_of(named)));
    }
    return false;
  });
}

void step_rules::note_copies(declared_step& step) const {
  step.uses_this = names_this(step.statement);
  any_within(step.statement, [this, &step](CXCursor one) {
    const CXCursor named = clang_getCursorReferenced(one);
    if (kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_UnexposedDecl &&
        !step.whole.contains(named_at(named)) && is_in_function(named)) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("'{}' is no variable of its own; a step uses values and pointers "
                                  "from outside",
                                  name_of(named)));
    }
    return false;
  });
  check_names(step);
  for (const local_use& one : locals_->uses_in(step.statement)) {
    if (!is_outside(*one.which, step)) {
      continue;
    }
    if (!region_.empty() && is_variably_modified(one.which->type)) {
      all_->wrong.add(one.at,
                      fmt::format("'{}' is an array of a size that is not constant; a step uses a "
                                  "pointer to its first element",
                                  one.which->name));
    }
    if (is_by_reference(*one.which, step)) {
      add_once(step.by_reference, one.which);
    } else if (is_reference(one.which->type)) {
      all_->wrong.add(one.at,
                      fmt::format("'{}' is a reference; a step uses values and pointers from "
                                  "outside",
                                  one.which->name));
    } else {
      all_->note_copy(one.which->declaration, one.at);
      all_->check_alignment(one.which->declaration, one.at);
    }
  }
}

}  // namespace nuthatch::splicec
