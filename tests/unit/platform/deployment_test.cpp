// SPDX-License-Identifier: Apache-2.0
#include "platform/deployment.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "made_up_machine.hpp"
#include "message_of.hpp"
#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Returns, for each group on two_packages(), the CPUs of its workers.
std::vector<std::vector<unsigned>> groups(const std::string& text,
                                          unsigned workers = 0,
                                          const std::string& usable = "0-15") {
  return deploy(text, workers, testing::two_packages(), cpu_set::parse(usable)).groups;
}

/// Returns the complaint about an invalid text.
std::string complaint(const std::string& text,
                      unsigned workers = 0,
                      const std::string& usable = "0-15") {
  return nuthatch::testing::message_of<option_error>(
      [&] { static_cast<void>(groups(text, workers, usable)); });
}

TEST(deployment, numbers_spread_places_over_the_machine) {
  // Four places, one per L3. Each worker has a core of its own.
  EXPECT_THAT(
      groups("4:2"),
      ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4, 5), ElementsAre(6, 7)));
  EXPECT_THAT(groups("2:1"), ElementsAre(ElementsAre(0), ElementsAre(4)));
  EXPECT_THAT(
      groups("2:8"),
      ElementsAre(ElementsAre(0, 1, 2, 3, 8, 9, 10, 11), ElementsAre(4, 5, 6, 7, 12, 13, 14, 15)));
}

TEST(deployment, numbers_keep_to_the_cpus_that_are_usable) {
  EXPECT_THAT(groups("2:2", 0, "1-3,9"), ElementsAre(ElementsAre(1, 9), ElementsAre(2, 3)));
  EXPECT_THAT(groups("3:1", 0, "1-3,9"),
              ElementsAre(ElementsAre(1), ElementsAre(9), ElementsAre(2)));
}

TEST(deployment, a_level_has_a_place_for_each_of_its_groups) {
  EXPECT_THAT(groups("core"), ::testing::SizeIs(8));
  EXPECT_THAT(groups("core")[3], ElementsAre(3, 11));
  EXPECT_THAT(groups("l3")[1], ElementsAre(2, 3, 10, 11));
  EXPECT_THAT(groups("numa"), groups("package"));
  EXPECT_THAT(groups("L3:1"),
              ElementsAre(ElementsAre(0), ElementsAre(2), ElementsAre(4), ElementsAre(6)));
  EXPECT_THAT(groups("package", 4), ElementsAre(ElementsAre(0, 1), ElementsAre(4, 5)));
  EXPECT_THAT(groups("l3", 0, "0-2"), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
}

TEST(deployment, lists_are_taken_as_they_are) {
  EXPECT_THAT(groups("{3,1-2},{0}"), ElementsAre(ElementsAre(3, 1, 2), ElementsAre(0)));
  EXPECT_THAT(groups("{0,0},{0,1}"), ElementsAre(ElementsAre(0, 0), ElementsAre(0, 1)));
}

TEST(deployment, workers_are_numbered_place_by_place) {
  const deployment made = deploy("{3,1},{0}", 3, testing::two_packages(), cpu_set::first_n(16));
  EXPECT_EQ(made.workers(), 3U);
  EXPECT_THAT(made.cpus(), ElementsAre(3, 1, 0));
  EXPECT_EQ(deployment().workers(), 0U);
  EXPECT_THAT(deployment().cpus(), IsEmpty());
}

TEST(deployment, a_place_with_too_few_cpus_is_named) {
  EXPECT_THAT(complaint("8:3"),
              AllOf(HasSubstr("\"8:3\""), HasSubstr("24 in all"), HasSubstr("16")));
  EXPECT_THAT(complaint("4294967295:4294967295"), HasSubstr("in all"));
  EXPECT_THAT(complaint("l3:3", 0, "0-2"),
              AllOf(HasSubstr("L3 0 has 2 cpus"), HasSubstr("(0-1)"), HasSubstr("3 workers")));
  EXPECT_THAT(complaint("l3", 32), HasSubstr("fewer than the 8 workers"));
}

TEST(deployment, a_cpu_that_does_not_exist_is_named) {
  EXPECT_THAT(complaint("{0,16}"), AllOf(HasSubstr("cpu 16 does not exist"), HasSubstr("0-15")));
  EXPECT_THAT(complaint("{0-3}", 0, "0-2"),
              HasSubstr("cpu 3 is not one that this process may use"));
  EXPECT_THAT(complaint("{99999}"), HasSubstr("too large"));
}

TEST(deployment, workers_that_do_not_fit_are_named) {
  EXPECT_THAT(complaint("4:2", 7), AllOf(HasSubstr("8 workers"), HasSubstr("7 are asked for")));
  EXPECT_THAT(complaint("{0},{1}", 3), HasSubstr("2 workers"));
  EXPECT_THAT(complaint("l3", 6), HasSubstr("6 workers cannot be divided among 4 places"));
  EXPECT_THAT(complaint("l3:2", 4), HasSubstr("8 workers"));
}

TEST(deployment, what_the_machine_does_not_have_is_named) {
  EXPECT_THAT(complaint("l2"), HasSubstr("L2"));
}

TEST(deployment, wrong_texts_are_named_with_what_would_be_right) {
  for (const std::string text :
       {"8",    ":",       "8:",   ":2",   "0:2", "2:0",     "-1:2",   "2:2:2",
        "l4",   "l3:",     "l3:x", "l3:0", "{0",  "0}",      "{0}{1}", "{0},",
        ",{0}", "{0};{1}", " 2:2", "2 :2", "two", "{0},{1}x"}) {
    EXPECT_THAT(complaint(text),
                AllOf(HasSubstr("\"" + text + "\""), HasSubstr("8:2"), HasSubstr("{4-7}")))
        << text;
  }
  EXPECT_THAT(complaint("{}"), HasSubstr("without cpus"));
  EXPECT_THAT(complaint("{0-}"), HasSubstr("a number is missing"));
  EXPECT_THAT(complaint("{3-1}"), HasSubstr("ends before it starts"));
}

}  // namespace
}  // namespace nuthatch::platform
