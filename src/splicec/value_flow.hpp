// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/locals.hpp"
#include "splicec/statement_parts.hpp"

namespace nuthatch::splicec {

/// Follows the value of one local along the control flow of a statement. The state at a place is
/// whether some path to it lacks the value; it is false where no path leads. An assignment of the
/// whole local and its declaration provide the value. Where paths meet, one that lacks it suffices:
///
/// | statement                  | the state at its end, and where its parts begin                 |
/// |----------------------------|-----------------------------------------------------------------|
/// | `return`                   | false behind it                                                 |
/// | `break`, `continue`        | false behind it; joins the end of the loop or switch, or the    |
/// |                            | increment or the condition of the loop                          |
/// | `case`, `default`          | joins the state at the head of the switch                       |
/// | `if`                       | joins both branches; without `else`, the condition              |
/// | `switch`                   | joins the end, each `break` and, without `default`, the head    |
/// | `while`, `for`, range-for  | condition, body, increment, repeatedly; the end joins the       |
/// |                            | condition and each `break`                                      |
/// | `do`                       | body, condition, repeatedly; the same end                       |
/// | `try`                      | a handler joins the states at all places of the block           |
/// | lambdas, nested functions  | their bodies may run here or not                                |
/// | others                     | their parts may run in any order, or not                        |
///
/// The state at the head of a loop only changes from false to true, so two rounds reach the fixed
/// point. `goto` and `asm goto` count as unknown statements: the caller has to exclude it.
class value_flow {
 public:
  /// Called with each expression that uses the value where it may lack.
  using use_rule = std::function<void(CXCursor)>;

  /// Returns the state behind statements that the caller follows itself.
  using statement_rule = std::function<std::optional<bool>(CXCursor, bool)>;

  value_flow(const local& which, const function_locals& all, use_rule used, statement_rule own)
      : which_(&which),
        all_(&all),
        used_(std::move(used)),
        own_(std::move(own)) {}

  /// Returns whether the value lacks behind the statement or expression, from whether it lacks
  /// before.
  bool follow(CXCursor one, bool lacks);

 private:
  using parts = std::vector<CXCursor>;

  /// Where `break` and `continue` go.
  struct jump_states {
    bool at_break = false;
    bool at_continue = false;
  };

  /// The innermost switch.
  struct switch_state {
    bool at_head = false;
    bool has_default = false;
  };

  bool follow_kind(CXCursor one, bool lacks);
  bool in_order(const parts& all, bool lacks);
  bool in_any_order(const parts& all, bool lacks);
  bool follow_variable(CXCursor one, bool lacks);
  bool follow_if(CXCursor one, bool lacks);
  bool follow_branches(const parts& branches, bool lacks);
  bool follow_switch(CXCursor one, bool lacks);
  bool follow_try(CXCursor one, bool lacks);
  bool follow_loop(CXCursor one, bool lacks);
  bool repeat(const loop_parts& loop, bool lacks);
  bool repeat_unknown(const parts& all, bool lacks);
  bool follow_expression(CXCursor one, bool lacks);
  bool uses(CXCursor one, bool& lacks);
  bool uses_in_parts(const parts& all, bool& lacks);
  bool uses_in_any_part(const parts& all, bool& lacks);

  const local* which_;
  const function_locals* all_;
  use_rule used_;
  statement_rule own_;
  jump_states jumps_;
  switch_state switch_;
  bool thrown_ = false;  // at any place of the innermost try block
};

}  // namespace nuthatch::splicec
