// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/point_weights.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

void renew_weights(const point_list& points, std::uint64_t* sum) {
  std::uint32_t* const states = points.states;
  const std::ptrdiff_t count = points.count;
  std::uint32_t all = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    states[i] = next_state(states[i]);
    all += weight_of(states[i]);
  }
  *sum = all;
}

void weights_within(const point_list& points, const ball& of, std::uint64_t* sum) {
  const point_list here = points;
  const ball around = of;
  std::uint32_t all = 0;
  for (std::ptrdiff_t i = 0; i < here.count; ++i) {
    const bool within =
        squared_distance(around, here.x[i], here.y[i], here.z[i]) <= around.squared_radius;
    // Use a mask, because SSE2 has no conditional select.
    all += weight_of(here.states[i]) & (0U - static_cast<std::uint32_t>(within));
  }
  *sum += all;
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
