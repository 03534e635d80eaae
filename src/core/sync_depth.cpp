#include "core/sync_depth.hpp"

#include <nuthatch/detail/finish_state.hpp>

#include "core/team.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::core {

namespace {

/// Of a task that whoever runs at `where`, a place on some fiber's stack, waits for.
std::uint32_t below(team& of, const void* where) noexcept {
  return fiber::fiber_at(where, of.stacks().stack_size())->sync_depth + 1;
}

/// The finish that an async counts at lies on the stack of the task that runs it.
std::uint32_t of_async(team& of, const detail::finish_state* around) noexcept {
  return around == nullptr ? 0 : below(of, around);
}

}  // namespace

std::uint32_t sync_depth(team& of, work what) noexcept {
  switch (what.what()) {
    case work::kind::continuation:
      return what.as_continuation().sync_depth;
    case work::kind::fork:
      return below(of, &what.as_fork());
    case work::kind::siblings:
      return what.as_siblings().sync_depth;  // their scope need not lie on a stack
    case work::kind::task:
      return of_async(of, what.as_task().finish);
  }
  return 0;
}

std::uint32_t sync_depth_of_child(team& of,
                                  const detail::frame& spawned,
                                  const detail::fiber& parent) noexcept {
  const bool async = (spawned.tag & ~detail::frame_flags) == detail::frame_of_async_continuation;
  return async ? of_async(of, spawned.finish) : parent.sync_depth + 1;
}

}  // namespace nuthatch::core
