// SPDX-License-Identifier: Apache-2.0

// Isolated blocks that wait for tasks which need the same blocks.

#include <array>
#include <cstddef>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/busy_workers.hpp"
#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

struct needs_the_block {
  int* object;

  void operator()() const {
    isolated(on(*object), [] {});
  }
};

template <class Wait>
void wait_in_a_block(const testing::setting& setting, Wait wait) {
  options wanted;
  wanted.scheduler = setting.scheduler;
  wanted.workers = setting.workers;
  runtime r(wanted);
  int object = 0;
  r.run([&] { isolated(on(object), [&] { wait(object); }); });
}

class isolation_stuck_death_test : public ::testing::TestWithParam<testing::setting> {
 protected:
  void SetUp() override {
    if (!base::assertions_checked) {
      GTEST_SKIP() << "without assertions it hangs";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(every,
                         isolation_stuck_death_test,
                         ::testing::ValuesIn(testing::settings({1, 2})),
                         testing::name_of);

TEST_P(isolation_stuck_death_test, future_that_needs_the_block_is_named) {
  EXPECT_DEATH(
      wait_in_a_block(GetParam(), [](int& object) { launch(needs_the_block{&object}).get(); }),
      "isolated(.|\n)*needs_the_block(.|\n)*waits for an isolated block(.|\n)*the root task");
}

TEST_P(isolation_stuck_death_test, child_that_needs_the_block_is_named) {
  EXPECT_DEATH(wait_in_a_block(GetParam(),
                               [](int& object) {
                                 scope s;
                                 s.spawn(work_first, needs_the_block{&object});
                                 s.sync();
                               }),
               "isolated(.|\n)*waits for an isolated block(.|\n)*the root task");
}

TEST_P(isolation_stuck_death_test, block_on_everything_is_named) {
  EXPECT_DEATH(
      wait_in_a_block(GetParam(), [](int& /*object*/) { launch([] { isolated([] {}); }).get(); }),
      "isolated(.|\n)*waits for an isolated block(.|\n)*the root task");
}

class isolation_not_stuck_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(isolation_not_stuck_test);

// All workers sleep while other threads are in blocks, or have what a task waits for.
TEST_P(isolation_not_stuck_test, who_is_outside_may_still_do_something) {
  on_runtime([](runtime& r) {
    options two;
    two.workers = 2;
    runtime other(two);
    int object = 0;
    for (std::size_t round = 0; round < testing::rounds(200); ++round) {
      r.run([&] {
        finish([&] {
          async([&] {
            isolated(on(object), [&] { other.run([&] { object += round % 2 == 0 ? 1 : 0; }); });
          });
          async([&] { isolated(on(object), [&] { ++object; }); });
          async([&] { other.run([&] { isolated(on(object), [&] { ++object; }); }); });
        });
      });
    }
    EXPECT_GT(object, 0);
  });
}

}  // namespace
}  // namespace nuthatch
