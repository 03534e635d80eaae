// SPDX-License-Identifier: Apache-2.0
#include "cli/measure/measurement.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "workloads/workload.hpp"

namespace nuthatch::cli {
namespace {

// Records the calls, and returns a wrong answer in one chosen run.
class noted_problem : public workloads::instance {
 public:
  void reset() override { calls += 'r'; }

  void run_serial() override {
    calls += 'S';
    ++runs;
  }

  void run_parallel(spawn_policy policy) override {
    calls += 'P';
    ++runs;
    last_policy = policy;
    fork_join(work_first, [] {}, [] {});
  }

  std::string verify() override {
    calls += 'v';
    return runs == wrong_run ? "expected 1, found 2" : "";
  }

  [[nodiscard]] std::string answer() const override {
    return runs == other_answer_run ? "other" : "usual";
  }

  std::string calls;
  int runs = 0;
  int wrong_run = 0;
  int other_answer_run = 0;
  spawn_policy last_policy = spawn_policy::adaptive;
};

class measurement_test : public ::testing::Test {
 protected:
  measurement run(const measurement_plan& plan) { return measure(problem_, &workers_, plan); }

  noted_problem problem_;
  runtime workers_{options{.workers = 2}};
};

TEST_F(measurement_test, serial_and_parallel_alternate_after_one_warm_up_each) {
  const measurement measured = run({.repeat = 2, .count_spawns = false});
  EXPECT_EQ(problem_.calls, "rSvrPvrSvrPvrSvrPv");
  EXPECT_EQ(
      measured.order,
      (std::vector{run_kind::serial, run_kind::parallel, run_kind::serial, run_kind::parallel}));
  EXPECT_EQ(measured.seconds.size(), 2U);
  EXPECT_EQ(measured.serial_seconds.size(), 2U);
  EXPECT_EQ(measured.cpu_seconds.size(), 2U);
  EXPECT_EQ(measured.serial_cpu_seconds.size(), 2U);
  EXPECT_TRUE(measured.verified());
  EXPECT_FALSE(measured.with_spawns);
}

TEST_F(measurement_test, spawns_are_counted_in_one_more_parallel_run) {
  const measurement measured = run({.repeat = 1});
  EXPECT_EQ(problem_.calls, "rSvrPvrSvrPvrPv");
  EXPECT_EQ(measured.seconds.size(), 1U);
  ASSERT_TRUE(measured.with_spawns);
  EXPECT_EQ(measured.with_spawns->spawns, 1U);
}

TEST_F(measurement_test, programs_without_phases_are_one_phase) {
  const measurement found =
      run({.repeat = 2, .serial = false, .schedules = schedule_use::persistent});
  EXPECT_EQ(problem_.calls, "rPvrPvrPvrPv");
  ASSERT_TRUE(found.schedules.persistent);
  EXPECT_EQ(found.schedules.persistent->runs, 3U) << "the run that counts spawns comes later";
  EXPECT_EQ(found.schedules.sums.steps, found.schedules.kept.steps());
  EXPECT_GE(found.schedules.kept.steps(), 1U);

  const measurement said = run({.repeat = 1, .schedules = schedule_use::designated});
  EXPECT_FALSE(said.schedules.persistent);
  EXPECT_EQ(said.schedules.kept.steps(), 1U) << "nothing was designated";
  EXPECT_EQ(said.schedules.sums.migrated, 0U);
  EXPECT_GT(said.schedules.sums.idle_seconds, 0) << "of the other worker";
}

TEST_F(measurement_test, a_wrong_answer_leaves_the_state_of_phases) {
  problem_.wrong_run = 1;
  const measurement found =
      run({.repeat = 2, .serial = false, .schedules = schedule_use::persistent});
  EXPECT_FALSE(found.verified());
  ASSERT_TRUE(found.schedules.persistent);
  EXPECT_EQ(found.schedules.persistent->runs, 1U);
}

TEST_F(measurement_test, one_kind_only) {
  EXPECT_EQ(measure(problem_, nullptr, {.repeat = 1, .parallel = false}).order,
            std::vector{run_kind::serial});
  EXPECT_EQ(problem_.calls, "rSvrSv");
  problem_.calls.clear();
  EXPECT_EQ(run({.repeat = 1, .serial = false, .count_spawns = false}).order,
            std::vector{run_kind::parallel});
  EXPECT_EQ(problem_.calls, "rPvrPv");
}

TEST_F(measurement_test, policy_reaches_the_problem) {
  run({.repeat = 1, .policy = spawn_policy::help_first});
  EXPECT_EQ(problem_.last_policy, spawn_policy::help_first);
}

TEST_F(measurement_test, first_wrong_answer_ends_it) {
  problem_.wrong_run = 4;
  const measurement measured = run({.repeat = 5});
  EXPECT_FALSE(measured.verified());
  EXPECT_EQ(measured.complaint, "parallel 1/5: expected 1, found 2");
  EXPECT_EQ(problem_.runs, 4);
}

TEST_F(measurement_test, warm_ups_are_verified_too) {
  problem_.wrong_run = 1;
  EXPECT_EQ(run({.repeat = 5}).complaint, "serial warm-up: expected 1, found 2");
}

TEST_F(measurement_test, answers_must_agree) {
  problem_.other_answer_run = 2;
  const measurement measured = run({.repeat = 5});
  EXPECT_FALSE(measured.verified());
  EXPECT_NE(measured.complaint.find("parallel warm-up: the answer is other"), std::string::npos);
}

TEST_F(measurement_test, observer_is_told_before_each_run) {
  std::vector<std::string> seen;
  measure(problem_, &workers_, {.repeat = 1}, [&](const run_notice& run) {
    seen.push_back(describe(run, 1));
  });
  EXPECT_EQ(
      seen,
      (std::vector<std::string>{
          "serial warm-up", "parallel warm-up", "serial 1/1", "parallel 1/1", "counting spawns"}));
}

}  // namespace
}  // namespace nuthatch::cli
