// What a worker keeps at hand, stacks and task memory: where it comes from, and when it goes back.

#include <algorithm>
#include <utility>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/capacity.hpp"
#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::core {

using detail::fiber;

namespace {

// How many fibers and task blocks of others a worker collects before it gives a part back. A few
// dozen keep the workers apart from each other and from the pool's lock; memory is bounded by that
// times the workers.
constexpr auto fibers_kept = base::capacity<std::uint32_t>(64, 2);
constexpr std::uint32_t blocks_kept = 4 * task_block_pool::batch;

/// B4.
void number(fiber* chain, std::uint32_t first) noexcept {
  for (; chain != nullptr; chain = chain->next_free) {
    chain->position = first++;
  }
}

}  // namespace

fiber* worker::take_from_pool() {
  // A few at a time: enough to keep away from the pool's lock, few enough that shallow programs
  // have few.
  constexpr auto chain = base::capacity<std::size_t>(8, 2);
  return team_.stacks().any_acquire(
      std::min(chain, team_.stacks().limit() / (2 * std::size_t{team_.size()}) + 1));
}

/// Fills the empty cache, if there is anything to be had at once; else `why` says what is missing.
bool worker::fill_cache(std::exception_ptr& why) noexcept {
  try {
    free_fibers = take_from_pool();
    number(free_fibers, 0);
  } catch (...) {  // stack_limit_error, or no memory to make one or to say so
    why = std::current_exception();
  }
  return free_fibers != nullptr;
}

/// For work that is about to start while the cache is empty: waits until others return some stacks,
/// or there is a task to go on with, which is returned and needs none. Neither when nobody is left
/// who could bring that about; `why` says what is missing then.
work worker::refill_fibers_for_start(std::exception_ptr& why) noexcept {
  if (fill_cache(why)) {
    return {};
  }
  // Before it counts as starving: later its own queues stay as they are.
  work waited = team_.scheduler().take_waited(*this);
  if (waited) {
    return waited;
  }
  team_.any_begin_starving();
  const auto look = [&](bool nobody_runs) {
    waited = where_.mail.any_take_waited();
    return waited || fill_cache(why) || nobody_runs;
  };
  for (unsigned step = 0; !team_.any_end_starving_if(look); ++step) {
    team_.any_demand_attention_of_others(*this, stacks_wanted);
    team_.threads().doze(index_, step);
    waited = team_.scheduler().take_waited(*this);
    if (waited) {
      static_cast<void>(team_.any_end_starving_if([](bool) { return true; }));
      break;
    }
  }
  return waited;
}

bool worker::have_fibers() noexcept {
  if (free_fibers == nullptr) {
    try {
      free_fibers = refill_fibers(0);
    } catch (...) {  // no stack, or no memory to make one: the caller has another way
      return false;
    }
  }
  return true;
}

fiber* worker::refill_fibers(std::uint64_t patience_ns) {
  require_team();
  const std::uint64_t start = team_.threads().now_ns();
  if (!team_.any_may_wait_for_stack(start, patience_ns)) {
    patience_ns = 0;
  }
  for (unsigned step = 0;; ++step) {
    try {
      fiber* const chain = take_from_pool();
      fiber& me = running();
      me.next_free = chain;  // B3
      number(chain, me.position + 1);
      return chain;
    } catch (const stack_limit_error&) {
      if (patience_ns == 0) {
        throw;
      }
      if (const std::uint64_t now = team_.threads().now_ns(); now - start > patience_ns) {
        team_.any_note_stack_timeout(now, patience_ns);
        throw;
      }
    }
    team_.any_demand_attention_of_others(*this, stacks_wanted);
    team_.threads().relax(index_, step);
  }
}

void worker::return_fibers() noexcept {
  if (free_fibers != nullptr) {
    team_.stacks().any_release(std::exchange(free_fibers, nullptr));
  }
  fibers_returned_ = 0;
}

/// Fibers pile up with workers that end tasks whose stacks came from elsewhere.
void worker::trim_fibers() noexcept {
  if (fibers_returned_ < 2 * fibers_kept) {
    return;
  }
  fibers_returned_ -= fibers_kept;
  fiber* const chain = free_fibers;
  if (chain == nullptr) {
    return;  // work-first spawns whose continuation was stolen took them all again
  }
  fiber* last = chain;
  for (std::uint32_t i = 1; i < fibers_kept && last->next_free != nullptr; ++i) {
    last = last->next_free;
  }
  free_fibers = std::exchange(last->next_free, nullptr);
  team_.stacks().any_release(chain);
}

std::uint64_t worker::count_blocks() const noexcept {
  std::uint64_t count = 0;
  for (const detail::task* const first : free_tasks) {
    count += count_up_to(first, ~std::uint64_t{0});
  }
  return count;
}

void worker::note_foreign_blocks(std::uint32_t block_class, std::uint32_t freed) noexcept {
  std::uint32_t& returned = blocks_returned_[block_class];
  returned += freed;
  while (returned >= blocks_kept) {
    returned -= task_block_pool::batch;
    give_back_blocks(block_class);
  }
}

/// One batch, if there is one.
void worker::give_back_blocks(std::uint32_t block_class) noexcept {
  detail::task* last = free_tasks[block_class];
  for (std::size_t i = 1; i < task_block_pool::batch && last != nullptr; ++i) {
    last = last->next;
  }
  if (last != nullptr) {
    detail::task* const first = std::exchange(free_tasks[block_class], last->next);
    last->next = nullptr;
    team_.blocks().any_release(block_class, first);
  }
}

}  // namespace nuthatch::core
