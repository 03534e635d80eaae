// SPDX-License-Identifier: Apache-2.0

// Counters that a week of spawns could overflow start close to where they would. docs/testing.md
// has the list of all counters.

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "event.hpp"

namespace nuthatch {
namespace {

using namespace testing;
using detail::join_counter;

constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();

TEST(wrap_around_test, join_counts_more_children_than_it_has_numbers) {
  join_counter join;
  std::int64_t given = 0;
  constexpr std::int32_t at_a_time = 1 << 28;
  while (given < 3 * (std::int64_t{1} << 32)) {
    join.parent_detached(at_a_time);
    given += at_a_time;
    EXPECT_FALSE(join.arrive(at_a_time - 1));
    EXPECT_FALSE(join.parent_all_done());
    EXPECT_TRUE(join.parent_needed());
    EXPECT_FALSE(join.arrive(1));
    EXPECT_TRUE(join.parent_all_done());
  }
  join.parent_detached(2);
  EXPECT_FALSE(join.parent_commit());
  EXPECT_FALSE(join.arrive(1));
  EXPECT_TRUE(join.arrive(1));
}

/// What of a scope's children its frame says. The scope keeps it to itself.
join_counter& join_of(scope& s) {
  return *((detail::children_frame&)s).join;  // NOLINT: the only cast that goes there
}

/// As if so many children had been stolen and had ended.
void pretend(join_counter& join, std::int32_t children) {
  join.forked += children;
  join.balance -= children;
}

/// Spawns something of which the one part goes on only when another worker has taken the other.
void spawn_stolen(policy_constant<spawn_policy::help_first> policy, scope& s) {
  event begun;
  s.spawn(policy, [&begun] { begun.happen(); });
  begun.hold();
}

void spawn_stolen(policy_constant<spawn_policy::work_first> policy, scope& s) {
  const auto gone_on = std::make_shared<event>();
  s.spawn(policy, [gone_on] { gone_on->hold(); });
  gone_on->happen();
}

template <class P>
void expect_children_counted(P policy, std::int32_t before) {
  expect_in_child([=] {
    options wanted;
    wanted.workers = 3;
    runtime r(wanted);
    r.run([=] {
      std::atomic<int> ran = 0;
      scope s;
      s.spawn(policy, [&ran] { ++ran; });  // the first spawn resets the counters
      pretend(join_of(s), before);
      for (int i = 0; i < 1'000; ++i) {
        s.spawn(policy, [&ran] { ++ran; });
        if (i % 50 == 0) {
          spawn_stolen(policy, s);
        }
      }
      s.sync();
      EXPECT_EQ(ran, 1'001);
      s.spawn(policy, [&ran] { ++ran; });
      s.sync();
      EXPECT_EQ(ran, 1'002);
    });
    EXPECT_GT(r.statistics().stolen_tasks, 0U);
  });
}

TEST(wrap_around_test, scope_with_a_week_of_stolen_children) {
  for (const std::int32_t before : {largest - 2'000, join_counter::max_forked - 3}) {
    expect_children_counted(help_first, before);
    expect_children_counted(work_first, before);
  }
}

template <class P>
void expect_asyncs_counted(P policy) {
  expect_in_child([=] {
    options wanted;
    wanted.workers = 3;
    runtime r(wanted);
    std::atomic<int> ran = 0;
    r.run([&] {
      finish([&] {
        auto& balance = detail::this_worker()->finish->balance;
        balance += largest - 50;
        for (int i = 0; i < 1'000; ++i) {
          async(policy, [&] { ++ran; });
        }
        hold_until([&] { return ran >= 500; });
        balance -= largest - 50;
      });
      EXPECT_EQ(ran, 1'000);
    });
  });
}

// Asyncs are counted while they are out. The count may even pass the largest number and come back.
TEST(wrap_around_test, finish_with_more_asyncs_than_numbers) {
  expect_asyncs_counted(help_first);
  expect_asyncs_counted(work_first);
}

}  // namespace
}  // namespace nuthatch
