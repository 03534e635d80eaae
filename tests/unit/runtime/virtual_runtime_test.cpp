// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "message_of.hpp"

namespace nuthatch {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t leaf_ns = 1'000;

int count_leaves(int depth) {
  if (depth == 0) {
    charge_work(leaf_ns);
    return 1;
  }
  const auto [left, right] =
      fork_join([=] { return count_leaves(depth - 1); }, [=] { return count_leaves(depth - 1); });
  return left + right;
}

options with(unsigned workers, std::uint64_t seed = 0) {
  options wanted;
  wanted.workers = workers;
  wanted.seed = seed;
  return wanted;
}

std::string complaint(unsigned workers, const std::string& machine) {
  return testing::message_of<option_error>(
      [&] { const virtual_runtime made(with(workers), machine); });
}

/// The virtual time and the steals of a program whose work takes 1.024 ms.
std::pair<std::uint64_t, std::uint64_t> measured(const virtual_runtime& on) {
  EXPECT_EQ(on->run([] { return count_leaves(10); }), 1024);
  return {on.now_ns(), on->statistics().steals};
}

TEST(virtual_runtime_test, has_a_worker_for_each_cpu_or_as_many_as_wanted) {
  EXPECT_EQ(virtual_runtime(with(0), "4x8")->workers(), 32U);
  EXPECT_EQ(virtual_runtime(with(5), "4x8")->workers(), 5U);
  EXPECT_EQ(virtual_runtime(with(5))->workers(), 5U);
}

TEST(virtual_runtime_test, runs_faster_with_more_workers) {
  const auto [alone_ns, no_steals] = measured(virtual_runtime(with(1)));
  const auto [together_ns, steals] = measured(virtual_runtime(with(0), "4x8"));
  EXPECT_GE(alone_ns, 1024 * leaf_ns);
  EXPECT_EQ(no_steals, 0U);
  EXPECT_LT(together_ns, alone_ns / 8);
  EXPECT_GT(steals, 0U);
}

TEST(virtual_runtime_test, repeats_a_run_from_its_seed) {
  EXPECT_EQ(measured(virtual_runtime(with(64, 3))), measured(virtual_runtime(with(64, 3))));
  EXPECT_NE(measured(virtual_runtime(with(64, 3))), measured(virtual_runtime(with(64, 4))));
  EXPECT_EQ(measured(virtual_runtime(with(64))), measured(virtual_runtime(with(64))));
}

TEST(virtual_runtime_test, refuses_machines_that_do_not_fit) {
  EXPECT_THAT(complaint(0, ""), HasSubstr("workers: 0"));
  EXPECT_THAT(complaint(9, "2x4"), AllOf(HasSubstr("2x4"), HasSubstr("8 cpus"), HasSubstr("9")));
  EXPECT_THAT(complaint(1, "2y4"), HasSubstr("2y4"));
}

}  // namespace
}  // namespace nuthatch
