// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::workloads {

/// The random numbers of the NAS Parallel Benchmarks, always the same: x becomes 5^13 x modulo
/// 2^46.
class nas_random {
 public:
  /// The next number, between 0 and 1.
  double next() noexcept {
    constexpr std::uint64_t multiplier = 1'220'703'125;
    constexpr std::uint64_t mask = (std::uint64_t{1} << 46U) - 1;
    state_ = state_ * multiplier & mask;
    return static_cast<double>(state_) * 0x1p-46;
  }

 private:
  std::uint64_t state_ = 314'159'265;
};

}  // namespace nuthatch::workloads
