// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::platform {

[[nodiscard]] inline std::uint64_t read_ticks() noexcept {
  return __builtin_ia32_rdtsc();
}

inline void fetch_to_change(const void* address) noexcept {
  // Processors without the instruction execute it as a `nop`.
  asm volatile("prefetchw %0" ::"m"(*static_cast<const char*>(address)));
}

inline void cpu_relax() noexcept {
  __builtin_ia32_pause();
}

}  // namespace nuthatch::platform
