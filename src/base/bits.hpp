// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>

#include "base/assert.hpp"

namespace nuthatch::base {

/// Returns the smallest multiple of `unit`, a power of two, that is not below `value`. The result
/// must fit.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T round_up(T value, T unit) noexcept {
  NUTHATCH_ASSERT(std::has_single_bit(unit));
  return (value + (unit - 1)) & ~(unit - 1);
}

/// Returns whether `value` is a multiple of `unit`, a power of two.
template <std::unsigned_integral T>
[[nodiscard]] constexpr bool is_multiple(T value, T unit) noexcept {
  NUTHATCH_ASSERT(std::has_single_bit(unit));
  return (value & (unit - 1)) == 0;
}

}  // namespace nuthatch::base
