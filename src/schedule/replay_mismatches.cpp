// SPDX-License-Identifier: Apache-2.0

// What happens in a replay that makes no progress, or that the program does not fit.

#include <algorithm>
#include <string>
#include <utility>

#include "atomic/mutex_lock.hpp"
#include "core/worker.hpp"
#include "schedule/replayer.hpp"

namespace nuthatch::schedules {

using core::work_item;
using detail::destination;
using detail::mutex_lock;
using detail::work_id;

void replayer::note_mismatch(const char* what, const work_id& where) noexcept {
  const mutex_lock lock(report_mutex_);
  if (mismatches_++ == 0) {
    try {
      first_mismatch_ = std::string(what) + ": spawn " + std::to_string(where.at.count()) +
                        " of task " + std::to_string(where.at.task_hash);
    } catch (...) {  // NOLINT(bugprone-empty-catch): no memory to say which one
    }
  }
}

/// Called when nothing of the region could make progress. If the region has ended nevertheless, it
/// was relaxed, and `in_flight_` does not count everything then. Meanwhile other threads may have
/// been here and enabled progress; the last one to stop then calls this again. If the region
/// depends on work outside of it, the caller is the last worker to fall asleep.
void replayer::resolve_stall(std::uint64_t stopped, bool all_sleep) noexcept {
  if (stopped == none || depends_on_outside_.load(detail::memory_order_relaxed) != all_sleep) {
    return;
  }
  const mutex_lock lock(going_on_);
  if (stopped == region_.load(detail::memory_order_relaxed) &&
      in_flight_.load(detail::memory_order_acquire) == 0 && (!all_sleep || team_.all_sleep()) &&
      any_is_strict() && !waive_order() && !skip_missing_steps() &&
      !release_withheld(/*remainders=*/false)) {
    fall_back_to_relaxed("all workers waited for work that none of them had", {});
  }
}

void replayer::any_all_sleep() noexcept {
  const std::uint64_t now = region_.load(detail::memory_order_acquire);
  resolve_stall(now % 2 == 0 ? none : now, /*all_sleep=*/true);
}

/// Makes workers take their next work item if a waiting task held them back: the task waits for
/// that item. Tasks that had waited for something other than spawns resume in no order, so such a
/// task may have reached its join early. Returns false if there is no such worker.
bool replayer::waive_order() noexcept {
  bool any = false;
  for (unsigned i = 0; i < states_.size(); ++i) {
    replay_state& at = *states_[i];
    work_item next;
    {
      const mutex_lock lock(at.mutex);
      if (in_order() && at.next < at.arrived.size() && at.arrived[at.next]) {
        at.order_waived = true;
        next = std::exchange(at.arrived[at.next], work_item());
      }
    }
    if (next) {
      any = true;
      team_.any_inject(next, destination::by_replay(i, /*only=*/false));
    }
  }
  return any;
}

/// In order only: makes a worker take the earliest of all work items that have arrived and cannot
/// be taken. The steps before it on that worker are skipped; if the program has already reached one
/// of them, it does not fit the schedule. Returns false if there is no such work item.
bool replayer::skip_missing_steps() noexcept {
  std::uint32_t earliest = no_step;  // steps are ordered by sequence number
  for (const auto& each : states_) {
    const mutex_lock lock(each->mutex);
    for (std::size_t i = each->next; i < each->arrived.size(); ++i) {
      if (each->arrived[i]) {
        earliest = std::min(earliest, each->order[i]);
        break;
      }
    }
  }
  if (earliest == no_step) {
    return false;
  }
  replay_state& at = *states_[worker_of(earliest)];
  work_item found;
  std::uint32_t needs_it = no_step;
  {
    const mutex_lock lock(at.mutex);
    const std::uint32_t place = steps_.place_of(earliest);
    for (; at.next < place; ++at.next) {
      if (!at.early[at.next] && !steps_.any_skip(at.order[at.next])) {
        needs_it = at.order[at.next];
      }
    }
    at.order_waived = true;
    found = std::exchange(at.arrived[place], work_item());
  }
  if (found) {  // otherwise its worker has taken it meanwhile
    team_.any_inject(found, destination::by_replay(worker_of(earliest), /*only=*/false));
  }
  if (needs_it != no_step) {
    fall_back_to_relaxed("a step waits for steps that follow it",
                         steps_.tree().steps[needs_it].what);
  }
  return true;
}

/// Sends held work items to their workers, because joins that wait on other workers do not take
/// them back. `remainders`: remainders, too; since it is unknown which worker holds them, they are
/// distributed in turn. Returns false if there is nothing.
bool replayer::release_withheld(bool remainders) noexcept {
  core::work_item_list
      taken_back_children;  // all first: what others hold from now on is for its join
  unsigned others = 0;
  for (std::size_t from = 0;;) {
    const withheld_work::withheld_item each = withheld_.any_take_next(from, remainders);
    if (!each.what) {
      break;
    }
    if (each.step != no_step) {
      taken_back_children.push_back(each.what);
      continue;
    }
    const unsigned to = each.what.join() != nullptr ? each.of : others % team_.size();
    ++others;
    team_.any_inject(each.what, destination::by_replay(to, /*only=*/false));
  }
  const bool any = others != 0 || !taken_back_children.empty();
  while (const work_item each = taken_back_children.pop_front()) {
    team_.any_inject(each, destination::by_replay(worker_of(step_of(each)), /*only=*/false));
  }
  return any;
}

/// The program does not fit the schedule, at that work item.
void replayer::fall_back_to_relaxed(const char* why, const work_id& where) noexcept {
  note_mismatch(why, where);
  become_relaxed();
}

/// Ends strictness if the deadline of the region has passed (G3). The region cannot end while the
/// lock is held.
void replayer::become_overdue_if_late() noexcept {
  const std::uint64_t at_ns = late_at_ns_.load(detail::memory_order_acquire);
  if (at_ns == 0 || team_.threads().now_ns() < at_ns) {
    return;
  }
  const mutex_lock lock(going_on_);
  if (late_at_ns_.load(detail::memory_order_relaxed) == at_ns) {
    late_at_ns_.store(0, detail::memory_order_relaxed);
    overdue_.store(/*value=*/true, detail::memory_order_relaxed);
    become_relaxed();
  }
}

/// Makes a worker publish the frames of its waiting tasks. Returns the work items that were kept at
/// its replay state.
core::work_item_list replayer::end_strictness_at(replay_state& at) noexcept {
  core::work_item_list freed;
  const mutex_lock lock(at.mutex);
  for (work_item& each : at.arrived) {
    if (each) {
      freed.push_back(std::exchange(each, work_item()));
    }
  }
  while (const work_item each = at.left.take_any([](work_item) { return true; })) {
    left_.fetch_sub(1, detail::memory_order_relaxed);
    freed.push_back(each);
  }
  at.publishes_frames = true;
  return freed;
}

/// From now on, every worker may take everything.
void replayer::become_relaxed() noexcept {
  replay_mode before = mode_.load(detail::memory_order_acquire);
  if (before == replay_mode::relaxed ||
      !mode_.compare_exchange_strong(before,
                                     replay_mode::relaxed,
                                     detail::memory_order_seq_cst,
                                     detail::memory_order_relaxed)) {
    return;
  }
  for (unsigned i = 0; i < states_.size(); ++i) {
    core::work_item_list freed = end_strictness_at(*states_[i]);
    while (const work_item each = freed.pop_front()) {
      team_.any_inject(each, destination::by_replay(i, /*only=*/false));
    }
    team_.any_wake(team_.at(i));
  }
  release_withheld(/*remainders=*/true);
}

}  // namespace nuthatch::schedules
