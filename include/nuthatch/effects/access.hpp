// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

namespace nuthatch::effects {

/// The kind of access of a computation to a region of data.
enum class access : std::uint8_t {
  reads,
  writes,      ///< writes, or reads and writes
  accumulates  ///< updates it by a commutative operation, such as a sum; never reads it
};

/// Returns whether two accesses to the same data have to keep their order. Two accumulations need
/// not: all computations that accumulate into a region use the same commutative operation. The
/// program has to make these operations safe against each other, by atomic operations or by not
/// running them at the same time. The last bits of floating-point sums then depend on the order.
[[nodiscard]] constexpr bool interfere(access one, access other) noexcept {
  return one != other || one == access::writes;
}

/// Returns whether everything that interferes with `smaller` also interferes with `larger`.
[[nodiscard]] constexpr bool covers(access larger, access smaller) noexcept {
  return larger == access::writes || larger == smaller;
}

/// Returns the weakest access that covers both.
[[nodiscard]] constexpr access strongest(access one, access other) noexcept {
  return one == other ? one : access::writes;
}

}  // namespace nuthatch::effects
