// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "grouped.hpp"
#include "message_of.hpp"

namespace nuthatch::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string complaint_about(const char* text, unsigned workers) {
  return testing::message_of<option_error>(
      [&] { static_cast<void>(grouped(text, workers, "2x2")); });
}

TEST(grouping, by_the_machine) {
  EXPECT_THAT(grouped("chip", 6, "2x3"), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(grouped("numa", 6, "2x3"), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(grouped("core", 4, "2x2"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(grouped("machine", 4, "2x2"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(grouped("worker", 4, "2x2"), ElementsAre(0, 1, 2, 3));
}

TEST(grouping, of_fewer_workers_than_cpus) {
  EXPECT_THAT(grouped("chip", 1, "2x2"), ElementsAre(0));
  EXPECT_THAT(grouped("chip", 3, "2x2"), ElementsAre(0, 0, 1));
}

TEST(grouping, wraps_where_there_are_more_workers_than_cpus) {
  EXPECT_THAT(grouped("chip", 7, "2x2"), ElementsAre(0, 0, 1, 1, 0, 0, 1));
  EXPECT_THAT(grouped("core", 5, "2x2"), ElementsAre(0, 1, 2, 3, 0));
}

TEST(grouping, by_a_number) {
  EXPECT_THAT(grouped("2", 4, "1x4"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(grouped("3", 8, "1x8"), ElementsAre(0, 0, 0, 1, 1, 1, 2, 2));
  EXPECT_THAT(grouped("1", 2, "2x1"), ElementsAre(0, 0));
}

TEST(grouping, says_what_is_wrong) {
  EXPECT_THAT(complaint_about("socket", 2), HasSubstr("shepherds: \"socket\": it must be worker"));
  EXPECT_THAT(complaint_about("0", 2), HasSubstr("it must be worker"));
  EXPECT_THAT(complaint_about("-1", 2), HasSubstr("it must be worker"));
  EXPECT_THAT(complaint_about("2x", 2), HasSubstr("it must be worker"));
  EXPECT_THAT(complaint_about("", 2), HasSubstr("it must be worker"));
  EXPECT_THAT(complaint_about("3", 2), HasSubstr("there are 2 workers"));
  EXPECT_THAT(complaint_about("l2", 2), HasSubstr("has no L2"));
}

}  // namespace
}  // namespace nuthatch::testing
