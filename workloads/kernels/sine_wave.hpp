// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace nuthatch::workloads {

/// A standing wave on points 1 to `points` of a line, which is zero at 0 and at points + 1. Sums of
/// neighbours form the same wave, scaled.
class sine_wave {
 public:
  sine_wave(std::size_t half_waves, std::size_t points);

  /// Its height at a point, up to some bits in the last place.
  [[nodiscard]] double operator()(std::size_t point) const noexcept {
    const turn& high = coarse_[point / step];
    const turn& low = fine_[point % step];
    return high.sine * low.cosine + high.cosine * low.sine;
  }

  /// The sum of the heights on both sides of a point, over twice that of the point.
  [[nodiscard]] double neighbours() const noexcept { return fine_[1].cosine; }

 private:
  static constexpr std::size_t step = 1024;

  struct turn {
    double sine;
    double cosine;
  };

  std::vector<turn> coarse_;  // at regular distances
  std::vector<turn> fine_;    // from there on
};

}  // namespace nuthatch::workloads
