// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/measure/summary.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::cli {
namespace {

TEST(summary, medians) {
  EXPECT_EQ(summarize({3, 1, 2}).median, 2);
  EXPECT_EQ(summarize({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(summarize({5}).max, 5);
  EXPECT_EQ(median_count({4, 1, 2, 3}), 2U);
}

TEST(typical, medians_of_counts_and_highest_of_peaks) {
  const statistics low{.steals = 1, .stacks_peak = 9};
  const statistics middle{.steals = 5, .stacks_peak = 2};
  const statistics high{.steals = 100, .stacks_peak = 3};
  const statistics result = typical({high, low, middle});
  EXPECT_EQ(result.steals, 5U);
  EXPECT_EQ(result.stacks_peak, 9U);
  EXPECT_EQ(typical({}).steals, 0U);
}

TEST(round, every_round_begins_one_further) {
  EXPECT_EQ(order_of_round(1, 3), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(order_of_round(2, 3), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(order_of_round(4, 3), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(standing, only_the_right_are_ranked) {
  std::vector<contender> records(4);
  records[0].seconds = records[0].cpu_seconds = {2};
  records[1].seconds = records[1].cpu_seconds = {4, 3, 8};
  records[2].seconds = records[2].cpu_seconds = {0.1};
  records[2].status = run_status::wrong;
  records[3].seconds = records[3].cpu_seconds = {1};
  const std::vector<standing> places = standings(records);
  EXPECT_EQ(places[0].rank, std::nullopt);
  EXPECT_EQ(places[1].rank, 2U);
  EXPECT_EQ(places[1].wall_ratio->median, 2);
  EXPECT_EQ(places[1].wall_ratio->min, 1.5);
  EXPECT_EQ(places[1].wall_ratio->max, 4);
  EXPECT_FALSE(places[2].rank || places[2].wall || places[2].cpu_ratio);
  EXPECT_EQ(places[3].rank, 1U);
}

TEST(standing, no_ratio_without_a_serial_program) {
  std::vector<contender> records(2);
  records[0].status = run_status::failed;
  records[1].seconds = records[1].cpu_seconds = {1};
  EXPECT_EQ(standings(records)[1].wall_ratio, std::nullopt);
  EXPECT_EQ(standings(records)[1].rank, 1U);
}

TEST(answer, numbers_may_differ_by_rounding) {
  EXPECT_TRUE(same_answer("4130071", "4130071"));
  EXPECT_TRUE(same_answer("1e3", "1000"));
  EXPECT_TRUE(same_answer("0.3333333333333333", "0.33333333333333337"));
  EXPECT_FALSE(same_answer("4130071", "4130072"));
  EXPECT_FALSE(same_answer("12 words", "13 words"));
  EXPECT_FALSE(same_answer("12", "12 words"));
  EXPECT_FALSE(same_answer("nan", "1"));
}

// A peer after one process has run.
contender read(const std::string& output, int exit_status = 0) {
  contender peer{.kind = contender_kind::peer};
  child_result ended;
  ended.exit_status = exit_status;
  ended.output = output;
  read_run({{"n", "3"}}, ended, peer);
  return peer;
}

TEST(run_reading, right) {
  const contender record = read(
      R"({"verified": true, "answer": "2", "parameters": {"n": "3", "own": "x"},
          "seconds": [0.5], "cpu_seconds": [0.75], "peak_rss_bytes": 4096})");
  EXPECT_EQ(record.status, run_status::right);
  EXPECT_EQ(record.seconds, std::vector{0.5});
  EXPECT_EQ(record.cpu_seconds, std::vector{0.75});
  EXPECT_EQ(record.peak_rss_bytes, 4096U);
}

TEST(run_reading, not_right) {
  const std::string times = R"("answer": "2", "seconds": [1], "cpu_seconds": [1])";
  EXPECT_EQ(read("{\"verified\": false, " + times + "}").status, run_status::wrong);
  EXPECT_EQ(read("{\"verified\": false, " + times + "}", 1).status, run_status::wrong);
  EXPECT_EQ(read("{\"verified\": true, " + times + "}", 1).status, run_status::failed);
  EXPECT_EQ(read("{" + times + "}").status, run_status::failed);
  EXPECT_EQ(read("{\"verified\": \"yes\", " + times + "}").status, run_status::failed);
  EXPECT_EQ(read("{\"verified\": true, \"answer\": \"2\"}").status, run_status::failed);
  EXPECT_EQ(read("{\"verified\": true, \"parameters\": {\"n\": 4}, " + times + "}").status,
            run_status::failed);
  for (const char* nonsense : {"", "[]", "{", "null", "Segmentation fault"}) {
    EXPECT_EQ(read(nonsense).status, run_status::failed) << nonsense;
  }
}

TEST(child_process, both_outputs_and_the_status) {
  const child_result result = run_child({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, 60);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_output, "err\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_FALSE(result.succeeded());
  EXPECT_EQ(describe_failure(result), "err");
  EXPECT_GT(result.peak_resident_bytes, 0U);
}

TEST(child_process, much_output_on_both_sides) {
  const child_result result =
      run_child({"/bin/sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"}, 60);
  EXPECT_EQ(result.output.size(), 300000U);
  EXPECT_EQ(result.error_output.size(), 300000U);
  EXPECT_TRUE(result.succeeded());
}

TEST(child_process, what_it_leaves_behind_is_not_waited_for) {
  const child_result result = run_child({"/bin/sh", "-c", "sleep 100 & echo out"}, 60);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.output, "out\n");
}

TEST(child_process, what_cannot_be_run) {
  const child_result result = run_child({"/no/such/program"}, 60);
  EXPECT_FALSE(result.succeeded());
  EXPECT_NE(describe_failure(result).find("/no/such/program"), std::string::npos);
}

TEST(child_process, time_limit) {
  const child_result result = run_child({"/bin/sleep", "1000"}, 0.05);
  EXPECT_TRUE(result.timed_out);
  EXPECT_NE(describe_failure(result).find("time limit"), std::string::npos);
}

}  // namespace
}  // namespace nuthatch::cli
