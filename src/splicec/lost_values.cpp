// SPDX-License-Identifier: Apache-2.0
#include "splicec/lost_values.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "splicec/assigned_first.hpp"
#include "splicec/cursors.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/jumps.hpp"
#include "splicec/value_flow.hpp"

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

  void check(CXCursor body) const {
    const auto used = [this](CXCursor where) {
      complain(span_of(where).begin);
    };
    const auto step = [this](CXCursor one, bool lost) {
      return follow_step(one, lost);
    };
    value_flow(*which_, *locals_, used, step).follow(body, /*lacks=*/false);
  }

 private:
  [[nodiscard]] std::optional<bool> follow_step(CXCursor one, bool lost) const {
    const auto found = std::ranges::find_if(*steps_, [&one](const declared_step& each) {
      return clang_equalCursors(each.statement, one) != 0;
    });
    if (found == steps_->end()) {
      return std::nullopt;
    }
    const bool fresh = is_assigned_first(found->statement, *which_, *locals_);
    const bool in_effect = found->said != nullptr && is_named_by(*found);
    if (lost && (!fresh || in_effect)) {
      complain(found->whole.begin);
    }
    return lost || std::ranges::find(found->changed, which_) != found->changed.end();
  }

  [[nodiscard]] bool is_named_by(const declared_step& step) const {
    const bool index = std::ranges::find(step.said->over, which_->name, &index_name::name) !=
                       step.said->over.end();
    return !index && names(*all_, *step.said, which_->name);
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
    if (is_goto(one)) {
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
    loss(all, locals, steps, *one).check(body);
  }
}

}  // namespace nuthatch::splicec
