// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/for_loop.hpp"
#include "splicec/statement_parts.hpp"
#include "splicec/translator.hpp"

/// The translation of statements that have a header: branches and loops.

namespace nuthatch::splicec {

namespace {

bool is_null(CXCursor one) {
  return clang_Cursor_isNull(one) != 0;
}

}  // namespace

/// Translates `if`, `switch` and `while`.
void translator::choice(CXCursor statement, bool in_block) {
  const std::size_t end = all_->end_of_header(statement);
  if (end == span_of(statement).begin) {
    choice_in_macro(statement, in_block);
    return;
  }
  for (const CXCursor& part : children_of(statement)) {
    if (span_of(part).begin >= end) {
      statement_in(part, /*in_block=*/false);
    } else if (header(statement, part, in_block)) {
      return;
    }
  }
}

/// Translates `if`, `switch` and `while` whose headers are in macros.
void translator::choice_in_macro(CXCursor statement, bool in_block) {
  const std::vector<CXCursor> parts = children_of(statement);
  const std::optional<if_parts> known =
      kind_of(statement) == CXCursor_IfStmt
          ? parts_of_if(statement)
          : if_parts{.head = {parts.begin(), parts.end() - 1}, .branches = {parts.back()}};
  if (!known || !std::ranges::all_of(known->branches,
                                     [&](CXCursor one) { return begins_behind(one, statement); })) {
    all_->wrong.add(span_of(statement).begin,
                    "a macro hides where statements begin and end here; write it out");
    return;
  }
  for (const CXCursor& part : known->head) {
    if (header(statement, part, in_block)) {
      return;
    }
  }
  for (const CXCursor& part : known->branches) {
    statement_in(part, /*in_block=*/false);
  }
}

/// Whether a part of a statement begins behind the macro that the statement begins with.
bool translator::begins_behind(CXCursor part, CXCursor statement) const {
  const std::size_t begin = span_of(part).begin;
  return begin > span_of(statement).begin && begin >= all_->end_of_header(statement);
}

/// Whether a macro contains a part of the statement's header together with its first word, so that
/// nothing can be written before the part.
bool translator::hides(CXCursor statement, CXCursor part) const {
  if (kind_of(statement) != CXCursor_DoStmt) {
    return is_in_macro(statement) && is_in_macro(part);
  }
  const token* const word = all_->token_from(all_->whole_of(children_of(statement).front()).end);
  return is_in_macro(part) && (word == nullptr || word->text != "while");
}

/// Returns whether the whole statement was replaced.
bool translator::header(CXCursor statement, CXCursor part, bool in_block) {
  for (const CXCursor& one : children_of(part)) {
    note_end(one);
  }
  note_end(part);
  const std::optional<fault> found = control_.fault_of_statement(part);
  if (!found) {
    return false;
  }
  const bool calls = all_->functions.any_called_in(part);
  if (!is_region() && is_loop(statement)) {
    whole_loop(statement);
    return true;
  }
  if (is_region() && hides(statement, part)) {
    all_->wrong.add(found->at,
                    fmt::format("a macro hides code here that {}, which would run before the calls "
                                "before it do; write the macro out",
                                found->reason));
  } else if (is_region() && !calls && is_expression(part)) {
    run_before_expression(part);
  } else if (is_region() && !calls && kind_of(statement) == CXCursor_ForStmt) {
    run_before(statement, in_block);
  } else {
    complain(*found);
  }
  return false;
}

/// A loop whose header is in a macro: `#define forever for (;;)`. All parts but the last one, the
/// body, belong to the header.
void translator::for_in_macro(CXCursor statement, bool in_block) {
  const std::vector<CXCursor> parts = children_of(statement);
  const bool declares_condition =
      std::ranges::any_of(parts, [](CXCursor one) { return kind_of(one) == CXCursor_VarDecl; });
  if (declares_condition || !begins_behind(parts.back(), statement)) {
    all_->wrong.add(span_of(statement).begin,
                    "a macro hides the body of this loop, or a variable in its condition; write "
                    "the loop out");
    return;
  }
  for (const CXCursor& part : std::span(parts).first(parts.size() - 1)) {
    if (header(statement, part, in_block)) {
      return;
    }
  }
  statement_in(parts.back(), /*in_block=*/false);
}

void translator::for_statement(CXCursor statement, bool in_block) {
  if (is_in_macro(statement)) {
    for_in_macro(statement, in_block);
    return;
  }
  const std::optional<for_loop> loop = parts_of_for(statement);
  if (!loop) {
    complain({span_of(statement).begin, "is a loop that a macro hides"});
    return;
  }
  if (!is_null(loop->condition_variable)) {
    complain({span_of(loop->condition_variable).begin,
              "is a variable in the condition of a for; declare it in the body, or before the "
              "loop"});
    return;
  }
  for (const CXCursor& part : {loop->start, loop->condition, loop->increment}) {
    if (!is_null(part) && header(statement, part, in_block)) {
      return;
    }
  }
  statement_in(loop->body, /*in_block=*/false);
}

void translator::do_statement(CXCursor statement) {
  const std::vector<CXCursor> parts = children_of(statement);
  if (!header(statement, parts.back(), /*in_block=*/false)) {
    statement_in(parts.front(), /*in_block=*/false);
  }
}

}  // namespace nuthatch::splicec
