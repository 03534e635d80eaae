#include "schedulers/shepherd/grouping.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "twin/virtual_platform.hpp"

namespace nuthatch::scheduling {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Of so many workers, each on the cpu of a machine that it would be bound to.
std::vector<unsigned> grouped(const char* text, unsigned workers, const char* machine) {
  twin::virtual_platform on(twin::machine_model::from(machine), twin::costs(), 1);
  const auto team = on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "test"});
  return shepherds_of(text, workers, core::neighbourhood(on, *team));
}

std::string complaint_about(const char* text, unsigned workers) {
  try {
    static_cast<void>(grouped(text, workers, "2x2"));
    return "accepted";
  } catch (const option_error& wrong) {
    return wrong.what();
  }
}

TEST(grouping, by_the_machine) {
  EXPECT_THAT(grouped("chip", 6, "2x3"), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(grouped("numa", 6, "2x3"), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(grouped("core", 4, "2x2"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(grouped("machine", 4, "2x2"), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(grouped("worker", 4, "2x2"), ElementsAre(0, 1, 2, 3));
}

// Such machines have one memory node.
TEST(grouping, a_chip_without_a_cache_of_its_own_is_a_node_or_a_package) {
  EXPECT_THAT(grouped("chip", 4, "pack:2 pu:2"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(grouped("chip", 4, "numa:2 pu:2"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(grouped("chip", 4, "pu:4"), ElementsAre(0, 0, 0, 0));
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
}  // namespace nuthatch::scheduling
