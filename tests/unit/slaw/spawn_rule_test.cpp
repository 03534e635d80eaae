// SPDX-License-Identifier: Apache-2.0
#include "schedulers/slaw/spawn_rule.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace nuthatch::scheduling {
namespace {

spawn_rule rule(std::uint32_t fresh, std::uint32_t interval) {
  return spawn_rule({fresh, interval});
}

TEST(spawn_rule, begins_help_first_for_an_interval) {
  const core::spawn_plan plan = rule(128, 64).first();
  EXPECT_EQ(plan.policy, spawn_policy::help_first);
  EXPECT_EQ(plan.spawns, 64U);
}

TEST(spawn_rule, begins_with_no_more_fresh_tasks_than_the_threshold) {
  EXPECT_EQ(rule(8, 64).first().spawns, 8U);
}

TEST(spawn_rule, goes_work_first_for_good_when_nothing_was_stolen) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  const core::spawn_plan plan = r.next(0, 64, /*idle_others=*/false);
  EXPECT_EQ(plan.policy, spawn_policy::work_first);
  EXPECT_EQ(plan.spawns, core::spawn_plan::until_told);
}

TEST(spawn_rule, stays_help_first_while_many_are_stolen) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  for (std::uint64_t round = 1; round < 10; ++round) {
    const core::spawn_plan plan = r.next(50 * round, 14, /*idle_others=*/false);
    EXPECT_EQ(plan.policy, spawn_policy::help_first);
    EXPECT_EQ(plan.spawns, 64U);
  }
}

TEST(spawn_rule, counts_only_what_was_stolen_lately) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  EXPECT_EQ(r.next(60, 4, /*idle_others=*/false).policy, spawn_policy::help_first);
  EXPECT_EQ(r.next(61, 60, /*idle_others=*/false).policy, spawn_policy::work_first) << "one of 64";
}

TEST(spawn_rule, never_plans_more_fresh_tasks_than_there_is_room_for) {
  for (std::uint64_t fresh = 0; fresh < 300; ++fresh) {
    spawn_rule r = rule(100, 64);
    static_cast<void>(r.first());
    const core::spawn_plan plan = r.next(64, fresh, /*idle_others=*/false);
    if (plan.policy == spawn_policy::help_first) {
      EXPECT_LE(fresh + plan.spawns, 100U);
    } else {
      EXPECT_GE(fresh, 80U) << "there was room";
      EXPECT_NE(plan.spawns, core::spawn_plan::until_told)
          << "steals go on, so it is worth looking again";
    }
  }
}

TEST(spawn_rule, stays_help_first_while_others_are_idle) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  EXPECT_EQ(r.next(0, 64, /*idle_others=*/true).policy, spawn_policy::help_first);
  EXPECT_EQ(r.next(0, 128, /*idle_others=*/true).policy, spawn_policy::work_first) << "no room";
}

/// Returns a rule that had become work-first, was requested for work, and has been work-first again
/// since the next interval.
spawn_rule asked_once() {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  static_cast<void>(r.next(0, 64, /*idle_others=*/false));
  static_cast<void>(r.asked(0, 0, core::spawn_plan::until_told));
  const core::spawn_plan plan = r.next(0, 0, /*idle_others=*/false);
  EXPECT_EQ(plan.policy, spawn_policy::work_first);
  EXPECT_EQ(plan.spawns, 64U);
  return r;
}

TEST(spawn_rule, goes_help_first_for_an_interval_when_asked_for_the_first_time) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  static_cast<void>(r.next(0, 64, /*idle_others=*/false));
  const core::spawn_plan plan = r.asked(0, 0, core::spawn_plan::until_told);
  EXPECT_EQ(plan.policy, spawn_policy::help_first);
  EXPECT_EQ(plan.spawns, 64U);
}

TEST(spawn_rule, stays_work_first_when_asked_for_the_first_time_without_room) {
  spawn_rule r = rule(128, 64);
  static_cast<void>(r.first());
  static_cast<void>(r.next(0, 64, /*idle_others=*/false));
  EXPECT_EQ(r.asked(0, 128, core::spawn_plan::until_told).policy, spawn_policy::work_first);
}

TEST(spawn_rule, goes_back_to_work_first_for_good_when_nobody_asks_again) {
  spawn_rule r = asked_once();
  EXPECT_EQ(r.next(0, 0, /*idle_others=*/false).spawns, core::spawn_plan::until_told)
      << "an interval without a steal";
}

TEST(spawn_rule, goes_help_first_when_asked_again_at_once) {
  spawn_rule r = asked_once();
  r.note_published(1);
  const core::spawn_plan plan = r.asked(0, 0, 62);
  EXPECT_EQ(plan.policy, spawn_policy::help_first);
  EXPECT_EQ(plan.spawns, 64U);
}

TEST(spawn_rule, stays_work_first_when_asked_again_after_a_while) {
  spawn_rule r = asked_once();
  r.note_published(1);
  const core::spawn_plan plan = r.asked(0, 0, 20);
  EXPECT_EQ(plan.policy, spawn_policy::work_first);
  EXPECT_EQ(plan.spawns, 20U) << "the interval goes on";
}

TEST(spawn_rule, counts_what_a_thief_has_got_as_fresh) {
  spawn_rule r = rule(100, 64);
  const core::spawn_plan plan = r.first();
  EXPECT_EQ(r.got(10, plan).spawns, 64U);
  EXPECT_EQ(r.got(60, plan).spawns, 40U);
  EXPECT_EQ(r.got(100, plan).policy, spawn_policy::work_first);
}

}  // namespace
}  // namespace nuthatch::scheduling
