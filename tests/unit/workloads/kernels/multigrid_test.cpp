// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/multigrid.hpp"

#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

#include "workloads/kernels/mg_input.hpp"
#include "workloads/kernels/periodic_grid.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {
namespace {

TEST(multigrid, every_cycle_leaves_a_fraction_of_the_residual) {
  const periodic_grid right = mg_charges(16);
  multigrid subject(right, 1);
  subject.run(in_order, 0);
  double before = subject.norm();
  EXPECT_NEAR(before, std::sqrt(20 / 4096.0), 1e-15) << "all of the right side";
  for (std::size_t cycle = 0; cycle < 5; ++cycle) {
    subject.run(in_order, 1);
    EXPECT_LT(subject.norm(), 0.5 * before);
    before = subject.norm();
  }
}

TEST(multigrid, starts_again) {
  const periodic_grid right = mg_charges(8);
  multigrid subject(right, 3);
  subject.run(in_order, 3);
  const double norm = subject.norm();
  const periodic_grid solution = subject.solution();
  subject.start();
  EXPECT_EQ(subject.norm(), 0.0);
  EXPECT_TRUE(subject.solution() == periodic_grid(8));
  subject.run(in_order, 3);
  EXPECT_EQ(subject.norm(), norm);
  EXPECT_TRUE(subject.solution() == solution);
}

TEST(multigrid, results_do_not_depend_on_the_planes_of_a_task) {
  const periodic_grid right = mg_charges(16);
  multigrid one(right, 1);
  multigrid other(right, 7);
  one.run(in_order, 2);
  other.run(in_order, 2);
  EXPECT_EQ(one.norm(), other.norm());
  EXPECT_TRUE(one.solution() == other.solution());
}

TEST(multigrid, can_be_left_to_be_started) {
  const periodic_grid right = mg_charges(16);
  multigrid reference(right, 3);
  reference.run(in_order, 2);
  multigrid subject(right, 3, untouched);
  std::size_t next = 0;
  subject.for_finest_planes(in_order, [&next](std::size_t first, std::size_t last) {
    EXPECT_EQ(first, next);
    next = last;
  });
  EXPECT_EQ(next, right.size());
  subject.start(in_order);
  subject.run(in_order, 2);
  EXPECT_EQ(subject.norm(), reference.norm());
  EXPECT_TRUE(subject.solution() == reference.solution());
}

}  // namespace
}  // namespace nuthatch::workloads
