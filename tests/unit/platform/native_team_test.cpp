// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "base/os_error.hpp"
#include "effort.hpp"
#include "platform/affinity.hpp"
#include "platform/clock.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/parker.hpp"
#include "platform/platform.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

std::unique_ptr<worker_team> team_of(unsigned workers, bool pin = false) {
  return native().make_team({.workers = workers, .pin = pin, .cpus = {}, .name = "test"});
}

class native_team_test : public ::testing::TestWithParam<unsigned> {};

TEST_P(native_team_test, runs_every_body_once) {
  std::vector<int> runs(GetParam());
  const auto team = team_of(GetParam());
  EXPECT_EQ(team->size(), GetParam());
  team->start([&](unsigned index) { ++runs[index]; });
  team->join_all();
  EXPECT_EQ(runs, std::vector<int>(GetParam(), 1));
}

TEST_P(native_team_test, destructor_joins) {
  std::vector<int> runs(GetParam());
  {
    const auto team = team_of(GetParam());
    team->start([&](unsigned index) { ++runs[index]; });
  }
  EXPECT_EQ(runs, std::vector<int>(GetParam(), 1));
}

TEST_P(native_team_test, a_token_goes_round_the_ring) {
  const unsigned workers = GetParam();
  const std::size_t laps = testing::rounds(2'000);
  const auto team = team_of(workers);
  std::size_t passed = 0;
  team->start([&](unsigned index) {
    for (std::size_t lap = 0; lap < laps; ++lap) {
      if (index != 0 || lap != 0) {
        team->park(index);
      }
      ++passed;
      team->unpark((index + 1) % workers);
    }
  });
  team->join_all();
  EXPECT_EQ(passed, laps * workers);
}

TEST_P(native_team_test, foreign_thread_waits_for_a_worker) {
  const auto team = team_of(GetParam());
  parker own;
  int answer = 0;
  team->start([&](unsigned index) {
    if (index == 0) {
      answer = 42;
      team->foreign_unpark(own);
    }
  });
  team->foreign_park(own);
  EXPECT_EQ(answer, 42);
  team->join_all();
}

TEST_P(native_team_test, pinned_workers_run_where_the_team_says) {
  const auto team = team_of(GetParam(), /*pin=*/true);
  std::vector<cpu_set> masks(GetParam());
  team->start([&](unsigned index) { masks[index] = get_affinity(); });
  team->join_all();
  for (unsigned index = 0; index < GetParam(); ++index) {
    EXPECT_EQ(masks[index].count(), 1U);
    EXPECT_EQ(team->cpu(index), masks[index].first());
  }
}

INSTANTIATE_TEST_SUITE_P(workers, native_team_test, ::testing::Values(1U, 2U, 3U, 8U));

TEST(native_team, pinning_uses_every_cpu_before_one_twice) {
  const auto team = team_of(get_affinity().count(), /*pin=*/true);
  std::vector<unsigned> cpus;
  for (unsigned index = 0; index < team->size(); ++index) {
    cpus.push_back(team->cpu(index).value_or(cpu_set::limit));
  }
  EXPECT_THAT(cpus, UnorderedElementsAreArray(get_affinity().members()));
}

TEST(native_team, given_cpus_are_used_in_turn) {
  const unsigned last = get_affinity().members().back();
  const unsigned first = get_affinity().first();
  const auto team =
      native().make_team({.workers = 3, .pin = true, .cpus = {last, first}, .name = "test"});
  EXPECT_EQ(team->cpu(0), last);
  EXPECT_EQ(team->cpu(1), first);
  EXPECT_EQ(team->cpu(2), last);
}

TEST(native_team, unpinned_workers_have_no_cpu_and_the_mask) {
  const auto team = team_of(1);
  EXPECT_EQ(team->cpu(0), std::nullopt);
  cpu_set mask;
  team->start([&](unsigned) { mask = get_affinity(); });
  team->join_all();
  EXPECT_EQ(mask, get_affinity());
}

TEST(native_team, starts_all_workers_or_none) {
  const unsigned good = get_affinity().first();
  const auto team = native().make_team(
      {.workers = 4, .pin = true, .cpus = {good, good, good, 65'000}, .name = "test"});
  std::atomic<int> runs = 0;
  try {
    team->start([&](unsigned) { ++runs; });
    FAIL();
  } catch (const base::os_error& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("'test/3' on cpu 65000"));
  }
  EXPECT_EQ(runs, 0);
  team->join_all();
}

TEST(native_team, of_nobody_is_refused) {
  EXPECT_THROW(static_cast<void>(team_of(0)), option_error);
}

TEST(native_team, unstarted_team_can_be_destroyed) {
  EXPECT_EQ(team_of(2)->size(), 2U);
}

TEST(native_team, workers_know_their_stacks) {
  const auto team = team_of(3);
  std::array<bool, 3> inside{};
  team->start([&](unsigned index) {
    const stack_bounds own = team->own_stack(index);
    const auto* const here = static_cast<const std::byte*>(__builtin_frame_address(0));
    inside[index] = own.lowest < here && here < own.highest;
  });
  team->join_all();
  EXPECT_THAT(inside, ::testing::Each(true));
}

TEST(native_team, parked_workers_use_no_cpu) {
  const auto team = team_of(8);
  team->start([&](unsigned index) { team->park(index); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::uint64_t before = process_cpu_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(process_cpu_ns() - before, 50'000'000U);
  for (unsigned index = 0; index < team->size(); ++index) {
    team->unpark(index);
  }
  team->join_all();
}

// More workers than CPUs wait for each other by relax() alone, so they have to let each other run.
TEST(native_team, relax_makes_room_when_oversubscribed) {
  const unsigned workers = 4 * native().default_workers();
  const auto team = team_of(workers);
  std::atomic<unsigned> turn = 0;
  team->start([&](unsigned index) {
    for (unsigned step = 0; turn.load() != index; ++step) {
      team->relax(index, step);
    }
    ++turn;
  });
  team->join_all();
  EXPECT_EQ(turn, workers);
}

TEST(native_team, several_teams_at_once) {
  std::atomic<int> runs = 0;
  std::vector<std::unique_ptr<worker_team>> teams;
  for (int i = 0; i < 5; ++i) {
    teams.push_back(team_of(2));
    teams.back()->start([&](unsigned) { ++runs; });
  }
  teams.clear();
  EXPECT_EQ(runs, 10);
}

TEST(native_platform, knows_its_machine) {
  EXPECT_EQ(native().default_workers(), worker_count());
  EXPECT_FALSE(native().machine().cpus().empty());
  EXPECT_EQ(&native().machine(), &native().machine());
}

TEST(native_platform, seeds_differ_and_are_not_zero) {
  const std::uint64_t one = native().random_seed();
  EXPECT_NE(one, 0U);
  EXPECT_NE(one, native().random_seed());
}

}  // namespace
}  // namespace nuthatch::platform
