// SPDX-License-Identifier: Apache-2.0
#include "splicec/translator.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "splicec/cursors.hpp"
#include "splicec/cut_loops.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/ended_objects.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/step_text.hpp"

namespace nuthatch::splicec {

namespace {

bool declares_variables(CXCursor statement) {
  return std::ranges::any_of(children_of(statement),
                             [](CXCursor one) { return kind_of(one) == CXCursor_VarDecl; });
}

pieces text(std::string written) {
  pieces all;
  append(all, std::move(written));
  return all;
}

}  // namespace

void translator::complain(const fault& found) const {
  all_->wrong.add(found.at,
                  fmt::format("{} runs before steps do, and this {}; {}, or make it part of a step "
                              "(#pragma splice step …)",
                              is_region() ? "code between calls that are spliced"
                                          : "code of a spliced function outside of its steps",
                              found.reason,
                              is_region() ? "copy what it needs to locals before #pragma splice try"
                                          : "take what it needs from parameters or locals"));
}

void translator::statement_in(CXCursor statement, bool in_block) {
  if (const pragma* const said = all_->find(pragma_kind::step, span_of(statement).begin);
      said != nullptr && !said->used) {
    said->used = true;
    said_step(statement, *said);
    return;
  }
  if (kind_of(statement) == CXCursor_DeclStmt) {
    declaration(statement, in_block);
    return;
  }
  if (is_label(statement)) {
    // A declaration behind a label belongs to the block that the label stands in.
    statement_in(children_of(statement).back(), in_block);
    return;
  }
  if (!declares(statement) && control_.fault_of_statement(statement)) {
    unannotated(statement, in_block);
    return;
  }
  if (!declares(statement) && is_in_macro(statement)) {
    note_variables(statement);  // nothing is written into the macro
    return;
  }
  plain_statement(statement, in_block);
}

/// Notes the variables that control code declares.
void translator::note_variables(CXCursor code) {
  any_within(code, [this](CXCursor one) {
    if (kind_of(one) == CXCursor_VarDecl) {
      note_variable(one);
    }
    return false;
  });
}

void translator::note_variable(CXCursor variable) {
  note_end(variable);
  // A lambda is not copied: control code calls it in place.
  if (!is_region() && !is_lambda(canonical_type_of(variable))) {
    all_->note_copy(variable, named_at(variable));
  }
}

void translator::plain_statement(CXCursor statement, bool in_block) {
  const std::vector<CXCursor> parts = children_of(statement);
  switch (kind_of(statement)) {
    case CXCursor_CompoundStmt:
      block(parts);
      return;
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_WhileStmt:
      choice(statement, in_block);
      return;
    case CXCursor_ForStmt:
      for_statement(statement, in_block);
      return;
    case CXCursor_DoStmt:
      do_statement(statement);
      return;
    case CXCursor_NullStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt:
      return;
    default:
      break;
  }
  if (is_expression(statement) || kind_of(statement) == CXCursor_ReturnStmt) {
    expression(statement, in_block);
  } else if (is_loop(statement) && !is_region()) {
    whole_loop(statement);
  } else if (declares(statement)) {
    complain({span_of(statement).begin,
              kind_of(statement) == CXCursor_CXXForRangeStmt
                  ? "is a for over a range, in which calls cannot be spliced (write a for with an "
                    "index)"
                  : "is a statement in which calls cannot be spliced"});
  }
}

void translator::block(const std::vector<CXCursor>& statements) {
  std::size_t end = 0;
  for (const CXCursor& one : statements) {
    const span whole = all_->whole_of(one);
    if (whole.begin < end) {
      all_->wrong.add(whole.begin,
                      "a macro hides where statements begin and end here; write it out");
      return;
    }
    end = whole.end;
    statement_in(one, /*in_block=*/true);
  }
}

void translator::said_step(CXCursor statement, const pragma& said) {
  const CXCursorKind kind = kind_of(statement);
  if (kind == CXCursor_DeclStmt) {
    all_->wrong.add(span_of(statement).begin,
                    "a declaration is no step: what it declares would end with the step");
    return;
  }
  if (is_label(statement)) {
    all_->wrong.add(said.where.begin, "a step begins behind the label of its statement");
    return;
  }
  if (kind == CXCursor_IfStmt && all_->functions.any_called_in(statement)) {
    split_step(statement, said);
    return;
  }
  steps_.push_back(rules_.check(statement, &said));
  steps_.back().whole.begin = said.wraps_from;
  check_lambdas_of(said);
  if (said.over.empty()) {
    write_step(*all_, steps_.back(), effect_of(*all_, said, *locals_), *into_);
    return;
  }
  const std::vector<cut_loop> loops = cut_loops_of(*all_, *locals_, control_, steps_.back());
  if (!loops.empty()) {
    write_cut_step(*all_, steps_.back(), loops, *locals_, *into_);
  }
}

/// The effect of parts of a loop is evaluated when the function may have returned.
void translator::check_lambdas_of(const pragma& said) const {
  for (const local& one : locals_->all()) {
    const bool lives = is_region() && !region_.contains(one.at);
    if (!said.over.empty() && !lives && is_lambda(one.type) && names(*all_, said, one.name)) {
      all_->wrong.add(said.where.begin,
                      fmt::format("the effect of a loop that is cut does not call lambdas, as "
                                  "'{}'; declare a variable that has what it returns",
                                  one.name));
    }
  }
}

/// Splits a step before an `if` that calls in some branch: the other branches are the step.
void translator::split_step(CXCursor statement, const pragma& said) {
  const std::size_t end = all_->end_of_header(statement);
  if (!said.over.empty()) {
    all_->wrong.add(said.where.begin, "over(…) is for a loop, not for an if");
  }
  if (end == span_of(statement).begin) {
    all_->wrong.add(span_of(statement).begin,
                    "a macro hides where statements begin and end here; write it out");
    return;
  }
  for (const CXCursor& part : children_of(statement)) {
    if (span_of(part).begin < end) {
      header(statement, part, /*in_block=*/true);
    } else if (all_->functions.any_called_in(part)) {
      statement_in(part, /*in_block=*/false);
    } else {
      steps_.push_back(rules_.check(part, &said));
      into_->insert(steps_.back().whole.begin, text("{ "));
      write_step(*all_, steps_.back(), effect_of(*all_, said, *locals_), *into_);
      into_->insert(steps_.back().whole.end, text(" }"));
    }
  }
}

void translator::expression(CXCursor statement, bool in_block) {
  const CXCursor inner = bare(statement);
  if (const spliced_function* const called = all_->functions.called_by(inner); called != nullptr) {
    call(inner, *called);
    return;
  }
  const std::optional<fault> found = control_.fault_of_statement(statement);
  if (!found) {
    return;
  }
  if (all_->functions.any_called_in(statement)) {
    any_within(statement, [this](CXCursor one) {
      if (const spliced_function* const called = all_->functions.called_by(one)) {
        all_->wrong.add(span_of(one).begin,
                        fmt::format("'{}' is spliced, and is called as a statement of its own",
                                    name_of(called->definition)));
      }
      return false;
    });
    return;
  }
  unannotated(statement, in_block);
}

void translator::call(CXCursor call, const spliced_function& called) {
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const CXCursor argument = clang_Cursor_getArgument(call, static_cast<unsigned>(i));
    if (is_default_literal(call, static_cast<unsigned>(i))) {
      continue;
    }
    if (const std::optional<fault> found =
            control_.fault_of_call_argument(call, static_cast<unsigned>(i));
        found) {
      // A default argument has no location.
      complain(has_no_text(argument) ? fault{span_of(call).begin, found->reason} : *found);
    }
  }
  const span callee = span_of(bare(children_of(call).front()));
  const token* const open = all_->token_from(callee.end);
  if (open == nullptr || open->text != "(" ||
      open + 1 == all_->tokens.data() + all_->tokens.size()) {
    all_->wrong.add(callee.begin,
                    fmt::format("'{}' is called in a way that is not understood (by a macro?)",
                                name_of(called.definition)));
    return;
  }
  const span replaced{callee.begin, open->where.end};
  into_->replace(replaced,
                 text(fmt::format(" ::{}{}::nuthatch_call(nuthatch_now{}{}",
                                  called.scope,
                                  called.name,
                                  (open + 1)->text == ")" ? "" : ", ",
                                  line_breaks_of(all_->from, replaced))));
}

void translator::declaration(CXCursor statement, bool in_block) {
  bool faulty = false;
  for (const CXCursor& one : children_of(statement)) {
    const std::optional<fault> found = control_.fault_of_statement(one);
    faulty = faulty || found.has_value();
    if (found && (!is_region() || all_->functions.any_called_in(statement))) {
      complain(*found);
    }
    if (kind_of(one) == CXCursor_VarDecl) {
      note_variable(one);
    } else {
      note_end(one);
    }
  }
  if (faulty && is_region()) {
    run_before(statement, in_block);
  } else if (declares_variables(statement)) {
    into_->insert(span_of(statement).begin, text("[[__gnu__::__unused__]] "));
  }
}

/// A statement that no pragma covers may do anything to anything.
void translator::unannotated(CXCursor statement, bool in_block) {
  if (is_region()) {
    run_before(statement, in_block);
    return;
  }
  unannotated_.insert(span_of(statement).begin);
  steps_.push_back(rules_.check(statement, nullptr));
  write_step(
      *all_, steps_.back(), text(fmt::format("::nuthatch_everything<{}>()", all_->region)), *into_);
}

/// A loop whose control flow depends on what steps do is itself one step, with the effect of the
/// function. Its calls stay ordinary calls.
void translator::whole_loop(CXCursor statement) {
  uses_whole_effect_ = true;
  const span whole = all_->whole_of(statement);
  all_->wrong.warn(whole.begin,
                   "how often this loop runs depends on memory, so that all of it is one step, and "
                   "no call in it is spliced");
  for (const pragma& one : all_->pragmas) {
    one.used = one.used || whole.contains(one.where);
  }
  steps_.push_back(rules_.check_loop(statement));
  write_step(*all_, steps_.back(), text("nuthatch_whole"), *into_);
}

void translator::warn_of_unannotated() const {
  if (unannotated_.empty()) {
    return;
  }
  std::set<std::size_t> lines;
  bool names_assert = false;
  for (const std::size_t one : unannotated_) {
    lines.insert(all_->from.line_of(one));
    const token* const first_word = all_->token_from(one);
    names_assert = names_assert || (first_word != nullptr && first_word->text == "assert" &&
                                    all_->macros.has(first_word->text));
  }
  const std::size_t first = *unannotated_.begin();
  lines.erase(all_->from.line_of(first));
  const std::string others =
      lines.empty() ? "" : fmt::format(", nor in lines {}", fmt::join(lines, ", "));
  all_->wrong.warn(
      first,
      fmt::format("no pragma says what is touched here{}: a statement {}, and nothing is spliced "
                  "across it; write #pragma splice step Reads(…) Writes(…) before it{}",
                  others,
                  is_region() ? "that looks at memory runs when all calls before it have"
                              : "that is no step of its own is one on everything",
                  names_assert ? ", or give the translator and the compiler -DNDEBUG, with which "
                                 "assert does nothing"
                               : ""));
}

/// A variable that is declared in the statement of a try_splice ends before the calls that follow
/// it run.
void translator::note_end(CXCursor variable) const {
  if (is_region() && is_variable_or_bindings(variable)) {
    all_->note_end(variable);
  }
}

/// Calls keep their arguments until they run.
void translator::refuse_lent(CXCursor code) const {
  if (const std::optional<fault> lent = control_.lent_too_long(code); lent) {
    complain(*lent);
  }
}

void translator::run_before(CXCursor statement, bool in_block) {
  refuse_lent(statement);
  const span whole = all_->whole_of(statement);
  unannotated_.insert(whole.begin);
  const std::size_t begin = all_->before_loop_pragmas(whole.begin);
  pieces run =
      text(in_block ? "::nuthatch_run(nuthatch_now); " : "{ ::nuthatch_run(nuthatch_now); ");
  if (begin != whole.begin) {
    append(run, placed(all_->from, begin, {}));  // a pragma stands on a line of its own
  }
  into_->insert(begin, run);
  if (!in_block) {
    into_->insert(whole.end, text(" }"));
  }
}

void translator::run_before_expression(CXCursor expression) {
  refuse_lent(expression);
  const std::optional<span> whole = all_->clause_of(expression);
  if (!whole) {
    all_->wrong.add(span_of(expression).begin,
                    "a macro contains a part of this condition and other code; write it out");
    return;
  }
  unannotated_.insert(whole->begin);
  into_->insert(whole->begin, text("(::nuthatch_run(nuthatch_now), ("));
  into_->insert(whole->end, text("))"));
}

}  // namespace nuthatch::splicec
