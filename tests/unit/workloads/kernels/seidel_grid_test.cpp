// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/seidel_grid.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "computed.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {
namespace {

seidel_grid computed(const seidel_problem& given, std::size_t sweeps) {
  return testing::computed<seidel_grid>(given, sweeps);
}

TEST(seidel_grid, is_what_a_plain_program_makes) {
  EXPECT_EQ(computed({1, 1, 3, 0, true}, 3).check(), "");
  EXPECT_EQ(computed({30, 700, 5, 0, true}, 5).check(), "");
  EXPECT_NE(computed({30, 700, 5, 0, true}, 4).check(), "");
  EXPECT_NE(computed({30, 700, 5, 0, true}, 0).check(), "");
}

// In each order in which parallelograms may run, none depends on a later one.
TEST(seidel_grid, can_be_cut_into_parallelograms) {
  runtime team(options{.workers = 3});
  for (const std::ptrdiff_t height : {1, 2, 5, 9, 40, 41}) {
    for (const std::ptrdiff_t width : {0, 1, 2, 3, 7, 30, 100}) {
      const seidel_problem given{40, 53, 2, width, true};
      const seidel_grid expected = computed(given, 2);
      seidel_grid grid(given);
      grid.start();
      team.run([&] {
        for (std::size_t k = 0; k < 2; ++k) {
          grid.fork_sweep(adaptive, k, {height});
        }
      });
      EXPECT_EQ(grid.result(), expected.result()) << height << " by " << width;
    }
  }
}

}  // namespace
}  // namespace nuthatch::workloads
