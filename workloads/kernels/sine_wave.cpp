// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sine_wave.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace nuthatch::workloads {

sine_wave::sine_wave(std::size_t half_waves, std::size_t points) {
  // Whole turns are removed in integers, which loses no precision.
  const std::size_t turn_around = 2 * (points + 1);
  const auto at = [&](std::size_t point) -> turn {
    const double angle = std::numbers::pi *
                         static_cast<double>(half_waves % turn_around * point % turn_around) /
                         static_cast<double>(points + 1);
    return {std::sin(angle), std::cos(angle)};
  };
  for (std::size_t i = 0; i <= points + 1; i += step) {
    coarse_.push_back(at(i));
  }
  for (std::size_t i = 0; i < step; ++i) {
    fine_.push_back(at(i));
  }
}

}  // namespace nuthatch::workloads
