// SPDX-License-Identifier: Apache-2.0

// Published work that no worker took. The other workers are kept busy, and the spawner is made to
// publish its work, as by the request of a thief.

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::be_asked_for_work;
using testing::counted;
using testing::while_others_are_busy;

class take_back_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(take_back_test);

TEST_P(take_back_test, continuation) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      int runs = 0;
      scope s;
      for (int i = 0; i < 3; ++i) {
        be_asked_for_work();
        s.spawn(work_first, [&, c = counted(i)] {
          EXPECT_EQ(runs, c.value());
          ++runs;
        });
        EXPECT_EQ(runs, i + 1);
      }
      s.sync();
      EXPECT_EQ(r.statistics().taken_back - before, 3U);
    });
  });
}

TEST_P(take_back_test, continuation_asked_for_during_the_child) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      auto [a, b] = fork_join(
          work_first,
          [] {
            be_asked_for_work();
            poll();
            return counted(1);
          },
          [] { return counted(2); });
      EXPECT_EQ(a.value(), 1);
      EXPECT_EQ(b.value(), 2);
      EXPECT_EQ(r.statistics().taken_back - before, 1U);
    });
  });
}

TEST_P(take_back_test, async_continuation) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      std::vector<int> order;
      finish([&] {
        be_asked_for_work();
        async(work_first, [&] { order.push_back(1); });
        order.push_back(2);
      });
      EXPECT_EQ(order, (std::vector{1, 2}));
      EXPECT_EQ(r.statistics().taken_back - before, 1U);
    });
  });
}

TEST_P(take_back_test, pending_callable) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      be_asked_for_work();
      auto [a, b] =
          fork_join(help_first, [] { return counted(1); }, [c = counted(2)] { return c.value(); });
      EXPECT_EQ(a.value(), 1);
      EXPECT_EQ(b, 2);
      EXPECT_EQ(r.statistics().taken_back - before, 1U);
    });
  });
}

TEST_P(take_back_test, siblings) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      std::vector<int> runs(100);
      scope s;
      for (int& run : runs) {
        if (&run == &runs[40] || &run == &runs[70]) {
          be_asked_for_work();
        }
        s.spawn(help_first, [&run, c = counted()] { ++run; });
      }
      s.sync();
      EXPECT_EQ(runs, std::vector<int>(100, 1));
      EXPECT_GE(r.statistics().taken_back - before, 2U);
    });
  });
}

// Siblings below a running child are published at different times.
TEST_P(take_back_test, siblings_given_away_at_the_sync) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      std::vector<int> runs(100);
      scope s;
      for (int& run : runs) {
        s.spawn(help_first, [&run, &runs] {
          ++run;
          if (&run == &runs.back() || &run == &runs[50]) {
            be_asked_for_work();
            poll();
          }
        });
      }
      s.sync();
      EXPECT_EQ(runs, std::vector<int>(100, 1));
      EXPECT_GE(r.statistics().taken_back - before, 2U);
    });
  });
}

// A join has to take back its own work, not that of an enclosing join.
TEST_P(take_back_test, several_levels) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const std::uint64_t before = r.statistics().taken_back;
      std::vector<int> runs(5);
      scope outer;
      outer.spawn(help_first, [&] { ++runs[0]; });
      fork_join(
          help_first,
          [&] {
            scope inner;
            inner.spawn(help_first, [&] { ++runs[1]; });
            fork_join(
                work_first,
                [&] {
                  ++runs[2];
                  be_asked_for_work();
                  poll();
                },
                [&] { ++runs[3]; });
            inner.sync();
          },
          [&] { ++runs[4]; });
      outer.sync();
      EXPECT_EQ(runs, std::vector<int>(5, 1));
      EXPECT_GE(r.statistics().taken_back - before, 1U);
    });
  });
}

TEST_P(take_back_test, exceptions_pass) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      const auto fail = [] {
        throw std::runtime_error("expected");
      };
      be_asked_for_work();
      EXPECT_THROW(fork_join(help_first, [] {}, fail), std::runtime_error);
      be_asked_for_work();
      EXPECT_THROW(fork_join(help_first, fail, [] {}), std::runtime_error);
      be_asked_for_work();
      EXPECT_THROW(fork_join(help_first, fail, fail), task_errors);
      be_asked_for_work();
      EXPECT_THROW(fork_join(work_first, fail, [] {}), std::runtime_error);
      be_asked_for_work();
      EXPECT_THROW(fork_join(work_first, fail, fail), task_errors);
    });
  });
}

// Every spawn of a recursion is published once, and then taken back or stolen.
template <class Policy>
long leaves(Policy policy, int depth) {
  be_asked_for_work();
  if (depth == 0) {
    return 1;
  }
  auto [a, b] = fork_join(
      policy, [=] { return leaves(policy, depth - 1); }, [=] { return leaves(policy, depth - 1); });
  return a + b;
}

TEST_P(take_back_test, recursion_that_gives_everything_away) {
  on_each_policy([](runtime& r, auto policy) {
    constexpr unsigned forks = 1023;
    EXPECT_EQ(r.run([policy] { return leaves(policy, 10); }), forks + 1);
    EXPECT_EQ(r.statistics().published, forks);
  });
}

}  // namespace
}  // namespace nuthatch
