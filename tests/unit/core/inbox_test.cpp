// SPDX-License-Identifier: Apache-2.0

// Work for one particular worker: no other worker gets it, and that worker is woken for it.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "core/busy_workers.hpp"
#include "effort.hpp"
#include "event.hpp"
#include "hop.hpp"
#include "runtime_test.hpp"
#include "seed.hpp"

namespace nuthatch {
namespace {

using testing::arrive_at;
using testing::hold_until;
using testing::hop_to;
using testing::wait_and_go_on_at;
using testing::worker_here;

class inbox_test : public testing::runtime_test {
 protected:
  [[nodiscard]] static unsigned asleep() {
    core::team& team = core::worker::current().team();
    unsigned count = 0;
    for (unsigned i = 0; i < team.places(); ++i) {
      count += team.place_at(i).asleep.any_count();
    }
    return count;
  }
};

NUTHATCH_ON_EVERY_SCHEDULER(inbox_test);

TEST_P(inbox_test, a_worker_that_sleeps_is_woken_for_what_is_sent_to_it) {
  on_runtime([](runtime& r) {
    r.run([&r] {
      for (unsigned round = 0; round < 3; ++round) {
        for (unsigned i = 0; i < r.workers(); ++i) {
          hold_until([&] { return asleep() == r.workers() - 1; });
          EXPECT_EQ(hop_to(i), i);
        }
      }
    });
  });
}

template <class Policy>
int small_tree(Policy policy, int depth) {
  if (depth == 0) {
    poll();
    return 1;
  }
  auto [left, right] = fork_join(
      policy,
      [=] { return small_tree(policy, depth - 1); },
      [=] { return small_tree(policy, depth - 1); });
  return left + right;
}

TEST_P(inbox_test, tasks_hop_from_worker_to_worker_beside_others) {
  on_each_policy([](runtime& r, auto policy) {
    constexpr unsigned tasks = 40;
    std::atomic<unsigned> hops = 0;
    r.run([&] {
      parallel_for(
          policy,
          0U,
          tasks,
          [&](unsigned task) {
            base::random_source random(testing::seed(), task);
            for (int i = 0; i < 10; ++i) {
              const unsigned where = random.below(r.workers());
              EXPECT_EQ(hop_to(where), where);
              const unsigned depth = random.below(4);
              EXPECT_EQ(small_tree(policy, static_cast<int>(depth)), 1 << depth);
              ++hops;
            }
          },
          grain{1});
    });
    EXPECT_EQ(hops, tasks * 10);
  });
}

// The task resumes there, whichever worker ends the last child.
TEST_P(inbox_test, joins_go_on_where_it_was_said) {
  on_each_policy([](runtime& r, auto policy) {
    const std::size_t rounds = testing::rounds(200);
    r.run([&] {
      base::random_source random(testing::seed());
      for (std::size_t round = 0; round < rounds; ++round) {
        const unsigned children = 1 + random.below(3);
        const unsigned where = random.below(r.workers());
        detail::join_counter join;
        join.forked = static_cast<std::int32_t>(children);
        finish([&] {
          for (unsigned i = 0; i < children; ++i) {
            async(policy, [&, length = random.below(3)] {
              static_cast<void>(small_tree(policy, static_cast<int>(length)));
              arrive_at(join);
            });
          }
          EXPECT_TRUE(wait_and_go_on_at(where, join));
        });
      }
    });
  });
}

TEST_P(inbox_test, who_is_told_to_go_on_does_so_where_it_was_said) {
  on_each_policy([](runtime& r, auto policy) {
    const std::size_t rounds = testing::rounds(200);
    r.run([&] {
      base::random_source random(testing::seed());
      for (std::size_t round = 0; round < rounds; ++round) {
        const unsigned where = random.below(r.workers());
        testing::rendezvous waits;
        finish([&] {
          async(policy, [&, length = random.below(4)] {
            static_cast<void>(small_tree(policy, static_cast<int>(length)));
            waits.tell();
          });
          EXPECT_TRUE(waits.wait_and_go_on_at(where));
        });
      }
    });
  });
}

// Items in the worker's own queues, oldest first, and items in the mailbox of its place get their
// turn.
TEST_P(inbox_test, an_inbox_that_never_becomes_empty_starves_nobody) {
  on_runtime([](runtime& r) {
    r.run([] {
      const unsigned here = worker_here();
      std::atomic<bool> over = false;
      std::atomic<unsigned> restless = 0;
      future<void> in_a_queue;
      finish([&] {
        for (int i = 0; i < 2; ++i) {
          async(help_first, [&] {
            ++restless;
            while (!over) {
              EXPECT_EQ(hop_to(here), here);
            }
          });
        }
        async(help_first, [&] {
          while (restless < 2) {
            testing::give_way();
          }
          in_a_queue = launch([&] { over = true; });
          EXPECT_EQ(hop_to(here), here);  // publishes the launched task
        });
      });
      in_a_queue.get();
    });
  });
}

// All stacks are suspended for one worker, which is busy. The others starve until it continues.
TEST_P(inbox_test, goes_on_where_others_have_no_stack) {
  constexpr unsigned stacks = 64;
  configuration().max_stacks = stacks;
  // Workers leave some of the last stacks to tasks that run in place.
  const unsigned in_use = testing::keeps_spawns(GetParam()) ? stacks : stacks / 2;
  on_runtime([in_use](runtime& r) {
    constexpr unsigned tasks = 500;
    std::atomic<unsigned> done = 0;
    r.run([&] {
      const unsigned here = worker_here();
      finish([&] {
        for (unsigned i = 0; i < tasks; ++i) {
          async(help_first, [&] {
            EXPECT_EQ(hop_to(here), here);
            EXPECT_EQ(hop_to((here + 1) % r.workers()), (here + 1) % r.workers());
            ++done;
          });
        }
        if (r.workers() > 1) {
          hold_until([&] { return r.statistics().stacks_live >= in_use; });
        }
      });
    });
    EXPECT_EQ(done, tasks);
  });
}

}  // namespace
}  // namespace nuthatch
