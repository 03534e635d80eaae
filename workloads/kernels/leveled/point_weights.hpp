// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "workloads/kernels/leveled/kernel_level.hpp"

namespace nuthatch::workloads {

/// Consecutive points in space, by coordinate, and the states that determine their weights.
struct point_list {
  const float* x;
  const float* y;
  const float* z;
  std::uint32_t* states;
  std::ptrdiff_t count;  ///< at most 65536, so that the sum of their weights has 32 bits
};

struct ball {
  float x;
  float y;
  float z;
  float squared_radius;
};

// Kernels of all levels share these, so they may only be inlined code.

/// A point's weight.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t weight_of(std::uint32_t state) noexcept {
  return state >> 16U;
}

/// The state of a point after a time step: the next number of a linear congruential generator (of
/// Numerical Recipes).
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t next_state(std::uint32_t state) noexcept {
  return state * 1'664'525U + 1'013'904'223U;
}

[[nodiscard, gnu::always_inline]] constexpr float squared_distance(const ball& from,
                                                                   float x,
                                                                   float y,
                                                                   float z) noexcept {
  const float right = x - from.x;
  const float up = y - from.y;
  const float far = z - from.z;
  return (right * right + up * up) + far * far;
}

using renew_weights_kernel = void(const point_list& points, std::uint64_t* sum);
using weights_within_kernel = void(const point_list& points, const ball& of, std::uint64_t* sum);

/// Advances all points by a time step, and returns the sum of their weights then.
NUTHATCH_DECLARE_KERNEL(renew_weights, const point_list& points, std::uint64_t* sum);

/// Adds the weights of the points within a ball.
NUTHATCH_DECLARE_KERNEL(weights_within,
                        const point_list& points,
                        const ball& of,
                        std::uint64_t* sum);

}  // namespace nuthatch::workloads
