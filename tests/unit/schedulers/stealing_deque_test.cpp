// SPDX-License-Identifier: Apache-2.0
#include "schedulers/stealing/stealing_deque.hpp"

#include <cstddef>
#include <thread>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "schedulers/numbered_work.hpp"
#include "seed.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::numbered;

void push(stealing_deque& deque, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    deque.owner_push(numbered(i));
  }
}

work_item steal(stealing_deque& deque) {
  bool lost = false;
  const work_item stolen = deque.thief_steal(lost);
  EXPECT_FALSE(lost) << "nobody to lose against";
  return stolen;
}

TEST(stealing_deque, is_empty_at_first) {
  stealing_deque deque;
  EXPECT_FALSE(deque.owner_peek_newest());
  EXPECT_FALSE(deque.owner_pop());
  EXPECT_FALSE(steal(deque));
  EXPECT_FALSE(deque.any_likely_nonempty());
}

TEST(stealing_deque, owner_pops_the_newest) {
  stealing_deque deque;
  push(deque, 0, 10);
  for (std::size_t i = 10; i-- > 0;) {
    EXPECT_EQ(deque.owner_pop(), numbered(i));
  }
  EXPECT_FALSE(deque.owner_pop());
}

TEST(stealing_deque, thieves_steal_the_oldest) {
  stealing_deque deque;
  push(deque, 0, 10);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(steal(deque), numbered(i));
  }
  EXPECT_FALSE(steal(deque));
}

TEST(stealing_deque, works_from_both_ends) {
  stealing_deque deque;
  push(deque, 0, 4);
  EXPECT_EQ(steal(deque), numbered(0));
  EXPECT_EQ(deque.owner_pop(), numbered(3));
  push(deque, 4, 5);
  EXPECT_EQ(steal(deque), numbered(1));
  EXPECT_EQ(deque.owner_pop(), numbered(4));
  EXPECT_EQ(deque.owner_pop(), numbered(2));
  EXPECT_FALSE(deque.owner_pop());
  EXPECT_FALSE(steal(deque));
}

// Looking at an empty deque from either end does not change it.
TEST(stealing_deque, is_usable_after_being_emptied) {
  stealing_deque deque;
  for (std::size_t round = 0; round < 300; ++round) {
    push(deque, 2 * round, 2 * round + 2);
    EXPECT_EQ(deque.owner_pop(), numbered(2 * round + 1));
    EXPECT_EQ(round % 2 == 0 ? deque.owner_pop() : steal(deque), numbered(2 * round));
    EXPECT_FALSE(deque.owner_pop());
    EXPECT_FALSE(steal(deque));
    EXPECT_FALSE(deque.owner_pop());
  }
}

TEST(stealing_deque, keeps_order_while_it_grows) {
  constexpr std::size_t many = 1'000;
  stealing_deque deque;
  push(deque, 0, 40);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(steal(deque), numbered(i));  // so that the content passes the array's end
  }
  push(deque, 40, many);
  for (std::size_t i = 30; i < many / 2; ++i) {
    EXPECT_EQ(steal(deque), numbered(i));
  }
  for (std::size_t i = many; i-- > many / 2;) {
    EXPECT_EQ(deque.owner_pop(), numbered(i));
  }
  EXPECT_FALSE(deque.owner_pop());
}

TEST(stealing_deque, newest_is_what_a_pop_would_return) {
  stealing_deque deque;
  base::random_source random(testing::seed());
  std::size_t next = 0;
  for (int step = 0; step < 10'000; ++step) {
    const work_item newest = deque.owner_peek_newest();
    EXPECT_EQ(deque.owner_peek_newest(), newest) << "looking takes it away";
    switch (random.below(4)) {
      case 0:
        EXPECT_EQ(deque.owner_pop(), newest);
        break;
      case 1:
        EXPECT_EQ(static_cast<bool>(steal(deque)), static_cast<bool>(newest));
        break;
      default:
        push(deque, next, next + 1);
        EXPECT_EQ(deque.owner_peek_newest(), numbered(next++));
    }
  }
}

TEST(stealing_deque, is_likely_nonempty_while_there_is_work) {
  stealing_deque deque;
  push(deque, 0, 2);
  EXPECT_TRUE(deque.any_likely_nonempty());
  static_cast<void>(deque.owner_pop());
  EXPECT_TRUE(deque.any_likely_nonempty());
  static_cast<void>(steal(deque));
  EXPECT_FALSE(deque.any_likely_nonempty());
  push(deque, 2, 3);
  std::thread([&] { EXPECT_TRUE(deque.any_likely_nonempty()) << "ordered after the push"; }).join();
  static_cast<void>(deque.owner_pop());
  EXPECT_FALSE(deque.any_likely_nonempty());
}

TEST(stealing_deque, lost_is_left_alone_where_no_race_was_lost) {
  stealing_deque deque;
  bool lost = true;
  EXPECT_FALSE(deque.thief_steal(lost));
  EXPECT_TRUE(lost);
  push(deque, 0, 1);
  EXPECT_TRUE(deque.thief_steal(lost));
  EXPECT_TRUE(lost);
}

}  // namespace
}  // namespace nuthatch::scheduling
