// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/golden_ratio.hpp"

namespace nuthatch::base {

/// Random numbers for choosing victims and perturbing tests: a few cycles each, eight bytes of
/// state, the same sequence for the same seed on every machine. Not for cryptography. For one
/// thread.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): a
/// counter that advances by an odd constant, scrambled. Period 2^64; every value occurs once in it.
class random_source {
 public:
  /// Sources with the same seed and different streams, for example one per worker, give unrelated
  /// sequences.
  explicit constexpr random_source(std::uint64_t seed, std::uint64_t stream = 0) noexcept
      : state_(scramble(seed + golden_ratio * (stream + 1)) ^ scramble(stream)) {}

  /// Returns 64 random bits of equal quality.
  [[nodiscard]] constexpr std::uint64_t next() noexcept {
    state_ += golden_ratio;
    return scramble(state_);
  }

  /// Returns a number from 0 to n - 1; 0 for n = 0. It multiplies instead of dividing: no number is
  /// favoured over another by more than n in 2^32.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U);
  }

 private:
  // A bijection with full avalanche; shifts and multipliers are SplitMix64's (Stafford's mix 13).
  static constexpr std::uint64_t scramble(std::uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace nuthatch::base
