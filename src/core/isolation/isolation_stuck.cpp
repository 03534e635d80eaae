// SPDX-License-Identifier: Apache-2.0

// Tasks that wait for ever: in an isolated block, for others that need the block.

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
                    "isolated: tasks wait for each other for ever.\n"
                    "  %s\n  waits for an isolated block, in which\n  %s\n"
                    "  is, which itself waits for a child or a future; and all workers sleep.\n"
                    "  Remedy: let no task that a block waits for need that block.",
                    waits,
                    or_somebody(holds)));
  base::end_program(text.data());
}

}  // namespace

/// A block of the caller begins, or has ended altogether, with everybody told. The caller may be a
/// task or a foreign thread.
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

/// Whether tasks of the team that wait now will do so for ever. Whoever is in no block and comes to
/// one later takes only what nobody waits for (I4). A worker that was awake meanwhile has begun
/// another sleep.
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

/// Under its lock nobody who waits in it is told to go on.
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
