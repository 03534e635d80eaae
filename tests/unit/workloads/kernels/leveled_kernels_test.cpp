// SPDX-License-Identifier: Apache-2.0

// Kernels return the same bits at every level that this processor supports, whatever the size.

#include <array>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/leveled/apop.hpp"
#include "workloads/kernels/leveled/fdtd_2d.hpp"
#include "workloads/kernels/leveled/seidel_2d.hpp"

namespace nuthatch::workloads {
namespace {

using effects::interval;

constexpr std::size_t size = 6'000;
constexpr std::ptrdiff_t row_length = 97;

using arrays = std::array<std::vector<double>, 3>;

/// Random numbers, all of which may affect the result of a kernel.
arrays random_arrays() {
  arrays made;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (std::vector<double>& each : made) {
    each.resize(size);
    for (double& value : each) {
      value = any(random);
    }
  }
  return made;
}

/// call(level, arrays) calls the kernel of that level.
void expect_the_same(const std::function<void(std::size_t, arrays&)>& call) {
  const arrays before = random_arrays();
  arrays expected = before;
  call(0, expected);
  EXPECT_NE(expected, before);
  for (std::size_t level = 1; level < kernel_levels(); ++level) {
    arrays found = before;
    call(level, found);
    EXPECT_EQ(found, expected) << "level " << level;
  }
}

template <class Test>
void for_each_interval(Test test) {
  for (std::ptrdiff_t first = 1; first < 11; ++first) {
    for (std::ptrdiff_t length = 1; length < 40; ++length) {
      test(interval{first, first + length});
    }
  }
}

TEST(leveled_kernels, of_seidel_2d) {
  const interval rows{1, 5};
  for_each_interval([&](interval columns) {
    expect_the_same([&](std::size_t level, arrays& in) {
      seidel_2d_levels.at(level)(in[0].data(), row_length, rows, columns);
    });
  });
}

TEST(leveled_kernels, of_seidel_2d_in_long_rows) {
  expect_the_same([&](std::size_t level, arrays& in) {
    seidel_2d_levels.at(level)(in[0].data(), 1'303, {1, 3}, {1, 1'302});
  });
}

TEST(leveled_kernels, of_fdtd_2d) {
  const interval rows{1, 4};
  for (const auto& levels : {fdtd_2d_ey_levels, fdtd_2d_ex_levels, fdtd_2d_hz_levels}) {
    for_each_interval([&](interval columns) {
      expect_the_same([&](std::size_t level, arrays& in) {
        levels.at(level)(in[0].data(), in[1].data(), in[2].data(), row_length, rows, columns);
      });
    });
  }
}

TEST(leveled_kernels, of_apop) {
  const apop_weights weights{0.15, 0.65, 0.19};
  for_each_interval([&](interval cells) {
    expect_the_same([&](std::size_t level, arrays& in) {
      apop_levels.at(level)(in[0].data(), in[1].data(), in[2].data(), &weights, cells);
    });
  });
}

}  // namespace
}  // namespace nuthatch::workloads
