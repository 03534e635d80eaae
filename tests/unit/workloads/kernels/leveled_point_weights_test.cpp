// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/leveled/point_weights.hpp"

namespace nuthatch::workloads {
namespace {

struct random_points {
  explicit random_points(std::size_t count) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<float> any(0, 1);
    for (std::vector<float>& each : axes) {
      each.resize(count);
      for (float& number : each) {
        number = any(random);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      states.push_back(static_cast<std::uint32_t>(random()));
    }
  }

  [[nodiscard]] point_list list() {
    return {axes[0].data(),
            axes[1].data(),
            axes[2].data(),
            states.data(),
            static_cast<std::ptrdiff_t>(states.size())};
  }

  std::array<std::vector<float>, 3> axes;
  std::vector<std::uint32_t> states;
};

constexpr ball around{0.4F, 0.5F, 0.6F, 0.16F};

TEST(leveled_point_weights, are_the_same_at_every_level_of_this_processor) {
  for (std::size_t count = 0; count < 90; ++count) {
    for (std::size_t level = 0; level < kernel_levels(); ++level) {
      random_points points(count);
      std::uint64_t found = 5;
      std::uint64_t expected = 5;
      for (std::size_t i = 0; i < count; ++i) {
        const float apart =
            squared_distance(around, points.axes[0][i], points.axes[1][i], points.axes[2][i]);
        expected += apart <= around.squared_radius ? weight_of(points.states[i]) : 0U;
      }
      weights_within_levels.at(level)(points.list(), around, &found);
      EXPECT_EQ(found, expected) << level;
    }
  }
}

TEST(leveled_point_weights, are_renewed_alike_at_every_level_of_this_processor) {
  for (std::size_t count = 0; count < 90; ++count) {
    for (std::size_t level = 0; level < kernel_levels(); ++level) {
      random_points points(count);
      std::vector<std::uint32_t> expected = points.states;
      std::uint64_t sum = 0;
      for (std::uint32_t& each : expected) {
        each = next_state(each);
        sum += weight_of(each);
      }
      std::uint64_t found = 5;
      renew_weights_levels.at(level)(points.list(), &found);
      EXPECT_EQ(points.states, expected) << level;
      EXPECT_EQ(found, sum) << level;
    }
  }
}

TEST(leveled_point_weights, fit_their_sums_with_as_many_points_as_there_may_be) {
  random_points points(65536);
  for (std::uint32_t& each : points.states) {
    each = ~std::uint32_t{0};
  }
  std::uint64_t found = 0;
  best_kernel(weights_within_levels)(points.list(), {0, 0, 0, 9}, &found);
  EXPECT_EQ(found, std::uint64_t{65536} * 65535);
}

}  // namespace
}  // namespace nuthatch::workloads
