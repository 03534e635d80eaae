// SPDX-License-Identifier: Apache-2.0

// The bounds of the paper's theorems 3.1 and 3.3 and of Algorithm 1, checked on random spawn trees.

#include <algorithm>
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "effort.hpp"
#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

/// A random program of nested asyncs, finishes and scopes. Its counters are plain, because virtual
/// workers share one thread.
class random_tree {
 public:
  random_tree(std::uint64_t seed, int deepest, int widest)
      : seed_(seed),
        deepest_(deepest),
        widest_(widest) {}

  void run() {
    finish([this] { task(seed_, 1); });
  }

  [[nodiscard]] int max_active() const noexcept { return max_active_; }

  [[nodiscard]] int depth() const noexcept { return depth_; }

  [[nodiscard]] std::uint64_t tasks() const noexcept { return tasks_; }

  [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }

 private:
  void task(std::uint64_t number, int level) {
    ++tasks_;
    sum_ += number;
    max_active_ = std::max(max_active_, ++active_);
    depth_ = std::max(depth_, level);
    base::random_source random(number, 0);
    charge_work(random.below(2'000));
    if (level < deepest_) {
      spawn_some(random, level);
    }
    charge_work(random.below(500));
    --active_;
  }

  void spawn_some(base::random_source& random, int level) {
    const unsigned children = random.below(static_cast<unsigned>(widest_) + 1);
    switch (random.below(3)) {
      case 0:
        spawn_asyncs(random, children, level);
        break;
      case 1:
        finish([&] { spawn_asyncs(random, children, level); });
        break;
      default: {
        scope all;
        for (unsigned i = 0; i < children; ++i) {
          all.spawn([this, number = random.next(), level] { task(number, level + 1); });
        }
        all.sync();
      }
    }
  }

  void spawn_asyncs(base::random_source& random, unsigned children, int level) {
    for (unsigned i = 0; i < children; ++i) {
      async([this, number = random.next(), level] { task(number, level + 1); });
      charge_work(random.below(200));
    }
  }

  std::uint64_t seed_;
  int deepest_;
  int widest_;
  int active_ = 0;
  int max_active_ = 0;
  int depth_ = 0;
  std::uint64_t tasks_ = 0;
  std::uint64_t sum_ = 0;
};

struct thresholds {
  std::uint32_t stacks;
  std::uint32_t fresh;
  std::uint32_t interval;
};

class space_test : public ::testing::TestWithParam<unsigned> {
 protected:
  /// Runs the tree with counted spawns, on as many virtual workers as the test's parameter.
  static nuthatch::statistics run(random_tree& tree,
                                  const thresholds& t,
                                  std::uint64_t seed,
                                  unsigned workers = GetParam()) {
    twin::virtual_platform on(twin::machine_model::flat(workers), {}, seed);
    options wanted;
    wanted.scheduler = "slaw";
    wanted.workers = workers;
    wanted.seed = seed;
    wanted.stack_threshold = t.stacks;
    wanted.fresh_threshold = t.fresh;
    wanted.policy_interval = t.interval;
    const std::unique_ptr<runtime> r = runtime_on(on, wanted);
    r->count_spawns(/*wanted=*/true);
    r->run([&tree] { tree.run(); });
    return r->statistics();
  }
};

INSTANTIATE_TEST_SUITE_P(workers, space_test, ::testing::Values(1U, 2U, 5U, 16U, 64U));

const std::uint64_t trees = testing::rounds(40);

TEST_P(space_test, tasks_that_have_started_are_at_most_the_serial_ones_times_the_workers) {
  for (std::uint64_t seed = 1; seed <= trees; ++seed) {
    random_tree tree(seed, 14, 3);
    static_cast<void>(run(tree, {256, 128, 64}, seed));
    EXPECT_LE(tree.max_active(), tree.depth() * static_cast<int>(GetParam())) << "seed " << seed;
  }
}

TEST_P(space_test, a_worker_owns_no_more_fresh_tasks_than_the_threshold) {
  const std::uint32_t fresh = std::max(8U, GetParam());
  for (std::uint64_t seed = 1; seed <= trees; ++seed) {
    random_tree tree(seed, 3, 40);
    const nuthatch::statistics counted = run(tree, {256, fresh, fresh}, seed);
    EXPECT_LE(counted.owned_fresh_peak, fresh) << "seed " << seed;
  }
}

TEST_P(space_test, no_chain_of_stacks_is_longer_than_the_threshold) {
  for (const std::uint32_t stacks : {1U, 2U, 3U, 7U}) {
    for (std::uint64_t seed = 1; seed <= trees; ++seed) {
      random_tree tree(seed, 20, 2);
      const nuthatch::statistics counted = run(tree, {stacks, 128, 64}, seed);
      EXPECT_LE(counted.chain_peak, stacks) << "seed " << seed;
    }
  }
}

TEST_P(space_test, the_thresholds_are_reached) {
  std::uint64_t longest = 0;
  std::uint64_t fresh = 0;
  for (std::uint64_t seed = 1; seed <= 100 && (longest < 3 || fresh <= 10); ++seed) {
    random_tree tree(seed, 20, 3);
    const nuthatch::statistics counted = run(tree, {3, 64, 64}, seed);
    longest = std::max(longest, counted.chain_peak);
    fresh = std::max(fresh, counted.owned_fresh_peak);
  }
  EXPECT_EQ(longest, 3U);
  EXPECT_GT(fresh, 10U);
}

TEST_P(space_test, every_task_runs_once) {
  for (std::uint64_t seed = 1; seed <= trees; ++seed) {
    random_tree alone(seed, 12, 3);
    random_tree together(seed, 12, 3);
    static_cast<void>(run(alone, {256, 128, 64}, seed, 1));
    static_cast<void>(run(together, {2, 64, 64}, seed));
    EXPECT_EQ(alone.tasks(), together.tasks());
    EXPECT_EQ(alone.sum(), together.sum());
  }
}

}  // namespace
}  // namespace nuthatch
