// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

namespace nuthatch::effects {

/// What a computation does to a region of data.
enum class access : std::uint8_t {
  reads,
  writes,      ///< or reads and writes
  accumulates  ///< adds to it by an operation that commutes, as sums do; never reads it
};

/// Whether two accesses to the same data have to keep their order. Two accumulations need not: the
/// operation is the same for all who accumulate a region, and whoever makes that so sees to it that
/// they do not meet (by atomic operations, or by not running at a time). Sums of floating-point
/// numbers then depend on the order in their last bits.
[[nodiscard]] constexpr bool interfere(access one, access other) noexcept {
  return one != other || one == access::writes;
}

/// Whether everything that interferes with `smaller` also interferes with `larger`.
[[nodiscard]] constexpr bool covers(access larger, access smaller) noexcept {
  return larger == access::writes || larger == smaller;
}

/// The least that covers both.
[[nodiscard]] constexpr access strongest(access one, access other) noexcept {
  return one == other ? one : access::writes;
}

}  // namespace nuthatch::effects
