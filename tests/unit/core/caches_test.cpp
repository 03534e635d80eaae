// SPDX-License-Identifier: Apache-2.0

// Fresh work that has to start while no stack is available.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "core/busy_workers.hpp"
#include "effort.hpp"
#include "event.hpp"
#include "runtime/runtime_on.hpp"
#include "runtime_test.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

class few_stacks_test : public testing::runtime_test {
 protected:
  void allow_few_stacks() { configuration().max_stacks = std::size_t{4} * workers(); }
};

NUTHATCH_ON_EVERY_SCHEDULER(few_stacks_test);

/// Spawns so many tasks that they use up all stacks unless some task resumes. Each of them waits
/// for the task in its block; that task waits as well, but can resume.
void queue_for_a_block(int tasks, int& ended) {
  finish([&] {
    for (int i = 0; i < tasks; ++i) {
      async(help_first, [&ended] {
        isolated([&ended] {
          testing::give_way();
          ++ended;
        });
      });
    }
  });
}

TEST_P(few_stacks_test, tasks_that_can_go_on_do_before_others_are_refused) {
  allow_few_stacks();
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(500));
    int ended = 0;
    r.run([&] { queue_for_a_block(tasks, ended); });
    EXPECT_EQ(ended, tasks);
    EXPECT_LE(r.statistics().stacks_peak, 4 * r.workers());
  });
}

TEST_P(few_stacks_test, tasks_that_can_go_on_do_while_other_workers_are_busy) {
  allow_few_stacks();
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(100));
    int ended = 0;
    std::atomic<unsigned> busy = 0;
    testing::event over;
    r.run([&] {
      for (unsigned i = 1; i < r.workers(); ++i) {
        async(help_first, [&] {
          ++busy;
          over.hold();
        });
      }
      testing::hold_until([&] { return busy == r.workers() - 1; });
      queue_for_a_block(tasks, ended);
      over.happen();
    });
    EXPECT_EQ(ended, tasks);
  });
}

// A resumed task is in a queue behind fresh ones.
TEST_P(few_stacks_test, tasks_behind_fresh_ones_are_found) {
  allow_few_stacks();
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(100));
    int ended = 0;
    r.run([&] {
      finish([&] {
        isolated([&] {
          for (unsigned i = 0; i < 3 * r.workers(); ++i) {
            async(help_first, [&] { isolated([&] { ++ended; }); });
          }
          testing::give_way();  // suspends this task, so that the others begin and wait
        });
        for (int i = 0; i < tasks; ++i) {
          async(help_first, [&] { isolated([&] { ++ended; }); });
        }
        testing::give_way();
      });
    });
    EXPECT_EQ(ended, tasks + static_cast<int>(3 * r.workers()));
  });
}

/// The result is right, or the program is refused for lack of stacks.
int some_program(base::random_source& random, int depth, std::vector<int>& objects) {
  if (depth == 0) {
    int& one = objects[random.below(static_cast<unsigned>(objects.size()))];
    isolated(on(one), [&one] {
      testing::give_way();
      ++one;
    });
    return 1;
  }
  std::vector<future<int>> parts;
  for (unsigned i = 1 + random.below(3); i > 0; --i) {
    parts.push_back(launch([&objects, depth, seed = random.below(1U << 30)] {
      base::random_source own(seed, 0);
      return some_program(own, depth - 1, objects);
    }));
  }
  if (random.below(2) == 0) {
    testing::give_way();
  }
  int sum = 0;
  bool refused = false;
  for (future<int>& part : parts) {
    try {
      sum += part.get();
    } catch (const stack_limit_error&) {
      refused = true;
    }
  }
  if (refused) {
    throw stack_limit_error("a part was refused");
  }
  return sum;
}

TEST_P(few_stacks_test, random_programs_end) {
  allow_few_stacks();
  on_runtime([](runtime& r) {
    for (std::uint64_t round = 0; round < testing::rounds(100); ++round) {
      std::vector<int> objects(3);
      try {
        const int leaves = r.run([&] {
          base::random_source random(testing::seed() + round, 0);
          return some_program(random, 4, objects);
        });
        EXPECT_EQ(leaves, objects[0] + objects[1] + objects[2]);
      } catch (const stack_limit_error&) {
        EXPECT_EQ(r.run([] { return 1; }), 1);
      }
    }
  });
}

class patience_test : public ::testing::TestWithParam<std::string> {};

// Two tasks wait for a block. Their stacks, that of the block's holder and that of the root are all
// stacks. However long that takes, a further task only has to wait for one of them.
TEST_P(patience_test, a_stack_may_come_free_as_long_as_somebody_runs) {
  options wanted;
  wanted.scheduler = GetParam();
  wanted.workers = 2;
  wanted.max_stacks = 4;
  twin::virtual_platform platform(twin::machine_model::flat(2), twin::costs(), testing::seed());
  const std::unique_ptr<runtime> two = runtime_on(platform, wanted);
  int ended = 0;
  two->run([&] {
    testing::event held;
    async(help_first, [&] {
      isolated([&] {
        held.happen();
        constexpr std::uint64_t minute_ns = 60'000'000'000;
        charge_work(minute_ns);
        ++ended;
      });
    });
    held.hold();
    for (int i = 0; i < 6; ++i) {
      async(help_first, [&] { isolated([&] { ++ended; }); });
    }
  });
  EXPECT_EQ(ended, 7);
}

INSTANTIATE_TEST_SUITE_P(every,
                         patience_test,
                         ::testing::Values("work_stealing", "channel", "slaw"),
                         [](const auto& which) { return which.param; });

// The closure of a refused task may own another task, which has to be refused first.
TEST_P(few_stacks_test, closure_of_a_refused_task_may_wait_for_another) {
  configuration().max_stacks = std::size_t{16};
  on_runtime([](runtime& r) {
    int object = 0;
    std::atomic<bool> full = false;
    std::atomic<bool> over = false;
    std::thread holder(
        [&] { isolated(on(object), [&] { testing::occupy_until([&] { return over.load(); }); }); });
    future<int> last;
    std::thread filler([&] {
      r.run([&] {
        scope waiting;
        try {
          for (;;) {
            waiting.spawn(work_first, [&object] { isolated(on(object), [] {}); });
          }
        } catch (const stack_limit_error&) {
          future<int> one = launch([] { return 1; });
          future<int> two = launch([one = std::move(one)]() mutable { return one.get() + 1; });
          last = launch([two = std::move(two)]() mutable { return two.get() + 1; });
          full = true;
        }
        waiting.sync();
      });
    });
    testing::occupy_until([&] { return full.load(); });
    try {
      EXPECT_EQ(last.get(), 3);
    } catch (const stack_limit_error&) {
      EXPECT_FALSE(last.valid());
    }
    over = true;
    holder.join();
    filler.join();
  });
}

}  // namespace
}  // namespace nuthatch
