// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/point_tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

using point = std::array<float, 3>;

/// A random point in the unit cube.
point point_of(std::size_t number) noexcept {
  constexpr unsigned bits = 21;
  constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t drawn = mix(number);
  point at{};
  for (unsigned d = 0; d < at.size(); ++d) {
    at[d] = static_cast<float>(drawn >> (d * bits) & mask) * 0x1p-21F;
  }
  return at;
}

std::uint32_t state_of(std::size_t place) noexcept {
  return static_cast<std::uint32_t>(mix(~place));
}

unsigned levels_for(std::size_t points, std::size_t bucket) noexcept {
  unsigned levels = 0;
  // The sizes of the largest sub-trees are rounded up.
  while (((points - 1) >> levels) + 1 > bucket) {
    ++levels;
  }
  return levels;
}

void renew_nothing(const point_list& /*points*/, std::uint64_t* /*sum*/) {}

void nothing_within(const point_list& /*points*/, const ball& /*of*/, std::uint64_t* /*sum*/) {}

}  // namespace

class point_tree::builder {
 public:
  explicit builder(point_tree& of) : of_(of), points_(of.points()) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      points_[i] = point_of(i);
    }
  }

  void build() {
    arrange({});
    for (std::size_t d = 0; d < 3; ++d) {
      for (std::size_t i = 0; i < points_.size(); ++i) {
        of_.coordinates_[d][i] = points_[i][d];
      }
    }
  }

 private:
  void arrange(tree_place at) {
    const auto first = points_.begin() + static_cast<std::ptrdiff_t>(of_.first_point(at));
    const auto last = first + static_cast<std::ptrdiff_t>(of_.points_below(at));
    box around{{1, 1, 1}, {0, 0, 0}};
    for (auto each = first; each != last; ++each) {
      for (std::size_t d = 0; d < 3; ++d) {
        around.low[d] = std::min(around.low[d], (*each)[d]);
        around.high[d] = std::max(around.high[d], (*each)[d]);
      }
    }
    of_.boxes_[number(at)] = around;
    if (at.level == of_.levels_) {
      return;
    }
    std::size_t longest = 0;
    for (std::size_t d = 1; d < 3; ++d) {
      const auto side = [&around](std::size_t of) {
        return around.high[of] - around.low[of];
      };
      longest = side(d) > side(longest) ? d : longest;
    }
    const auto middle = points_.begin() + static_cast<std::ptrdiff_t>(of_.first_point(at.child(1)));
    std::nth_element(first, middle, last, [longest](const point& one, const point& other) {
      return one[longest] < other[longest];
    });
    arrange(at.child(0));
    arrange(at.child(1));
  }

  point_tree& of_;
  std::vector<point> points_;
};

point_tree::point_tree(std::size_t points, std::size_t bucket, bool computes)
    : levels_(levels_for(points, bucket)),
      renew_(computes ? best_kernel(renew_weights_levels) : renew_nothing),
      within_(computes ? best_kernel(weights_within_levels) : nothing_within),
      coordinates_{untouched_vector<float>(points),
                   untouched_vector<float>(points),
                   untouched_vector<float>(points)},
      states_(points),
      boxes_((std::size_t{2} << levels_) - 1),
      sums_(boxes_.size(), 0) {
  builder(*this).build();
  start();
}

void point_tree::start() noexcept {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i] = state_of(i);
  }
  std::ranges::fill(sums_, 0);
}

unsigned point_tree::level_of(std::size_t points) const noexcept {
  return std::min(levels_for(states_.size(), points), levels_);
}

void point_tree::renew(tree_place at) noexcept {
  if (at.level == levels_) {
    renew_(list_of(at), &sums_[number(at)]);
    return;
  }
  renew(at.child(0));
  renew(at.child(1));
  sum_up(at);
}

std::uint64_t point_tree::weight_within(tree_place leaf, const ball& of) const noexcept {
  std::uint64_t sum = 0;
  within_(list_of(leaf), of, &sum);
  return sum;
}

std::uint64_t point_tree::expected_within(const ball& of, std::size_t steps) const noexcept {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (squared_distance(of, coordinates_[0][i], coordinates_[1][i], coordinates_[2][i]) >
        of.squared_radius) {
      continue;
    }
    std::uint32_t state = state_of(i);
    for (std::size_t step = 0; step < steps; ++step) {
      state = next_state(state);
    }
    sum += weight_of(state);
  }
  return sum;
}

point_list point_tree::list_of(tree_place leaf) const noexcept {
  const std::size_t first = first_point(leaf);
  return {.x = coordinates_[0].data() + first,
          .y = coordinates_[1].data() + first,
          .z = coordinates_[2].data() + first,
          .states = states_.data() + first,
          .count = static_cast<std::ptrdiff_t>(points_below(leaf))};
}

}  // namespace nuthatch::workloads
