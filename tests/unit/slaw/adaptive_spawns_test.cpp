// SPDX-License-Identifier: Apache-2.0

// Adaptive spawns under the scheduler slaw, with real workers.

#include <atomic>
#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "effort.hpp"

namespace nuthatch {
namespace {

options slaw_options(unsigned workers) {
  options wanted;
  wanted.scheduler = "slaw";
  wanted.workers = workers;
  return wanted;
}

/// Asyncs that each spawn the next one before they end.
void chain_of_asyncs(std::int64_t left, std::atomic<std::int64_t>& done) {
  done.fetch_add(1, std::memory_order_relaxed);
  if (left > 1) {
    async([left, &done] { chain_of_asyncs(left - 1, done); });
  }
}

TEST(adaptive_spawns, a_chain_of_a_million_asyncs_needs_few_stacks) {
  const auto asyncs = static_cast<std::int64_t>(testing::rounds(1'000'000));
  for (const unsigned workers : {1U, 2U, 8U}) {
    runtime r(slaw_options(workers));
    std::atomic<std::int64_t> done = 0;
    r.run([asyncs, &done] { chain_of_asyncs(asyncs, done); });
    EXPECT_EQ(done.load(), asyncs);
    EXPECT_LE(r.statistics().stacks_peak, workers * 600U);
  }
}

TEST(adaptive_spawns, a_chain_of_forced_work_first_asyncs_says_which_limit_it_hit) {
  options wanted = slaw_options(1);  // thieves would end spawners, and return their stacks
  wanted.max_stacks = 1'000;
  runtime r(wanted);

  struct chain {
    static void link(int left) {
      if (left > 0) {
        async(work_first, [left] { link(left - 1); });
      }
    }
  };

  try {
    r.run([] { chain::link(100'000); });
    FAIL() << "100,000 stacks, though 1,000 are allowed";
  } catch (const stack_limit_error& limit) {
    EXPECT_NE(std::string_view(limit.what()).find("1000 stacks"), std::string_view::npos)
        << limit.what();
  }
}

TEST(adaptive_spawns, few_fresh_tasks_wait_when_one_scope_spawns_a_million) {
  runtime r(slaw_options(1));
  std::int64_t sum = 0;
  r.run([&sum] {
    scope all;
    for (int i = 0; i < 1'000'000; ++i) {
      all.spawn([&sum, i] { sum += i; });
    }
    all.sync();
  });
  EXPECT_EQ(sum, std::int64_t{999'999} * 500'000);
  EXPECT_LE(r.statistics().fresh_peak, 256U) << "blocks of 64 at a time";
}

int deep(int levels) {
  if (levels == 0) {
    return 0;
  }
  int below = 0;
  scope s;
  s.spawn([&below, levels] { below = deep(levels - 1); });
  s.sync();
  return below + 1;
}

int deep_pair(int levels) {
  if (levels == 0) {
    return 0;
  }
  auto [below, here] = fork_join([levels] { return deep_pair(levels - 1); }, [] { return 1; });
  return below + here;
}

int deep_finish(int levels) {
  if (levels == 0) {
    return 0;
  }
  int below = 0;
  finish([&] { async([&below, levels] { below = deep_finish(levels - 1); }); });
  return below + 1;
}

// If tasks have to wait for each other, their stacks stay in use. But no stack overflows, and no
// chain becomes longer than the threshold.
TEST(adaptive_spawns, deep_recursion_begins_new_chains) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    options wanted = slaw_options(workers);
    wanted.stack_threshold = 4;
    wanted.stack_size = std::size_t{128} << 10;
    runtime r(wanted);
    r.count_spawns(/*wanted=*/true);
    EXPECT_EQ(r.run([] { return deep(20'000); }), 20'000);
    EXPECT_EQ(r.run([] { return deep_pair(20'000); }), 20'000);
    EXPECT_EQ(r.run([] { return deep_finish(20'000); }), 20'000);
    EXPECT_LE(r.statistics().chain_peak, 4U);
    EXPECT_GT(r.statistics().suspensions, 0U);
  }
}

/// Every level has a forced work-first child, which has an adaptive child.
void mixed(int levels) {
  if (levels > 0) {
    fork_join(
        work_first,
        [levels] { finish([levels] { async([levels] { mixed(levels - 1); }); }); },
        [] {});
  }
}

TEST(adaptive_spawns, do_not_add_to_a_chain_that_forced_ones_made_too_long) {
  options wanted = slaw_options(1);
  wanted.stack_threshold = 4;
  runtime r(wanted);
  r.count_spawns(/*wanted=*/true);
  r.run([] { mixed(100); });
  EXPECT_GE(r.statistics().chain_peak, 100U) << "the forced ones' own";
  EXPECT_LE(r.statistics().chain_peak, 104U);
}

/// Nested work-first children, which use `depth` stacks besides the caller's.
void nested(int depth) {
  if (depth > 0) {
    fork_join(work_first, [depth] { nested(depth - 1); }, [] {});
  }
}

TEST(adaptive_spawns, the_length_of_a_chain_is_what_it_is) {
  for (const char* const scheduler : {"slaw", "work_stealing", "channel"}) {
    options wanted = slaw_options(1);
    wanted.scheduler = scheduler;
    runtime r(wanted);
    r.count_spawns(/*wanted=*/true);
    for (const int depth : {1, 2, 7, 30}) {
      r.reset_statistics();
      r.run([depth] {
        nested(depth);
        testing::give_way();  // suspended and resumed
        nested(depth);
      });
      EXPECT_EQ(r.statistics().chain_peak, static_cast<std::uint64_t>(depth) + 1) << scheduler;
    }
  }
}

TEST(adaptive_spawns, thresholds_are_raised_to_the_number_of_workers) {
  options wanted = slaw_options(16);
  wanted.fresh_threshold = 3;
  wanted.policy_interval = 1;
  const runtime r(wanted);
  EXPECT_EQ(r.configuration().fresh_threshold, 16U);
  EXPECT_EQ(r.configuration().policy_interval, 16U);
}

TEST(adaptive_spawns, thresholds_out_of_range_are_refused) {
  for (std::uint32_t options::* const threshold :
       {&options::stack_threshold, &options::fresh_threshold, &options::policy_interval}) {
    options wanted = slaw_options(1);
    wanted.*threshold = 0;
    EXPECT_THROW(runtime{wanted}, option_error);
    wanted.*threshold = max_threshold + 1;
    EXPECT_THROW(runtime{wanted}, option_error);
  }
}

}  // namespace
}  // namespace nuthatch
