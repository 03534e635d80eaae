// SPDX-License-Identifier: Apache-2.0
#include "splicec/lost_values.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "splicec/assigned_first.hpp"
#include "splicec/cursors.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/for_loop.hpp"

namespace nuthatch::splicec {

namespace {

/// Follows one local through a function. Its value is lost after a step that changes it, until
/// other code assigns to it.
class loss {
 public:
  loss(const unit& all,
       const function_locals& locals,
       const std::vector<declared_step>& steps,
       const local& which)
      : all_(&all),
        locals_(&locals),
        steps_(&steps),
        which_(&which) {}

  /// Returns whether the value is lost afterwards.
  bool follow(CXCursor one, bool lost) {
    if (kind_of(one) == CXCursor_CaseStmt || kind_of(one) == CXCursor_DefaultStmt) {
      lost = lost || lost_at_switch_;
    }
    const auto step = std::ranges::find_if(*steps_, [&one](const declared_step& each) {
      return clang_equalCursors(each.statement, one) != 0;
    });
    if (step != steps_->end()) {
      return follow_step(*step, lost);
    }
    if (is_expression(one)) {
      return follow_expression(one, lost);
    }
    if (kind_of(one) == CXCursor_BreakStmt || kind_of(one) == CXCursor_ContinueStmt) {
      lost_at_jump_ = lost_at_jump_ || lost;
      return lost;
    }
    if (kind_of(one) == CXCursor_CXXTryStmt) {
      return follow_try(one, lost);
    }
    if (kind_of(one) == CXCursor_IfStmt || kind_of(one) == CXCursor_SwitchStmt || is_loop(one)) {
      return follow_choice(one, lost);
    }
    if (kind_of(one) == CXCursor_VarDecl && named_at(one) == which_->at) {
      return false;  // a new variable
    }
    for (const CXCursor& part : children_of(one)) {
      lost = follow(part, lost);
    }
    return lost;
  }

 private:
  bool follow_step(const declared_step& step, bool lost) {
    const bool fresh = is_assigned_first(step.statement, *which_, *locals_);
    const bool in_effect = step.said != nullptr && is_named_by(step);
    if (lost && (!fresh || in_effect)) {
      complain(step.whole.begin);
    }
    const bool changes = std::ranges::find(step.changed, which_) != step.changed.end();
    return lost || changes;
  }

  [[nodiscard]] bool is_named_by(const declared_step& step) const {
    const bool index = std::ranges::find(step.said->over, which_->name, &index_name::name) !=
                       step.said->over.end();
    return !index && names(*step.said, which_->name);
  }

  bool follow_expression(CXCursor one, bool lost) {
    bool assigned = !lost;
    if (uses_unassigned(one, *which_, *locals_, assigned)) {
      complain(span_of(one).begin);
    }
    return !assigned;
  }

  /// An exception may leave the block anywhere.
  bool follow_try(CXCursor one, bool lost) {
    for (const CXCursor& part : children_of(one)) {
      lost = follow(part, lost) || lost;
    }
    return lost;
  }

  /// Jumps to the end or to the next iteration carry the state at the jump.
  bool follow_choice(CXCursor one, bool lost) {
    const bool takes_jumps = is_loop(one) || kind_of(one) == CXCursor_SwitchStmt;
    const bool outer = takes_jumps ? std::exchange(lost_at_jump_, false) : false;
    const bool at_switch = lost_at_switch_;
    const bool after = follow_parts(one, lost);
    lost_at_switch_ = at_switch;
    if (!takes_jumps) {
      return after;
    }
    return std::exchange(lost_at_jump_, outer) || after;
  }

  bool follow_beginning(CXCursor one, CXCursor part, bool lost) {
    lost = follow(part, lost);
    if (kind_of(one) == CXCursor_SwitchStmt) {
      lost_at_switch_ = lost;
    }
    return lost;
  }

  /// Some parts may not run, and some may run again.
  bool follow_parts(CXCursor one, bool lost) {
    const std::vector<CXCursor> parts = children_of(one);
    const int rounds = is_loop(one) ? 2 : 1;
    bool ever = false;
    for (int round = 0; round < rounds; ++round) {
      bool inside = lost || ever || (is_loop(one) && lost_at_jump_);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool begins = i == 0 && runs_first(one, parts[i]);
        if (begins && round == 0) {
          lost = inside = follow_beginning(one, parts[i], inside);
        } else if (kind_of(one) == CXCursor_IfStmt) {
          ever = follow(parts[i], lost) || ever;
        } else if (!begins || kind_of(one) != CXCursor_ForStmt) {
          inside = follow(parts[i], inside);
          ever = ever || inside;
        }
      }
    }
    return lost || ever;
  }

  /// Whether the part always runs first: the start of a for, the condition of an if or a switch.
  static bool runs_first(CXCursor one, CXCursor part) {
    if (kind_of(one) == CXCursor_ForStmt) {
      const std::optional<for_loop> loop = parts_of_for(one);
      return loop && clang_equalCursors(loop->start, part) != 0;
    }
    return (kind_of(one) == CXCursor_IfStmt && !is_if_consteval(one)) ||
           kind_of(one) == CXCursor_SwitchStmt;
  }

  void complain(std::size_t at) const {
    all_->wrong.add(at,
                    fmt::format("this uses '{}' after a step has changed it; the step had its "
                                "own copy, whose value is lost",
                                which_->name));
  }

  const unit* all_;
  const function_locals* locals_;
  const std::vector<declared_step>* steps_;
  const local* which_;
  bool lost_at_jump_ = false;    // of the innermost loop or switch
  bool lost_at_switch_ = false;  // where the innermost switch chooses
};

}  // namespace

void check_lost_values(const unit& all,
                       const function_locals& locals,
                       CXCursor body,
                       const std::vector<declared_step>& steps) {
  std::set<const local*> changed;
  for (const declared_step& one : steps) {
    changed.insert(one.changed.begin(), one.changed.end());
  }
  if (changed.empty()) {
    return;
  }
  any_within(body, [&all](CXCursor one) {
    if (kind_of(one) == CXCursor_GotoStmt || kind_of(one) == CXCursor_IndirectGotoStmt) {
      all.wrong.add(span_of(one).begin,
                    "goto is not followed here, where steps change copies of locals; write a loop");
    }
    return false;
  });
  for (const local* one : changed) {
    if (one->captured) {
      all.wrong.add(one->at,
                    fmt::format("a step changes its own copy of '{}', and a lambda refers to '{}'; "
                                "declare one of them in the step",
                                one->name,
                                one->name));
    }
    loss(all, locals, steps, *one).follow(body, /*lost=*/false);
  }
}

}  // namespace nuthatch::splicec
