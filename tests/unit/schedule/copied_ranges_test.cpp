// SPDX-License-Identifier: Apache-2.0
#include "schedule/copied_ranges.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "message_of.hpp"

namespace nuthatch::schedules {

/// Prints a range in messages of failed tests.
static std::ostream& operator<<(std::ostream& out, const element_range& of) {
  return out << of.first << " to " << of.last;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(copied_ranges_test, are_kept_in_order_and_in_one_where_they_are_in_a_row) {
  copied_ranges all(3);
  EXPECT_THAT(all.take(), IsEmpty());
  all.any_add(2, {20, 30});
  all.any_add(0, {40, 50});
  all.any_add(2, {30, 35});
  all.any_add(0, {0, 5});
  all.any_add(1, {5, 6});
  EXPECT_THAT(
      all.take(),
      ElementsAre(
          element_range{0, 5}, element_range{5, 6}, element_range{20, 35}, element_range{40, 50}));
  EXPECT_THAT(all.take(), IsEmpty()) << "they were taken";
}

TEST(missing_ranges_test, are_those_between) {
  EXPECT_THAT(missing_of({}, 0), IsEmpty());
  EXPECT_THAT(missing_of({}, 7), ElementsAre(element_range{0, 7}));
  EXPECT_THAT(missing_of({{0, 7}}, 7), IsEmpty());
  EXPECT_THAT(missing_of({{0, 3}, {3, 7}}, 7), IsEmpty());
  EXPECT_THAT(missing_of({{1, 3}, {5, 6}}, 7),
              ElementsAre(element_range{0, 1}, element_range{3, 5}, element_range{6, 7}));
}

/// Returns the complaint; empty if nothing is refused.
std::string refusal_of(const std::vector<element_range>& copied) {
  return testing::message_of<error>([&] { static_cast<void>(missing_of(copied, 100)); });
}

TEST(missing_ranges_test, are_refused_where_some_overlap) {
  EXPECT_THAT(refusal_of({{0, 10}, {9, 20}}),
              ::testing::HasSubstr("element 9 was copied more than once"));
  EXPECT_THAT(refusal_of({{0, 10}, {2, 4}}), ::testing::HasSubstr("element 2 "));
  EXPECT_THAT(refusal_of({{3, 4}, {3, 4}}), ::testing::HasSubstr("element 3 "));
  EXPECT_THAT(refusal_of({{0, 10}, {10, 20}}), IsEmpty());
}

}  // namespace
}  // namespace nuthatch::schedules
