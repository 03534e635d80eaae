// SPDX-License-Identifier: Apache-2.0
#include "base/assert.hpp"

#include <gtest/gtest.h>

namespace nuthatch::base {
namespace {

void check_small(int number) {
  NUTHATCH_CHECK(number < 3, "the number is too large");
}

void check_without_message(int number) {
  NUTHATCH_CHECK(number < 3);
}

TEST(check, lets_pass_what_holds) {
  check_small(2);
  check_without_message(2);
}

TEST(check, prints_place_condition_and_message_and_aborts) {
  EXPECT_DEATH(check_small(3), "assert_test.cpp:.*: check failed: number < 3: the number is too");
  EXPECT_DEATH(check_without_message(3), "assert_test.cpp:.*: check failed: number < 3");
}

TEST(check, is_an_expression) {
  const int number = (NUTHATCH_CHECK(true), 7);
  EXPECT_EQ(number, 7);
}

TEST(check, accepts_commas_in_the_condition_in_parentheses) {
  NUTHATCH_CHECK((static_cast<void>(1), true));
}

TEST(assertion, evaluates_only_when_checked) {
  int evaluations = 0;
  const auto evaluated = [&evaluations] {
    return ++evaluations > 0;
  };
  NUTHATCH_ASSERT(evaluated());
  EXPECT_EQ(evaluations, assertions_checked ? 1 : 0);
}

TEST(assertion, aborts_only_when_checked) {
  const int number = 3;
  if constexpr (assertions_checked) {
    EXPECT_DEATH(NUTHATCH_ASSERT(number == 4, "reason"), "number == 4: reason");
  } else {
    NUTHATCH_ASSERT(number == 4, "reason");
  }
}

}  // namespace
}  // namespace nuthatch::base
