// SPDX-License-Identifier: Apache-2.0
#include "schedule/replayer.hpp"

#include <algorithm>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>

#include "atomic/mutex_lock.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/worker.hpp"

namespace nuthatch::schedules {

using core::work_item;
using core::worker;
using detail::destination;
using detail::mutex_lock;
using detail::pedigree;
using detail::step_kind;
using detail::work_id;

replayer::replayer(core::team& of) : team_(of), designated_(of.size()) {
  for (unsigned i = 0; i < of.size(); ++i) {
    states_.push_back(std::make_unique<replay_state>());
  }
}

replayer::replay_state& replayer::state_of(const worker& self) noexcept {
  return *states_[self.index()];
}

replay_mode replayer::begin(const worker& self,
                            const steal_tree& by,
                            replay_mode how,
                            bool designating,
                            std::uint64_t patience_ns) {
  if (how == replay_mode::strict_ordered && (by.workers > team_.size() || !by.ordered)) {
    how = replay_mode::strict_unordered;
  }
  steps_.assign(by);
  designated_.begin(designating);
  finishes_around_ = self.depth_of_finishes();
  mode_.store(how, detail::memory_order_relaxed);
  in_flight_.store(1, detail::memory_order_relaxed);
  overdue_.store(/*value=*/false, detail::memory_order_relaxed);
  // A task that returns from another stack to another place is not counted on its way.
  depends_on_outside_.store(team_.places() > 1, detail::memory_order_relaxed);
  withheld_.begin(by.steps.size());
  donations_.store(0, detail::memory_order_relaxed);
  {
    const mutex_lock lock(report_mutex_);
    mismatches_ = 0;
    first_mismatch_.clear();
  }
  for (unsigned i = 0; i < states_.size(); ++i) {
    begin_at(i, /*busy=*/i == self.index());
  }
  region_.fetch_add(1, detail::memory_order_release);
  // Last: a worker that was in the previous region may read it. Release: pairs with the acquire of
  // become_overdue_if_late.
  late_at_ns_.store(patience_ns == 0 ? 0 : team_.threads().now_ns() + patience_ns,
                    detail::memory_order_release);
  return how;
}

/// Begins the region at the replay state of a worker. The tree and the mode are set.
void replayer::begin_at(unsigned index, bool busy) {
  const steal_tree& by = steps_.tree();
  replay_state& at = *states_[index];
  const mutex_lock lock(at.mutex);
  at.order.clear();
  if (in_order()) {
    for (std::uint32_t s = 1; s < by.steps.size(); ++s) {
      if (by.steps[s].worker == index && steps_.place_of(s) != no_step) {
        at.order.push_back(s);
      }
    }
  }
  at.arrived.assign(at.order.size(), work_item());
  at.early.assign(at.order.size(), false);
  at.next = 0;
  at.publishes_frames = false;
  at.order_waived = false;
  at.idle_ns = 0;
  at.idle_since_ns = busy ? 0 : team_.threads().now_ns();
  at.busy.store(busy, detail::memory_order_relaxed);
  at.takes.store(/*value=*/false, detail::memory_order_relaxed);
  at.replaying = true;
}

replay_report replayer::end() {
  replay_report all;
  std::uint64_t idle_ns = 0;
  for (const auto& each : states_) {
    const mutex_lock lock(each->mutex);
    each->replaying = false;
    const std::uint64_t since = each->idle_since_ns;
    idle_ns += each->idle_ns + (since == 0 ? 0 : team_.threads().now_ns() - since);
  }
  {
    const mutex_lock lock(going_on_);
    region_.fetch_add(1, detail::memory_order_relaxed);  // after all reads of it at replay states
    late_at_ns_.store(0, detail::memory_order_relaxed);
  }
  all.overdue = overdue_.load(detail::memory_order_relaxed);
  constexpr double ns_per_s = 1e9;
  all.idle_seconds = static_cast<double>(idle_ns) / ns_per_s;
  all.donations = donations_.load(detail::memory_order_relaxed);
  all.missing_steps = steps_.unclaimed();
  all.wrong_designation = designated_.end();
  const mutex_lock lock(report_mutex_);
  all.mismatches = mismatches_;
  all.first_mismatch = first_mismatch_;
  return all;
}

unsigned replayer::worker_of(std::uint32_t step) const noexcept {
  return steps_.tree().steps[step].worker % team_.size();
}

work_id replayer::relative(const work_id& what) const noexcept {
  return id_in_region(what, finishes_around_);
}

/// Returns the step of a published work item; no_step if it has none.
std::uint32_t replayer::step_of(work_item what) const noexcept {
  return steps_.any_claimed(relative(team_.at(0).pedigrees().name_of(what)));
}

/// Notes that the program has reached a step.
std::uint32_t replayer::claim(const work_id& what) noexcept {
  const step_index::claim made = steps_.any_claim(relative(what));
  if (made.late) {
    fall_back_to_relaxed("a step came after steps that follow it", relative(what));
  }
  return made.step;
}

bool replayer::in_order() const noexcept {
  return mode_.load(detail::memory_order_acquire) == replay_mode::strict_ordered;
}

bool replayer::any_is_strict() const noexcept {
  return mode_.load(detail::memory_order_acquire) != replay_mode::relaxed;
}

bool replayer::owner_keeps(const worker& self) noexcept {
  return any_is_strict() && state_of(self).busy.load(detail::memory_order_relaxed);
}

// ---- spawns ----

bool replayer::owner_sends_remainder(worker& self, pedigree at, bool at_top) noexcept {
  const pedigree spawn = at.in_part(0);
  if (designated_.owner_has(self, spawn)) {
    if (!at_top) {
      designated_.owner_refuse(self);
    }
    return at_top;
  }
  if (at_top && steps_.any_is_on_path(spawn)) {
    return true;
  }
  if (steps_.has_children() && steps_.any_has(spawn, step_index::part::child)) {
    fall_back_to_relaxed("a spawn was work-first, but is help-first in the schedule",
                         {spawn, 0, step_kind::child});
  }
  return false;
}

bool replayer::owner_sends_child(const worker& self, pedigree at) noexcept {
  const pedigree spawn = at.in_part(0);
  if (designated_.owner_has(self, spawn) || steps_.any_has(spawn, step_index::part::child)) {
    return true;
  }
  if (steps_.any_has(spawn, step_index::part::remainder)) {
    fall_back_to_relaxed("a spawn was help-first, but is work-first in the schedule",
                         {spawn, 0, step_kind::continuation});
  }
  return false;
}

/// Children of scopes and asyncs may be published at any time, remainders only from the top of a
/// worker's stack chain.
bool replayer::owner_may_send(const worker& /*self*/, pedigree from, bool at_top) noexcept {
  return designated_.obeyed() || steps_.has_children() ||
         (at_top && steps_.any_comes_to_more(from.in_part(0)));
}

// ---- published work ----

bool replayer::owner_push(worker& self,
                          core::lane in,
                          work_item given,
                          const work_id& what) noexcept {
  const std::uint32_t step = claim(what);
  unsigned to = self.index();
  if (step != no_step && steps_.is_taken_back_child(step)) {
    if (any_withholds_taken_back_child(given, step)) {
      return true;
    }
    to = worker_of(step);
  } else if (step != no_step) {
    to = worker_of(step);
    if (what.kind != step_kind::resumed) {
      donations_.fetch_add(1, detail::memory_order_relaxed);
    }
  } else if (is_steal(what.kind) && designated_.owner_has(self, what.at)) {
    to = designated_.owner_take(self);
    donations_.fetch_add(1, detail::memory_order_relaxed);
  } else if (what.kind != step_kind::resumed) {
    return owner_withholds(self, given, in == core::lane::stack_chain);
  } else if (!any_is_strict()) {
    return false;
  }
  team_.send(self, given, destination::by_replay(to, /*only=*/false));
  return true;
}

/// Keeps it for its join alone, or until this worker is out of work. Returns false if not strict.
bool replayer::owner_withholds(const worker& self, work_item given, bool for_join) noexcept {
  const auto still = [this] {
    return any_is_strict();
  };
  if (for_join) {
    return withheld_.any_withhold_if(given, self.index(), still);
  }
  replay_state& mine = state_of(self);
  const mutex_lock lock(mine.mutex);
  if (!still()) {
    return false;
  }
  core::work_item_list singles;
  const std::uint32_t count = singles.push_back(given);
  while (const work_item one = singles.pop_front()) {
    mine.left.push(one);
  }
  left_.fetch_add(count, detail::memory_order_relaxed);
  return true;
}

/// Keeps a child that its spawner ran itself in the recording. Returns false if the join already
/// waits there.
bool replayer::any_withholds_taken_back_child(work_item given, std::uint32_t step) noexcept {
  replay_state& at = *states_[worker_of(step)];
  {
    const mutex_lock lock(at.mutex);
    if (*find_join(at, given) != nullptr) {
      return false;
    }
    withheld_.any_withhold(given, step);
  }
  if (!any_is_strict()) {
    static_cast<void>(team_.any_wake_one(team_.at(worker_of(step)).where()));
  }
  return true;
}

/// Returns the link to the join of that work item, or where it would be.
core::suspended_join** replayer::find_join(replay_state& at, work_item what) noexcept {
  const detail::join_counter* const join = what.join();
  core::suspended_join** link = &at.joins;
  while (*link != nullptr && (*link)->join != join) {
    link = &(*link)->older;
  }
  return link;
}

bool replayer::owner_take_back(worker& /*self*/, work_item wanted, std::uint64_t ended) noexcept {
  return !withheld_.any_is_empty() && withheld_.any_take_remainder(wanted, ended);
}

/// Takes an item for that join from those that workers keep until they are out of work, beginning
/// with the replay state `first`.
work_item replayer::take_left_of(unsigned first, const detail::join_counter& join) noexcept {
  const work_by_join::key wanted = work_by_join::key_of(join, /*child_of_scope=*/false);
  for (unsigned i = 0; i < states_.size() && left_.load(detail::memory_order_relaxed) != 0; ++i) {
    replay_state& at = *states_[(first + i) % states_.size()];
    const mutex_lock lock(at.mutex);
    if (const work_item found = at.left.take(wanted)) {
      left_.fetch_sub(1, detail::memory_order_relaxed);
      return found;
    }
  }
  return {};
}

/// Takes the child that came first, of those with a step, as in the recording: the worker on which
/// the task is afterwards may depend on it. In order, takes only the step that is next. Returns
/// nothing if the step was on another worker.
work_item replayer::owner_take_back_of(worker& self,
                                       const detail::join_counter& join,
                                       core::lane from) noexcept {
  const bool loose = from == core::lane::off_chain;
  if (withheld_.any_is_empty()) {
    return loose ? take_left_of(self.index(), join) : work_item();
  }
  const std::uint32_t first = withheld_.any_first_of(join, from);
  if (first != no_step && worker_of(first) != self.index() && any_is_strict()) {
    return {};
  }
  if (first != no_step && in_order()) {
    replay_state& mine = state_of(self);
    const mutex_lock lock(mine.mutex);
    if (steps_.place_of(first) != mine.next) {
      return {};
    }
    go_past(mine, mine.next);
  }
  if (first != no_step) {
    return withheld_.any_take(join, from, first);
  }
  const work_item found = withheld_.any_take_newest(join, from);
  return found || !loose ? found : take_left_of(self.index(), join);
}

/// A task begins to wait for held work items, too. They are handled as if they had been sent now,
/// except those that the task can take back later, on another worker or after something else.
void replayer::send_withheld_of(worker& self, const core::suspended_join& here) noexcept {
  const detail::join_counter& join = *here.join;
  constexpr core::lane any = core::lane::off_chain;
  for (std::uint32_t first = withheld_.any_first_of(join, any);
       first != no_step && (!here.may_take_back || worker_of(first) == self.index());
       first = here.may_take_back ? no_step : withheld_.any_first_of(join, any)) {
    if (const work_item child = withheld_.any_take(join, any, first)) {
      team_.send(self, child, destination::by_replay(worker_of(first), /*only=*/false));
    }
  }
  for (;;) {
    work_item left = withheld_.any_take_newest(join, any);
    if (!left) {
      left = take_left_of(self.index(), join);
    }
    if (!left) {
      return;
    }
    team_.send(self, left, destination::by_replay(self.index(), /*only=*/false));
  }
}

}  // namespace nuthatch::schedules
