// SPDX-License-Identifier: Apache-2.0

// Functions that instrumented code calls around a work-first child, and before it reads a result.

#include <nuthatch/detail/sanitizer.hpp>

#include "base/sanitizers.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::detail {

NUTHATCH_CALLS_NOT_RECORDED void sanitizer_leave_for_child(worker& self, fiber* child) {
  nuthatch::fiber::sanitizer_leave(static_cast<core::worker&>(self).running(), *child);
}

void sanitizer_begin_child() {
  nuthatch::fiber::sanitizer_arrive(core::worker::current().running());
}

void sanitizer_return_to_parent() {
  nuthatch::fiber::sanitizer_arrive(core::worker::current().running());
}

void sanitizer_acquire(const void* at) noexcept {
  base::announce_acquire(at);
}

// Called from nuthatch_call_child_announced, on the child's stack, when a child whose continuation
// was not stolen has ended.
extern "C" NUTHATCH_CALLS_NOT_RECORDED void nuthatch_announce_return(fiber* child) {
  fiber* const parent = nuthatch::fiber::fiber_at(
      child->spawner.sp, core::worker::current().team().stacks().stack_size());
  nuthatch::fiber::sanitizer_leave_ended(*child, *parent);
}

}  // namespace nuthatch::detail
