// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

/// Kernels are compiled once for each level of their architecture, each in the namespace of its
/// level, and selected by the features of the processor. So all programs of a workload run the same
/// machine code, whatever the compiler knows about the loops around it.
///
/// NUTHATCH_DECLARE_KERNEL(name, parameters...) declares one; `name##_levels` holds it at all
/// levels, the lowest first. The sources include nothing that defines inline functions with code:
/// the linker keeps one copy, which might be that of a level that the processor does not support.
#if defined(__x86_64__)

  #define NUTHATCH_DECLARE_KERNEL(name, ...)              \
    namespace baseline {                                  \
    void name(__VA_ARGS__);                               \
    }                                                     \
    namespace x86_64_v3 {                                 \
    void name(__VA_ARGS__);                               \
    }                                                     \
    namespace x86_64_v4 {                                 \
    void name(__VA_ARGS__);                               \
    }                                                     \
    inline constexpr std::array name##_levels {           \
      &baseline::name, &x86_64_v3::name, &x86_64_v4::name \
    }

namespace nuthatch::workloads {

/// The number of levels that this processor supports.
[[nodiscard]] inline std::size_t kernel_levels() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3") == 0) {
    return 1;
  }
  return __builtin_cpu_supports("x86-64-v4") == 0 ? 2 : 3;
}

}  // namespace nuthatch::workloads

#else

  #define NUTHATCH_DECLARE_KERNEL(name, ...)    \
    namespace baseline {                        \
    void name(__VA_ARGS__);                     \
    }                                           \
    inline constexpr std::array name##_levels { \
      &baseline::name                           \
    }

namespace nuthatch::workloads {

[[nodiscard]] constexpr std::size_t kernel_levels() {
  return 1;
}

}  // namespace nuthatch::workloads

#endif

namespace nuthatch::workloads {

/// The best version that this processor supports.
template <class Kernel, std::size_t Levels>
[[nodiscard]] Kernel* best_kernel(const std::array<Kernel*, Levels>& levels) {
  return levels.at(kernel_levels() - 1);
}

}  // namespace nuthatch::workloads
