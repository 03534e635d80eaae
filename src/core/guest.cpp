// SPDX-License-Identifier: Apache-2.0
#include "core/guest.hpp"

#include <cstddef>
#include <utility>

#include "base/cache_line.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

void guest::push(detail::task& made, const detail::join_counter* home) noexcept {
  executed_.put_loose(work::task(made));
  executed_.team().any_tell_choosy(home);
}

void guest::push_prioritized(detail::task& made,
                             std::uint32_t priority,
                             const detail::join_counter* home) noexcept {
  executed_.team().any_prioritize(work::task(made), priority, executed_.where(), home);
}

bool guest::run_prioritized_if(bool (*may_run)(const void* of, work each) noexcept,
                               const void* of) noexcept {
  const work first = take_prioritized(may_run, of);
  if (!first) {
    return false;
  }
  run(first);
  return true;
}

void guest::run(work fresh) noexcept {
  fresh.announce_taken();
  detail::task& mine = fresh.as_task();
  __builtin_prefetch(reinterpret_cast<const std::byte*>(&mine) + base::cache_line_size);
  detail::worker* const around = std::exchange(nuthatch_this_worker, &executed_);
  mine.operations->run(mine);
  nuthatch_this_worker = around;  // of another team, where a thread is a guest of several
}

bool guest::run_newest_of(const detail::join_counter& home) noexcept {
  const work newest =
      executed_.team().scheduler().owner_take_child_of(executed_, lane::loose, home);
  if (!newest) {
    return false;
  }
  run(newest);
  return true;
}

void guest::help_until(const awaited& what) noexcept {
  search now;
  dozes_ = 0;
  while (!what.done(what.of)) {
    look_result seen = look(what, now);
    if (!seen.found) {
      token_ = nullptr;  // somebody has what it was for
      if (seen.then == pause::sleep) {
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

look_result guest::look(const awaited& what, const search& now) noexcept {
  team& of = executed_.team();
  if (what.may_run == nullptr) {
    if (of.prioritized().any_filled()) [[unlikely]] {
      if (const work first = take_prioritized(nullptr, nullptr)) {
        return {.found = first};
      }
    }
    return of.scheduler().look(executed_, now);
  }
  for (const auto may_run : {what.may_run, what.may_run_else}) {
    if (const work found = may_run != nullptr ? take_if(may_run, what.of) : work()) {
      return {.found = found};
    }
  }
  const std::uint64_t now_ns = of.threads().now_ns();
  if (now.step == 0 && !now.slept) {
    searches_since_ns_ = now_ns;
  }
  const bool searches = now_ns - searches_since_ns_ < of.threads().search_ns();
  return {.found = {}, .then = searches ? pause::relax : pause::sleep};
}

work guest::take_if(bool (*may_run)(const void* of, work each) noexcept, const void* of) noexcept {
  team& all = executed_.team();
  if (all.prioritized().any_filled()) [[unlikely]] {
    if (const work first = take_prioritized(may_run, of)) {
      return first;
    }
  }
  return all.scheduler().take_if(executed_, may_run, of);
}

work guest::take_prioritized(bool (*may_run)(const void* of, work each) noexcept,
                             const void* of) noexcept {
  return executed_.team().prioritized().any_take_if(
      [=](work each) { return may_run == nullptr || may_run(of, each); });
}

/// What its last look found, or nothing. Who runs everything is woken by who pushes something. So
/// is who may run only some of it, for that, where there is a cpu for each. Else whoever pushed
/// would take the cpu from itself, or from another: then it looks now and then.
work guest::sleep(const awaited& what) noexcept {
  sleeps_.store(/*value=*/true, detail::memory_order_seq_cst);
  work found;
  if (what.may_run == nullptr) {
    executed_.team().owner_sleep(executed_, what.done, what.of);
  } else if (!executed_.team().threads().is_oversubscribed()) {
    found = sleep_choosily(what);
  } else if (!what.done(what.of)) {
    executed_.team().threads().doze(executed_.index(), dozes_++);
  }
  sleeps_.store(/*value=*/false, detail::memory_order_relaxed);
  return found;
}

work guest::sleep_choosily(const awaited& what) noexcept {
  team& of = executed_.team();
  work found;
  of.choosy().owner_announce({executed_.index(), what.may_run_from, what.of});
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
  token_ = of.choosy().owner_withdraw(executed_.index());
  return found;
}

/// It was picked, and does not look for that task now: it runs the one that it found, or leaves.
void guest::settle(work found) noexcept {
  const detail::join_counter* const token = std::exchange(token_, nullptr);
  if (token != nullptr && (!found || found.home() != token)) [[unlikely]] {
    executed_.team().any_tell_all_choosy();
  }
}

void guest::wake() noexcept {
  executed_.team().threads().unpark(executed_.index());
}

}  // namespace nuthatch::core
