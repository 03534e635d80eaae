// SPDX-License-Identifier: Apache-2.0

// A scope with as few children as there are workers, each of which takes long: all of them run at
// once.

#include <algorithm>
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime/runtime_on.hpp"
#include "runtime_test.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

constexpr std::uint64_t long_ns = 50'000'000;

/// A scope of `children`, each of which works for `ns`.
template <class Policy>
void spawn_children(Policy policy, unsigned children, std::uint64_t ns) {
  scope s;
  for (unsigned i = 0; i < children; ++i) {
    s.spawn(policy, [ns] { charge_work(ns); });
  }
  s.sync();
}

class few_children_test : public ::testing::TestWithParam<testing::setting> {
 protected:
  /// Returns the longest virtual time, over several runs, of a scope with one long child for each
  /// worker. `before` runs before each scope.
  template <class Policy, class Before>
  std::uint64_t longest(Policy policy, Before before) {
    std::uint64_t longest_ns = 0;
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      twin::virtual_platform on(twin::machine_model::flat(GetParam().workers), {}, seed);
      options wanted;
      testing::apply(GetParam(), wanted);
      wanted.seed = seed;
      const std::unique_ptr<runtime> r = runtime_on(on, wanted);
      r->run([&] { before(); });
      const std::uint64_t start_ns = on.now_ns();
      r->run([&] { spawn_children(policy, GetParam().workers, long_ns); });
      longest_ns = std::max(longest_ns, on.now_ns() - start_ns);
    }
    return longest_ns;
  }

  template <class Before>
  void expect_all_at_once(Before before) {
    constexpr std::uint64_t max_ns = long_ns + long_ns / 50;
    EXPECT_LT(longest(help_first, before), max_ns);
    EXPECT_LT(longest(work_first, before), max_ns);
    EXPECT_LT(longest(adaptive, before), max_ns);
  }
};

TEST_P(few_children_test, run_at_once_in_a_fresh_runtime) {
  expect_all_at_once([] {});
}

TEST_P(few_children_test, run_at_once_after_long_ones) {
  expect_all_at_once([] { spawn_children(help_first, 20, long_ns); });
}

TEST_P(few_children_test, run_at_once_after_short_ones) {
  expect_all_at_once([] { spawn_children(help_first, 200, 3'000); });
}

NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(few_children_test, {2, 3, 8, 24});

}  // namespace
}  // namespace nuthatch
