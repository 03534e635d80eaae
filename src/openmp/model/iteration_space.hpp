// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::openmp {

/// The values of a loop's variable and their numbers: iteration i has the value start + i * step.
/// Signed and unsigned 64-bit values are counted in the same way, so both kinds of loops share the
/// code that assigns numbers.
struct iteration_space {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;

  /// The iterations of for (long i = start; step > 0 ? i < end : i > end; i += step).
  [[nodiscard]] static iteration_space of(long start, long end, long step) noexcept {
    const auto from = static_cast<std::uint64_t>(start);
    const auto to = static_cast<std::uint64_t>(end);
    const auto by = static_cast<std::uint64_t>(step);
    const bool some = step > 0 ? start < end : start > end;
    return {from, to, by, some ? count_of(from, to, by, step > 0) : 0};
  }

  /// The same with unsigned values; a downward step is the negative of an unsigned one.
  [[nodiscard]] static iteration_space of(bool up,
                                          unsigned long long start,
                                          unsigned long long end,
                                          unsigned long long step) noexcept {
    const bool some = up ? start < end : start > end;
    return {start, end, step, some ? count_of(start, end, step, up) : 0};
  }

  /// The value at which a range begins with this iteration.
  [[nodiscard]] std::uint64_t begin_of(std::uint64_t iteration) const noexcept {
    return start + iteration * step;
  }

  /// The value at which a range ends before this iteration. At the end of the loop it is the loop's
  /// end, since the next multiple of the step may not fit.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t iteration) const noexcept {
    return iteration == count ? end : start + iteration * step;
  }

 private:
  static std::uint64_t count_of(std::uint64_t start,
                                std::uint64_t end,
                                std::uint64_t step,
                                bool up) noexcept {
    return up ? (end - start - 1) / step + 1 : (start - end - 1) / (0 - step) + 1;
  }
};

}  // namespace nuthatch::openmp
