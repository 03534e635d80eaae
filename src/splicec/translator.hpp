// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/step_rules.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Replaces statements that run by statements that declare: calls of spliced functions, and steps.
/// Works on a spliced function, or on the statement of a try_splice.
class translator {
 public:
  /// `region` is the statement of a try_splice; empty for a function.
  translator(const unit& all, const function_locals& locals, const span& region, edits& into)
      : all_(&all),
        locals_(&locals),
        region_(region),
        control_(locals, all.functions, region),
        rules_(all, locals, region),
        into_(&into) {}

  void translate(CXCursor statement) { statement_in(statement, /*in_block=*/true); }

  [[nodiscard]] const std::vector<declared_step>& steps() const { return steps_; }

  /// Whether there is a step whose effect is that of the whole function.
  [[nodiscard]] bool uses_whole_effect() const { return uses_whole_effect_; }

  /// Warns once of all statements that keep calls apart because no pragma covers them.
  void warn_of_unannotated() const;

 private:
  [[nodiscard]] bool is_region() const { return !region_.empty(); }

  [[nodiscard]] bool declares(CXCursor one) const {
    return all_->functions.any_called_in(one) || all_->has_step(span_of(one));
  }

  void statement_in(CXCursor statement, bool in_block);
  void block(const std::vector<CXCursor>& statements);
  void note_variables(CXCursor code);
  void note_variable(CXCursor variable);
  void plain_statement(CXCursor statement, bool in_block);
  void said_step(CXCursor statement, const pragma& said);
  void split_step(CXCursor statement, const pragma& said);
  void check_lambdas_of(const pragma& said) const;
  void expression(CXCursor statement, bool in_block);
  void call(CXCursor call, const spliced_function& called);
  void declaration(CXCursor statement, bool in_block);
  void choice(CXCursor statement, bool in_block);
  void choice_in_macro(CXCursor statement, bool in_block);
  [[nodiscard]] bool begins_behind(CXCursor part, CXCursor statement) const;
  [[nodiscard]] bool hides(CXCursor statement, CXCursor part) const;
  void for_in_macro(CXCursor statement, bool in_block);
  void for_statement(CXCursor statement, bool in_block);
  void do_statement(CXCursor statement);
  void unannotated(CXCursor statement, bool in_block);
  void whole_loop(CXCursor statement);
  bool header(CXCursor statement, CXCursor part, bool in_block);
  void note_end(CXCursor variable) const;
  void refuse_lent(CXCursor code) const;
  void run_before(CXCursor statement, bool in_block);
  void run_before_expression(CXCursor expression);
  void complain(const fault& found) const;

  const unit* all_;
  const function_locals* locals_;
  span region_;
  control_code control_;
  step_rules rules_;
  edits* into_;
  std::vector<declared_step> steps_;
  bool uses_whole_effect_ = false;
  std::set<std::size_t> unannotated_;
};

}  // namespace nuthatch::splicec
