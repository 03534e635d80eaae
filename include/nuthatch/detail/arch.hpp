// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/sanitizer.hpp>
#include <nuthatch/detail/worker.hpp>

#if defined(__x86_64__)
  #include <nuthatch/detail/arch_x86_64.hpp>
#elif defined(__aarch64__)
  #include <nuthatch/detail/arch_aarch64.hpp>
#else
  #error "Nuthatch has stack switches for x86-64 and AArch64 only"
#endif

namespace nuthatch::detail {

/// Returns the calling thread's worker, read again at every call; null on a foreign thread.
[[gnu::always_inline]] inline worker* this_worker() noexcept {
  worker& self = current_worker();
  return self.runs_tasks ? &self : nullptr;
}

}  // namespace nuthatch::detail
