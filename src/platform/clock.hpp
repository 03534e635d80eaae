// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "platform/instructions.hpp"

namespace nuthatch::platform {

/// Returns the nanoseconds of a monotonic clock that is the same for all threads. Its origin is
/// unspecified.
[[nodiscard]] std::uint64_t monotonic_ns() noexcept;

/// Return the CPU time used so far, in nanoseconds, by all threads of the process or by the calling
/// one.
[[nodiscard]] std::uint64_t process_cpu_ns() noexcept;
[[nodiscard]] std::uint64_t thread_cpu_ns() noexcept;

/// One moment on both clocks. Code that stores bare ticks takes a sample at the start and one at
/// the end, and converts afterwards; nothing is calibrated during a measurement.
struct clock_sample {
  std::uint64_t ticks;  ///< read_ticks()
  std::uint64_t ns;     ///< monotonic_ns()
};

/// Reads both clocks, as close to each other as a few attempts allow.
[[nodiscard]] clock_sample sample_clocks() noexcept;

/// Returns the length of a tick, from two samples of which `later` is at least one tick later.
[[nodiscard]] double ns_per_tick(const clock_sample& earlier, const clock_sample& later) noexcept;

}  // namespace nuthatch::platform
