// SPDX-License-Identifier: Apache-2.0

// Detects deadlock: a task in an isolated block waits for tasks that need the block.

#include <array>
#include <cstdio>

#include "atomic/mutex_lock.hpp"
#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"
#include "core/isolation/watched_waits.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

namespace {

const char* or_somebody(const char* name) noexcept {
  return name != nullptr ? name : "another block";
}

[[noreturn]] void end_stuck(const char* waits, const char* holds) noexcept {
  std::array<char, 2048> text{};
  static_cast<void>(
      std::snprintf(text.data(),
                    text.size(),
                    "isolated: tasks wait for each other forever.\n"
                    "  %s\n  waits for an isolated block that is held by\n  %s\n"
                    "  which itself waits for a child or a future; all workers sleep.\n"
                    "  Remedy: inside of a block, wait for no task that needs the block.",
                    waits,
                    or_somebody(holds)));
  base::end_program(text.data());
}

}  // namespace

/// Counts a block of the caller that begins, or one that has ended and has resumed its waiters. The
/// caller may be a task or a foreign thread.
void isolation::note_block(bool begins) noexcept {
  if constexpr (waits_are_watched) {
    const std::uint32_t change = begins ? 1 : ~std::uint32_t{0};
    blocks_.fetch_add(change, detail::memory_order_seq_cst);
    if (detail::worker* const self = detail::this_worker(); self != nullptr) {
      team& join = static_cast<worker*>(self)->team();
      join.watched().blocks.fetch_add(change, detail::memory_order_seq_cst);
    }
  }
}

/// Whether the tasks of the team that wait now will wait forever. A task that is in no block and
/// enters one later takes only objects without waiters (I4). A worker that was awake
/// meanwhile has begun another sleep.
bool isolation::is_still(team& of) const noexcept {
  const watched_waits& counted = of.watched();
  const std::uint32_t before = counted.sleeps.load(detail::memory_order_seq_cst);
  const bool nobody_outside = of.all_sleep() &&
                              blocks_.load(detail::memory_order_seq_cst) ==
                                  counted.blocks.load(detail::memory_order_seq_cst) &&
                              counted.outside.load(detail::memory_order_seq_cst) == 0;
  return nobody_outside && of.all_sleep() &&
         counted.sleeps.load(detail::memory_order_seq_cst) == before;
}

/// Ends the program if a waiter in this bucket is stuck. Nobody resumes waiters of the bucket while
/// its lock is held.
void isolation::end_if_stuck_in(bucket& where, team& of) noexcept {
  const detail::mutex_lock lock(where.mutex);
  if (const parked* const closer = where.closing;
      closer != nullptr && closer->task != nullptr && closer->owning_team == &of && is_still(of)) {
    end_stuck(name_of(*closer->task), where.holder_of(where.held->object));
  }
  for (const waiter* each = where.first; each != nullptr; each = each->next) {
    if (each->task == nullptr || each->owning_team != &of || !is_still(of)) {
      continue;
    }
    end_stuck(name_of(*each->task), where.holder_of(each->wanted->object));
  }
}

void isolation::end_if_stuck(team& of) noexcept {
  if (!is_still(of)) {
    return;
  }
  for (bucket& each : buckets_) {
    end_if_stuck_in(each, of);
  }
}

}  // namespace nuthatch::core
