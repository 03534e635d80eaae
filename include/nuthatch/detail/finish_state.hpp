// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/user_code.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

class worker_limit;

/// Contains no work: in the worker's list it marks where the finish around the older frames
/// differs.
struct finish_boundary : frame {
  finish_state* outer;  ///< the finish around the older frames

  explicit finish_boundary(finish_state* around) noexcept : outer(around) {}
};

/// One finish block, or the tasks of a group. It counts what was spawned under it, at any depth
/// (J4).
///
/// Invariant:
///  E1  Objects with automatic storage in the finish's body, on the same stack, lie below `limit`,
///      and those of its caller lie above. So the address of an object tells whether it can outlive
///      the finish.
///  E2  While `stopped` is set, the poll words of all workers of the team have a bit for it. The
///      bits are set before the flag, and cleared after it. So a thread that observes the flag, and
///      every thread that it synchronizes with, finds the bit.
struct finish_state : finish_boundary, join_counter {
  /// The depth of the finish of a task that is under no other finish, wherever it runs.
  static constexpr std::uint32_t depth_of_own = 1U << 16U;

  std::uint32_t depth;  ///< number of finishes around it; in such a task, from that depth on
  /// Whether what has not begun under the finish is left out. Set with release, loaded with
  /// acquire.
  atomic<bool> stopped{/*value=*/false};
  const void* limit;
  /// How many workers the forks under the finish may occupy, if that is limited. Constant while
  /// tasks run under it.
  worker_limit* workers = nullptr;

  /// A finish that begins in the running task.
  explicit finish_state(worker& self) noexcept : finish_state(self.finish) {
    limit = this;
    begin_in(self);
  }

  finish_state(worker& self, const void* end_of_body) noexcept : finish_state(self.finish) {
    limit = end_of_body;
    begin_in(self);
  }

  /// A finish that is linked in no list.
  explicit finish_state(finish_state* around) noexcept
      : finish_boundary(around),
        depth(around == nullptr ? 0 : around->depth + 1) {
    begin();
  }

  /// Resets the counter. Call it only before other threads can see the finish, or after everything
  /// that it counted has ended.
  void begin() noexcept {
    forked = -1;
    balance.store(1, memory_order_relaxed);
  }

 private:
  void begin_in(worker& self) noexcept {
    self.frames.link(*this, frame_tag::linked(frame_kind::finish));
    // GCC does not see that end_finish() restores the member, and would warn of a dangling pointer.
    finish_state* here = this;
    asm("" : "+r"(here));
    self.finish = here;
  }
};

[[gnu::noinline]] void end_finish_slow(finish_state& state);

/// Ends a finish: runs its asyncs that are still on this worker (A2), waits for the others, and
/// restores the outer finish.
[[gnu::always_inline]] inline void end_finish(finish_state& state) {
  worker& self = reload_worker();
  if (state.parent_all_done() && self.frames.newest() == &state && !state.published() &&
      self.asyncs.newest().join != &state && !self.poll_pending()) [[likely]] {
    if constexpr (thread_sanitized) {
      sanitizer_acquire(static_cast<join_counter*>(&state));
    }
    self.frames.unlink(state.older);
    self.finish = state.outer;
  } else {
    end_finish_slow(state);
  }
}

/// Call this after end_finish() if an async has thrown or requests are pending. Throws what the
/// asyncs threw, apart from `stopped` if the finish was stopped. Returns whether this finish, or
/// one around it, was stopped.
[[nodiscard, gnu::cold]] outcome conclude_finish(finish_state& state);

/// Ends a finish whose body has thrown `by_body`, and throws that and what the asyncs threw.
/// Returns only if the finish was stopped and these exceptions are nothing but `stopped`.
[[gnu::cold]] void end_failed_finish(finish_state& state, std::exception_ptr by_body);

}  // namespace nuthatch::detail
