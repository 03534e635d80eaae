// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// The system calls that yielding uses.
struct yielding_calls {
  std::uint64_t (*now_ns)() noexcept;
  std::uint64_t (*process_cpu_ns)() noexcept;
  void (*yield)() noexcept;
};

extern const yielding_calls system_yielding;

/// Yields the CPU as long as yields are short. Between threads that have little to do until they
/// wait again, a yield is the cheapest way to let another one run. But where others compute, a
/// thread that yields falls behind each of them for a time slice, some milliseconds; a thread that
/// sleeps and is woken does not.
///
/// After a long yield, there are none for a hundred times as long. So threads that only wait for
/// work lose a hundredth of their time by trying.
///
/// Any thread may call all functions. Lock-free, except for the yield.
class yielding {
 public:
  constexpr yielding() : yielding(system_yielding) {}

  constexpr explicit yielding(const yielding_calls& system) : system_(system) {}

  yielding(const yielding&) = delete;
  yielding& operator=(const yielding&) = delete;
  ~yielding() = default;

  /// Yields. Returns false, without having yielded, if that may be long now.
  bool any_yield_if_short() noexcept;

  /// The same where threads of this process share CPUs, and may account for a long yield. After a
  /// long yield, the next ones are observed. One that is long, too, counts only if the process used
  /// less CPU time meanwhile than one CPU has: then another process had the caller's CPU. While
  /// yields are observed, each costs two system calls more.
  bool any_yield_if_short_or_own() noexcept;

  /// Returns whether a yield may be long now. Costs a load if no yield was long.
  [[nodiscard]] bool any_may_be_long() const noexcept {
    const std::uint64_t until = long_until_ns_.load(detail::memory_order_relaxed);
    return until != 0 && system_.now_ns() < until;
  }

 private:
  /// `observes`: the first long yield begins an observation instead of disabling yields.
  bool yield_if_short(bool observes) noexcept;

  const yielding_calls& system_;
  detail::atomic<std::uint64_t> long_until_ns_{0};      // only a hint
  detail::atomic<std::uint64_t> observed_until_ns_{0};  // the same
};

/// Returns the instance of this process.
[[nodiscard]] yielding& yields() noexcept;

}  // namespace nuthatch::platform
