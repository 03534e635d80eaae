// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::workloads {

/// A bijection of 64-bit numbers that spreads every bit (the finalizer of SplitMix64, Steele, Lea
/// and Flood 2014). mix(seed + i) for i = 0, 1, ... serves as reproducible input.
constexpr std::uint64_t mix(std::uint64_t value) noexcept {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

}  // namespace nuthatch::workloads
