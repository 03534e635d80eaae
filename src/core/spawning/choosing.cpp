// SPDX-License-Identifier: Apache-2.0

// The policy of adaptive spawns of separate tasks: the core's part of SLAW's algorithm 1. The
// scheduler plans by what was stolen and by how many fresh tasks there are. The core keeps the
// chain of stacks within its threshold, which takes precedence over the plan.

#include <nuthatch/detail/children.hpp>

#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

void worker::follow(spawn_plan next) noexcept {
  plan_ = next;
  child_policy = next.spawns == spawn_plan::until_told ? next.policy : spawn_policy::adaptive;
}

spawn_policy worker::choose() {
  if (child_policy == spawn_policy::adaptive) {
    if (plan_.spawns == 0) {
      follow(team_.scheduler().owner_plan(*this));
    }
    if (plan_.spawns != spawn_plan::until_told) {
      --plan_.spawns;
    }
  }
  if (plan_.policy == spawn_policy::help_first) {
    return spawn_policy::help_first;
  }
  if (stacks.chain_may_grow()) {
    return spawn_policy::work_first;
  }
  if (chain_length() >= team_.stack_threshold()) {
    return spawn_policy::help_first;
  }
  if (team_.stack_threshold() != no_stack_threshold && !supply_.has_one()) {
    return spawn_policy::help_first;
  }
  return spawn_policy::work_first;  // if there is no stack, the spawn reports it
}

void worker::note_space() noexcept {
  counters_.owner_note_peak(trace::event::chain_peak, chain_length());
  counters_.owner_note_peak(trace::event::owned_fresh_peak, team_.scheduler().owner_fresh(*this));
}

std::uint64_t worker::count_fresh_here(std::uint64_t most) const noexcept {
  return asyncs.count() + group_tasks.count() + count_in_frames(most, /*continuations=*/false);
}

std::uint64_t worker::count_items_here(std::uint64_t most) const noexcept {
  return asyncs.count() + group_tasks.count() + launched_.count() +
         count_in_frames(most, /*continuations=*/true);
}

std::uint64_t worker::count_in_frames(std::uint64_t most, bool continuations) const noexcept {
  std::uint64_t count = 0;
  for (const detail::frame* f = frames.newest(); f != nullptr && !f->published() && count < most;
       f = f->older) {
    if (f->tag.is_fork() || (continuations && f->tag.is_continuation())) {
      ++count;
    } else if (f->tag.is(detail::frame_kind::children)) {
      const auto& children = static_cast<const detail::children_frame&>(*f);
      count += count_up_to(children.newest_child, most - count);
    }
  }
  return count;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

spawn_policy choose_slow(worker& self) {
  return static_cast<core::worker&>(self).choose();
}

}  // namespace nuthatch::detail
