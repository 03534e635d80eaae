// SPDX-License-Identifier: Apache-2.0

// A worker without a task: how it searches for work, and is counted as searching.

#include <utility>

#include <nuthatch/detail/make_task.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

constinit thread_local nuthatch::core::worker* nuthatch::core::refusing_worker = nullptr;

namespace nuthatch::core {

/// Searches until there is work that this worker may take up now. Empty when the team stops.
work_item worker::next_work() {
  for (;;) {
    if (const work_item due = team_.dispatcher().owner_due(*this)) {
      end_search();
      request_from_self();
      return due;
    }
    const work_item found = look_for_work();
    if (!found) {
      return found;
    }
    if (const work_item now = team_.dispatcher().owner_takes_up(*this, found)) {
      return now;
    }
  }
}

/// Searches until there is work. Empty when the team stops. This is the only search loop except for
/// work_until.
///
/// The inbox precedes everything else while the scheduler counts the worker as one that has work.
/// The scheduler's own search looks at the inbox as well, last.
work_item worker::look_for_work() {
  if (const work_item sent = take_turn_of_inbox()) {
    end_search();
    request_from_self();
    return sent;
  }
  search_state now;
  for (;;) {
    const find_result seen = team_.scheduler().find_work(*this, now);
    if (seen.found || team_.is_stopping()) {
      end_search();
      if (seen.shares_soon) {
        request_from_self();  // a worker that has just begun to search has not made its request yet
      }
      return seen.found;
    }
    off_chain_waits_ = false;  // otherwise it would have been found
    if (take_request(stacks_wanted)) {
      stacks.clear(team_.stacks());
    }
    if (team_.dispatcher().owner_looks_again(*this)) {
      now.note(seen.then);
      now.has_own = true;
      continue;
    }
    pause_search(seen.then, now);
    now.note(seen.then);
  }
}

void worker::pause_search(idle_action how, const search_state& now) {
  switch (how) {
    case idle_action::spin:
      team_.threads().relax(index_, now.step);
      break;
    case idle_action::yield_to_peers:
      team_.threads().let_others(index_, now.step);
      break;
    case idle_action::sleep:
      team_.owner_sleep(*this);
      break;
  }
}

/// Takes the next item of the inbox. Returns nothing one time in 64, since the inbox may never
/// become empty, and the first time, when the scheduler does not know yet that the worker is
/// running.
work_item worker::take_turn_of_inbox() {
  if (++items_of_inbox_ >= inbox_fairness) {
    items_of_inbox_ = 0;
    return {};
  }
  const work_item sent = inbox_.any_take();
  if (!sent) {
    items_of_inbox_ = 0;
  } else if (take_request(stacks_wanted)) {
    stacks.clear(team_.stacks());  // a failed search may be far off
  }
  return sent;
}

void worker::work_until(bool (*ready)(const void*) noexcept, const void* of) {
  refusing_worker = nullptr;
  nuthatch_this_worker = this;
  search_state now;
  bool told = false;  // a search that advised sleep has announced it; the next one revokes that
  for (unsigned waits = 0; !ready(of) || told; ++waits) {
    const work_item sent = now.step == 0 && !told ? take_turn_of_inbox() : work_item();
    const find_result seen =
        sent ? find_result{.found = sent} : team_.scheduler().find_work(*this, now);
    if (seen.found) {
      end_search();
      execute(seen.found);
      now = {};
      told = false;
      continue;
    }
    // Count as starving: what the worker waits for may have to be refused as well, for lack of a
    // stack.
    team_.any_begin_starving();
    team_.threads().doze(index_, waits);
    static_cast<void>(team_.any_end_starving_if([](bool) { return true; }));
    now.note(seen.then);
    told = seen.then == idle_action::sleep;
  }
  nuthatch_this_worker = detail::worker_of_foreign_threads();
  refusing_worker = this;
  items_of_inbox_ = inbox_fairness;  // the scheduler may count it as searching
}

bool worker::has_mail() const noexcept {
  return inbox_.any_nonempty() || where_.mail.any_nonempty();
}

detail::destination worker::resume_destination() const noexcept {
  return team_.needs().resumes_on_same_worker ? detail::destination::worker(index_)
                                              : detail::destination::place(where_.index);
}

bool worker::serves(detail::destination wanted) const noexcept {
  return wanted.index() == (wanted.is_worker() ? index_ : where_.index);
}

bool worker::may_resume(const detail::fiber& task) noexcept {
  if (!serves(task.resume_at)) {
    return false;
  }
  replay_controller* const controller =
      task.resume_at.is_by_replay() ? team_.dispatcher().active_replay() : nullptr;
  return controller == nullptr || controller->owner_may_resume(*this, task);
}

void worker::note_steal(unsigned victim, std::uint64_t tasks) noexcept {
  counters_.owner_note(trace::event::steal);
  counters_.owner_note(trace::event::stolen_tasks, tasks);
  counters_.owner_note(team_.topology_of_workers().share_chip(index_, victim)
                           ? trace::event::local_steal
                           : trace::event::remote_steal);
}

void worker::begin_search() noexcept {
  if (!searching_) {
    searching_ = true;
    where_.asleep.owner_begin_search();
  }
}

void worker::end_search() noexcept {
  if (searching_) {
    searching_ = false;
    where_.asleep.owner_found();
  }
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

as_foreign_thread::as_foreign_thread() noexcept
    : self_(std::exchange(nuthatch_this_worker, worker_of_foreign_threads())) {
  core::refusing_worker = static_cast<core::worker*>(self_);
}

as_foreign_thread::~as_foreign_thread() {
  core::refusing_worker = nullptr;  // it was null before: see worker::work_until
  nuthatch_this_worker = self_;
}

bool refuses_task() noexcept {
  return core::refusing_worker != nullptr;
}

}  // namespace nuthatch::detail
