// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shepherd/own_tickets.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include "schedulers/numbered_work.hpp"

namespace nuthatch::scheduling {
namespace {

using testing::numbered;

TEST(own_tickets, are_found_by_work_the_newest_first) {
  own_tickets mine;
  EXPECT_EQ(mine.newest(), nullptr);
  mine.add(numbered(1), 10);
  mine.add(numbered(2), 20);
  mine.add(numbered(1), 30);
  EXPECT_EQ(mine.newest()->its, 30U);
  EXPECT_EQ(mine.take(numbered(1)), 30U);
  EXPECT_EQ(mine.take(numbered(1)), 10U);
  EXPECT_EQ(mine.take(numbered(1)), 0U);
  EXPECT_EQ(mine.newest()->its, 20U);
  mine.drop_newest();
  EXPECT_EQ(mine.newest(), nullptr) << "what was taken before it is gone as well";
}

TEST(own_tickets, forget_the_oldest_where_there_are_too_many) {
  own_tickets mine;
  for (std::size_t i = 1; i <= 1'000; ++i) {
    mine.add(numbered(i), i);
  }
  EXPECT_EQ(mine.take(numbered(1)), 0U);
  EXPECT_EQ(mine.take(numbered(1'000 - 127)), 1'000U - 127U);
  EXPECT_EQ(mine.take(numbered(1'000 - 128)), 0U);
  for (std::size_t i = 1'000; i > 1'000 - 127; --i) {
    EXPECT_EQ(mine.newest()->its, i);
    mine.drop_newest();
  }
  EXPECT_EQ(mine.newest(), nullptr);
}

}  // namespace
}  // namespace nuthatch::scheduling
