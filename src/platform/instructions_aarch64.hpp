// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::platform {

[[nodiscard]] inline std::uint64_t read_ticks() noexcept {
  std::uint64_t ticks = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

inline void fetch_to_change(const void* address) noexcept {
  __builtin_prefetch(address, 1);
}

// `yield` does nothing on most cores; `isb` flushes the pipeline, which takes about as long as
// x86's pause.
inline void cpu_relax() noexcept {
  asm volatile("isb" ::: "memory");
}

}  // namespace nuthatch::platform
