// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/measurement.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/reports.hpp"
#include "cli/system/terminal.hpp"
#include "shown_runs.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {
namespace {

bench_run some_run() {
  bench_run run = testing::unmeasured_run();
  run.measured.seconds = {1.0, 3.0, 2.0};
  run.measured.serial_seconds = {4.0, 4.0, 4.0};
  run.measured.cpu_seconds = {6.0, 6.0, 6.0};
  run.measured.serial_cpu_seconds = {4.0, 4.0, 4.0};
  run.measured.answer = "17711";
  return run;
}

TEST(bench_report, ratios_come_from_medians) {
  const nlohmann::json document = nlohmann::json::parse(bench_json(some_run()));
  EXPECT_EQ(document.at("ratio"), 0.5);
  EXPECT_EQ(document.at("cpu_ratio"), 1.5);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_TRUE(document.at("spawns").is_null());
  const std::string text = bench_summary(some_run(), testing::not_a_screen(80));
  EXPECT_NE(text.find("0.50 in time (2.00 times as fast), 1.50 in CPU time"), std::string::npos);
}

TEST(bench_report, a_wrong_answer_has_no_figures) {
  bench_run run = some_run();
  run.measured.complaint = "parallel 2/3: expected 17711, found 17710";
  const nlohmann::json document = nlohmann::json::parse(bench_json(run));
  EXPECT_EQ(document.at("verified"), false);
  EXPECT_EQ(document.at("complaint"), run.measured.complaint);
  EXPECT_TRUE(document.at("ratio").is_null());
  EXPECT_TRUE(document.at("cpu_ratio").is_null());
  const std::string text = bench_summary(run, testing::not_a_screen(80));
  EXPECT_NE(text.find("WRONG ANSWER in parallel 2/3: expected 17711, found 17710"),
            std::string::npos);
  EXPECT_EQ(text.find("2.00 s"), std::string::npos);
  EXPECT_EQ(text.find("median"), std::string::npos);
}

TEST(bench_report, says_what_splicing_did) {
  bench_run run = some_run();
  run.measured.splicing = {.switches = 5,
                           .interference_checks = 1'234,
                           .delayed_steps = 7,
                           .dependences = 9,
                           .peak_delayed_bytes = 3'000'000,
                           .unspliced = 2,
                           .taken_rows = 3};
  EXPECT_FALSE(nlohmann::json::parse(bench_json(run)).contains("splice"));
  EXPECT_EQ(bench_summary(run, testing::not_a_screen(80)).find("splice"), std::string::npos);
  run.plan.splicing = splice_plan{};
  EXPECT_EQ(nlohmann::json::parse(bench_json(run)).at("splice"),
            (nlohmann::json{{"mode", "on"},
                            {"interference_checks", 1'234},
                            {"loop_switches", 5},
                            {"stack_switches", 0},
                            {"delayed_steps", 7},
                            {"dependences", 9},
                            {"peak_delayed_bytes", 3'000'000},
                            {"unspliced", 2},
                            {"taken_rows", 3}}));
  EXPECT_NE(bench_summary(run, testing::not_a_screen(80))
                .find("  splice: on, 1,234 checks, 5 switches, 7 steps delayed, 9 dependences, "),
            std::string::npos);
  run.plan.parallel = false;
  EXPECT_FALSE(nlohmann::json::parse(bench_json(run)).contains("splice"));
}

bench_run some_run_by_phases(schedule_use use) {
  bench_run run = some_run();
  run.plan.schedules = use;
  schedule_outcome& found = run.measured.schedules;
  found.sums.steps = 1'234;
  found.sums.bytes = 56'789;
  found.sums.migrated = 1'000;
  found.sums.donations = 4'321;
  found.sums.missing_steps = 5;
  found.sums.mismatches = 2;
  found.sums.first_mismatch = "something: spawn 3 of task 4";
  found.sums.idle_seconds = 0.75;
  if (use == schedule_use::persistent) {
    found.persistent = persistent_state{.stages = {1, 0, 2, 3, 4}, .restarts = 7, .runs = 8'000};
  }
  return run;
}

TEST(bench_report, says_where_phases_are) {
  const bench_run run = some_run_by_phases(schedule_use::persistent);
  const nlohmann::json document = nlohmann::json::parse(bench_json(run));
  EXPECT_EQ(document.at("schedule"), "persistent");
  EXPECT_EQ(document.at("tree_nodes"), 1'234);
  EXPECT_EQ(document.at("tree_bytes"), 56'789);
  EXPECT_EQ(document.at("migrated"), 1'000);
  EXPECT_EQ(document.at("donations"), 4'321);
  EXPECT_EQ(document.at("missing_steps"), 5);
  EXPECT_EQ(document.at("mismatches"), 2);
  EXPECT_EQ(document.at("idle_seconds"), 0.75);
  EXPECT_EQ(
      document.at("stages"),
      (nlohmann::json{
          {"recording", 1}, {"adapting", 0}, {"settling", 2}, {"replaying", 3}, {"stealing", 4}}));
  EXPECT_EQ(document.at("restarts"), 7);
  EXPECT_EQ(document.at("phase_runs"), 8'000);
  const std::string text = bench_summary(run, testing::not_a_screen(80));
  for (const char* line :
       {"  schedule: 1,234 steps, 1,000 on another worker than before, ",
        "  replay: 4,321 works went to their workers, 5 steps missing, "
        "2 mismatches, the first: something: spawn 3 of task 4\n",
        "  phases: 1 recording, 2 settling, 3 replaying, 4 stealing; 8,000 runs, "
        "7 restarts\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << text;
  }
}

TEST(bench_report, designated_phases_have_no_stages) {
  const bench_run run = some_run_by_phases(schedule_use::designated);
  const nlohmann::json document = nlohmann::json::parse(bench_json(run));
  EXPECT_EQ(document.at("donations"), 4'321);
  for (const char* field : {"stages", "restarts", "phase_runs"}) {
    EXPECT_FALSE(document.contains(field)) << field;
  }
  EXPECT_EQ(bench_summary(run, testing::not_a_screen(80)).find("phases:"), std::string::npos);
}

TEST(bench_report, bytes_that_are_no_text_do_no_harm) {
  bench_run run = some_run();
  run.measured.answer = "\xff\xfe";
  EXPECT_TRUE(nlohmann::json::accept(bench_json(run)));
}

}  // namespace
}  // namespace nuthatch::cli
