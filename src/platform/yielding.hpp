// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// The system's calls that yielding takes.
struct yielding_calls {
  std::uint64_t (*now_ns)() noexcept;
  void (*yield)() noexcept;
};

extern const yielding_calls system_yielding;

/// Yields of the cpu, as long as they are short. Between threads that have little to do until they
/// wait again, a yield is the cheapest way to let another one run. But who yields where others
/// compute stays behind each of them for a time slice, some milliseconds; a thread that sleeps and
/// is woken does not.
///
/// After a yield that was long there are none for a hundred times as long. So those who wait for
/// nothing but work lose a hundredth of their time by trying.
///
/// All functions may be called by any thread. Lock-free but for the yield.
class yielding {
 public:
  constexpr yielding() : yielding(system_yielding) {}

  constexpr explicit yielding(const yielding_calls& system) : system_(system) {}

  yielding(const yielding&) = delete;
  yielding& operator=(const yielding&) = delete;
  ~yielding() = default;

  /// Yields. False, and nothing was done, if that may be long now.
  bool any_yield_if_short() noexcept;

  /// Whether it may be long now. Costs a load where no yield was long.
  [[nodiscard]] bool any_may_be_long() const noexcept {
    const std::uint64_t until = long_until_ns_.load(detail::memory_order_relaxed);
    return until != 0 && system_.now_ns() < until;
  }

 private:
  const yielding_calls& system_;
  detail::atomic<std::uint64_t> long_until_ns_{0};  // a hint only
};

/// Those of this process.
[[nodiscard]] yielding& yields() noexcept;

}  // namespace nuthatch::platform
