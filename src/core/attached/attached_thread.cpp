// SPDX-License-Identifier: Apache-2.0
#include "core/attached/attached_thread.hpp"

#include <cstddef>
#include <utility>

#include "base/cache_line.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

void attached_thread::push(detail::task& made, const detail::join_counter* join) noexcept {
  executed_.push_off_chain(work_item::task(made));
  executed_.team().attached().any_notify_selective(join);
}

void attached_thread::push_prioritized(detail::task& made,
                                       std::uint32_t priority,
                                       const detail::join_counter* join) noexcept {
  executed_.team().attached().any_prioritize(
      work_item::task(made), priority, executed_.where(), join);
}

bool attached_thread::run_prioritized_if(bool (*may_run)(const void* of, work_item each) noexcept,
                                         const void* of) noexcept {
  const work_item first = take_prioritized(may_run, of);
  if (!first) {
    return false;
  }
  run(first);
  return true;
}

bool attached_thread::run_if(bool (*may_run)(const void* of, work_item each) noexcept,
                             const void* of) noexcept {
  const work_item found = take_if(may_run, of);
  if (!found) {
    return false;
  }
  run(found);
  return true;
}

void attached_thread::run(work_item fresh) noexcept {
  fresh.announce_taken();
  detail::task& mine = fresh.as_task();
  __builtin_prefetch(reinterpret_cast<const std::byte*>(&mine) + base::cache_line_size);
  detail::worker* const around = std::exchange(nuthatch_this_worker, &executed_);
  mine.operations->run(mine);
  nuthatch_this_worker = around;  // of another team, if the thread is attached to several
}

bool attached_thread::run_newest_of(const detail::join_counter& join) noexcept {
  const work_item newest =
      executed_.team().scheduler().owner_take_child_of(executed_, lane::off_chain, join);
  if (!newest) {
    return false;
  }
  run(newest);
  return true;
}

void attached_thread::help_until(const awaited& what) noexcept {
  search_state now;
  dozes_ = 0;
  while (!what.done(what.of)) {
    find_result seen = find_work(what, now);
    if (!seen.found) {
      token_ = nullptr;  // another thread has the task that it stands for
      if (seen.then == idle_action::sleep) {
        seen.found = sleep(what);
      } else {
        executed_.pause_search(seen.then, now);
      }
      now.note(seen.then);
    }
    if (seen.found) {
      settle(seen.found);
      executed_.end_search();
      run(seen.found);
      now = {};
      dozes_ = 0;
    }
  }
  settle({});
  executed_.end_search();
}

find_result attached_thread::find_work(const awaited& what, const search_state& now) noexcept {
  team& of = executed_.team();
  if (what.may_run == nullptr) {
    if (of.attached().prioritized().any_nonempty()) [[unlikely]] {
      if (const work_item first = take_prioritized(nullptr, nullptr)) {
        return {.found = first};
      }
    }
    return of.scheduler().find_work(executed_, now);
  }
  for (const auto may_run : {what.may_run, what.may_run_else}) {
    if (const work_item found = may_run != nullptr ? take_if(may_run, what.of) : work_item()) {
      return {.found = found};
    }
  }
  const std::uint64_t now_ns = of.threads().now_ns();
  if (now.step == 0 && !now.slept) {
    searches_since_ns_ = now_ns;
  }
  const bool searches = now_ns - searches_since_ns_ < of.threads().search_ns();
  return {.found = {}, .then = searches ? idle_action::spin : idle_action::sleep};
}

work_item attached_thread::take_if(bool (*may_run)(const void* of, work_item each) noexcept,
                                   const void* of) noexcept {
  team& all = executed_.team();
  if (all.attached().prioritized().any_nonempty()) [[unlikely]] {
    if (const work_item first = take_prioritized(may_run, of)) {
      return first;
    }
  }
  return all.scheduler().take_if(executed_, may_run, of);
}

work_item attached_thread::take_prioritized(bool (*may_run)(const void* of,
                                                            work_item each) noexcept,
                                            const void* of) noexcept {
  return executed_.team().attached().prioritized().any_take_if(
      [=](work_item each) { return may_run == nullptr || may_run(of, each); });
}

/// Returns what the last look found, or nothing. A thread that may run everything is woken by every
/// push. A thread that may run only some tasks is woken by a push of one of them, provided that
/// there is a CPU for each thread. Otherwise the pushing thread would take the CPU from itself or
/// another one, so the sleeping thread looks from time to time instead.
work_item attached_thread::sleep(const awaited& what) noexcept {
  sleeps_.store(/*value=*/true, detail::memory_order_seq_cst);
  work_item found;
  if (what.may_run == nullptr) {
    executed_.team().owner_sleep(executed_, what.done, what.of);
  } else if (!executed_.team().threads().is_oversubscribed()) {
    found = sleep_selectively(what);
  } else if (!what.done(what.of)) {
    executed_.team().threads().doze(executed_.index(), dozes_++);
  }
  sleeps_.store(/*value=*/false, detail::memory_order_relaxed);
  return found;
}

work_item attached_thread::sleep_selectively(const awaited& what) noexcept {
  team& of = executed_.team();
  work_item found;
  of.attached().selective().owner_announce({executed_.index(), what.may_run_from, what.of});
  if (!what.done(what.of)) {
    const auto may_run = what.may_run_else != nullptr ? what.may_run_else : what.may_run;
    found = take_prioritized(may_run, what.of);
    if (!found) {
      found = of.scheduler().take_if(executed_, may_run, what.of);
    }
    if (!found) {
      executed_.counters().owner_note(trace::event::sleep);
      of.threads().park(executed_.index());
    }
  }
  token_ = of.attached().selective().owner_withdraw(executed_.index());
  return found;
}

/// Settles the token of a thread that was picked for a task. If it does not run a task of that join
/// now, it wakes the others.
void attached_thread::settle(work_item found) noexcept {
  const detail::join_counter* const token = std::exchange(token_, nullptr);
  if (token != nullptr && (!found || found.join() != token)) [[unlikely]] {
    executed_.team().attached().any_notify_all_selective();
  }
}

void attached_thread::wake() noexcept {
  executed_.team().threads().unpark(executed_.index());
}

}  // namespace nuthatch::core
