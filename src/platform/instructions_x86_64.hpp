#pragma once

#include <cstdint>

namespace nuthatch::platform {

[[nodiscard]] inline std::uint64_t read_ticks() noexcept {
  return __builtin_ia32_rdtsc();
}

inline void cpu_relax() noexcept {
  __builtin_ia32_pause();
}

}  // namespace nuthatch::platform
