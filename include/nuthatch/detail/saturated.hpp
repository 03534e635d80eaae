// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <limits>

namespace nuthatch::detail {

/// Arithmetic that saturates at the limits of its type.
template <std::integral Number>
[[nodiscard]] constexpr Number saturated(bool overflowed, Number result, bool upwards) noexcept {
  using limits = std::numeric_limits<Number>;
  return !overflowed ? result : upwards ? limits::max() : limits::min();
}

template <std::integral Number>
[[nodiscard]] constexpr bool is_negative([[maybe_unused]] Number number) noexcept {
  if constexpr (std::signed_integral<Number>) {
    return number < 0;
  }
  return false;
}

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_sum(Number a, Number b) noexcept {
  Number sum = 0;
  const bool overflowed = __builtin_add_overflow(a, b, &sum);
  return saturated(overflowed, sum, /*upwards=*/!is_negative(b));
}

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_difference(Number a, Number b) noexcept {
  Number difference = 0;
  const bool overflowed = __builtin_sub_overflow(a, b, &difference);
  return saturated(overflowed, difference, /*upwards=*/is_negative(b));
}

template <std::integral Number>
[[nodiscard]] constexpr Number saturated_product(Number a, Number b) noexcept {
  Number product = 0;
  const bool overflowed = __builtin_mul_overflow(a, b, &product);
  return saturated(overflowed, product, /*upwards=*/is_negative(a) == is_negative(b));
}

}  // namespace nuthatch::detail
