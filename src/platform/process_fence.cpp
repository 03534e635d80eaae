// SPDX-License-Identifier: Apache-2.0
#include "platform/process_fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <nuthatch/detail/sanitizer.hpp>

#include "base/assert.hpp"
#include "platform/forking.hpp"

namespace nuthatch::platform {

namespace {

constinit first_answer available;

bool membarrier(int command) noexcept {
  return syscall(SYS_membarrier, command, 0, 0) == 0;
}

}  // namespace

bool process_fence_available() noexcept {
  return available.any_get([] {
    return !detail::thread_sanitized && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  });
}

void process_fence() noexcept {
  NUTHATCH_CHECK(membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED),
                 "membarrier failed although it is registered");
}

}  // namespace nuthatch::platform
