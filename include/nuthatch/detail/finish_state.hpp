#pragma once

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

/// One finish block: counts the asyncs that were spawned under it, however deep (J4). Its frame
/// holds no work; in the worker's list it marks where the finish around the older frames differs.
struct finish_state : frame, join_counter {
  finish_state* outer;
  std::uint32_t depth;  ///< how many finishes it is in

  explicit finish_state(worker& self) noexcept
      : outer(self.finish),
        depth(outer == nullptr ? 0 : outer->depth + 1) {
    forked = -1;
    balance.store(1, memory_order_relaxed);  // nobody knows of it yet
    link(self, *this, frame_of_finish);
    self.finish = this;
  }
};

/// Ends a finish: runs asyncs of it that are still here, waits for the others, and goes back to the
/// outer one.
void end_finish(finish_state& state);

/// The same after the body has thrown `by_body`: throws that and what the asyncs threw.
[[noreturn, gnu::cold]] void end_failed_finish(finish_state& state, std::exception_ptr by_body);

/// Hands over an async of `state`, already counted there.
void push_async(worker& self, task* made);

}  // namespace nuthatch::detail
