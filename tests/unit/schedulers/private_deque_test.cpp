// SPDX-License-Identifier: Apache-2.0
#include "schedulers/channel/private_deque.hpp"

#include <cstddef>
#include <deque>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "schedulers/numbered_work.hpp"
#include "seed.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::numbered;

TEST(private_deque, is_empty_at_first) {
  private_deque deque;
  EXPECT_EQ(deque.size(), 0U);
  EXPECT_FALSE(deque.newest());
  EXPECT_FALSE(deque.pop_newest());
  EXPECT_FALSE(deque.pop_oldest());
}

TEST(private_deque, gives_from_both_ends) {
  private_deque deque;
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(deque.push(numbered(i)));
  }
  EXPECT_EQ(deque.newest(), numbered(3));
  EXPECT_EQ(deque.pop_oldest(), numbered(0));
  EXPECT_EQ(deque.pop_newest(), numbered(3));
  EXPECT_EQ(deque.pop_oldest(), numbered(1));
  EXPECT_EQ(deque.pop_newest(), numbered(2));
  EXPECT_EQ(deque.size(), 0U);
}

// The ring also grows while its content passes the end of the array.
TEST(private_deque, does_what_a_standard_deque_does) {
  base::random_source random(testing::seed());
  private_deque deque;
  std::deque<work_item> expected;
  std::size_t next = 0;
  const auto compare = [&](work_item got, bool oldest) {
    if (expected.empty()) {
      ASSERT_FALSE(got);
    } else if (oldest) {
      ASSERT_EQ(got, expected.front());
      expected.pop_front();
    } else {
      ASSERT_EQ(got, expected.back());
      expected.pop_back();
    }
  };
  for (int i = 0; i < 20'000; ++i) {
    switch (random.below(i < 10'000 ? 5 : 3)) {
      case 0:
        compare(deque.pop_oldest(), /*oldest=*/true);
        break;
      case 1:
        compare(deque.pop_newest(), /*oldest=*/false);
        break;
      default:
        ASSERT_TRUE(deque.push(numbered(next % 1'000)));
        expected.push_back(numbered(next++ % 1'000));
    }
    ASSERT_EQ(deque.size(), expected.size());
    ASSERT_EQ(deque.newest(), expected.empty() ? work_item() : expected.back());
  }
}

}  // namespace
}  // namespace nuthatch::scheduling
