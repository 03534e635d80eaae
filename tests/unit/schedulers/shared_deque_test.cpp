// SPDX-License-Identifier: Apache-2.0

// Compares the queue that shepherds share with a sequential model.

#include "schedulers/shepherd/shared_deque.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "effort.hpp"
#include "schedulers/numbered_work.hpp"
#include "seed.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::number_of;
using testing::numbered;

shared_deque::ticket push(shared_deque& queue, std::size_t number, unsigned by = 0) {
  return queue.any_push(numbered(number), {.by = by}).its;
}

TEST(shared_deque, has_nothing_at_first) {
  shared_deque queue;
  EXPECT_FALSE(queue.any_nonempty());
  EXPECT_FALSE(queue.any_take_newest(0).what);
  EXPECT_FALSE(queue.any_take_oldest(0).what);
  EXPECT_FALSE(queue.any_take_back(0, 0).what);
  EXPECT_FALSE(queue.any_take_back(1, 0).what);
  work_item stolen;
  EXPECT_EQ(queue.any_take_oldest(&stolen, 1).count, 0U);
}

TEST(shared_deque, both_ends) {
  shared_deque queue;
  for (std::size_t i = 0; i < 200; ++i) {
    push(queue, i);
  }
  EXPECT_EQ(queue.any_size(), 200U);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(queue.any_take_newest(0).what, numbered(199 - i));
    EXPECT_EQ(queue.any_take_oldest(0).what, numbered(i));
  }
  EXPECT_FALSE(queue.any_nonempty());
}

TEST(shared_deque, gives_many_at_once_oldest_first) {
  shared_deque queue;
  for (std::size_t i = 0; i < 9; ++i) {
    push(queue, i);
  }
  std::array<work_item, 8> got{};
  ASSERT_EQ(queue.any_take_oldest(got.data(), 3).count, 3U);
  EXPECT_EQ(got[0], numbered(0));
  EXPECT_EQ(got[2], numbered(2));
  ASSERT_EQ(queue.any_take_oldest(got.data(), 8).count, 3U) << "half of six";
  EXPECT_EQ(got[2], numbered(5));
  ASSERT_EQ(queue.any_take_oldest(got.data(), 8).count, 2U) << "half of three, rounded up";
  EXPECT_EQ(got[1], numbered(7));
  ASSERT_EQ(queue.any_take_oldest(got.data(), 8).count, 1U);
  EXPECT_EQ(got[0], numbered(8));
}

TEST(shared_deque, gets_many_at_once) {
  shared_deque queue;
  std::vector<work_item> many;
  for (std::size_t i = 0; i < 100; ++i) {
    many.push_back(numbered(i));
  }
  EXPECT_NE(queue.any_push_all(many.data(), 100, {}).its, 0U);
  EXPECT_EQ(queue.any_take_newest(0).what, numbered(99));
  EXPECT_EQ(queue.any_take_oldest(0).what, numbered(0));
}

TEST(shared_deque, a_ticket_is_good_once) {
  shared_deque queue;
  const auto first = push(queue, 1);
  const auto second = push(queue, 2);
  const auto third = push(queue, 3);
  EXPECT_EQ(queue.any_take_back(second, 0).what, numbered(2)) << "from the middle";
  EXPECT_FALSE(queue.any_take_back(second, 0).what);
  EXPECT_EQ(queue.any_take_newest(0).what, numbered(3));
  EXPECT_FALSE(queue.any_take_back(third, 0).what);
  EXPECT_EQ(queue.any_take_back(first, 0).what, numbered(1));
}

TEST(shared_deque, a_ticket_is_not_good_for_the_same_memory_again) {
  shared_deque queue;
  const auto before = push(queue, 1);
  EXPECT_EQ(queue.any_take_oldest(1).what, numbered(1));
  const auto again = push(queue, 1);
  EXPECT_FALSE(queue.any_take_back(before, 0).what);
  EXPECT_FALSE(queue.any_has(before));
  EXPECT_TRUE(queue.any_has(again));
  EXPECT_EQ(queue.any_take_back(again, 0).what, numbered(1));
}

TEST(shared_deque, takes_by_a_condition) {
  shared_deque queue;
  const auto is_even = [](work_item each) {
    return number_of(each) % 2 == 0;
  };
  for (std::size_t i = 0; i < 5; ++i) {
    push(queue, i);
  }
  EXPECT_EQ(queue.any_take_newest_if(0, is_even).what, numbered(4));
  EXPECT_EQ(queue.any_take_newest_if(0, is_even).what, numbered(2));
  EXPECT_EQ(queue.any_take_oldest_if(0, is_even).what, numbered(0));
  EXPECT_FALSE(queue.any_take_oldest_if(0, is_even).what);
  EXPECT_EQ(queue.any_size(), 2U);
}

TEST(shared_deque, takes_back_by_a_condition) {
  shared_deque queue;
  const auto mine = push(queue, 7);
  bool here = false;
  EXPECT_FALSE(queue.any_take_back_if(mine, 0, here, [](work_item) { return false; }).what);
  EXPECT_TRUE(here);
  EXPECT_EQ(queue.any_take_back_if(mine, 0, here, [](work_item) { return true; }).what,
            numbered(7));
  EXPECT_FALSE(queue.any_take_back_if(mine, 0, here, [](work_item) { return true; }).what);
  EXPECT_FALSE(here);
}

TEST(shared_deque, says_what_is_taken_before_newer_works) {
  shared_deque queue;
  const auto first = push(queue, 1);
  push(queue, 2);
  EXPECT_TRUE(queue.any_take_back(first, 0).inverted);
  EXPECT_FALSE(queue.any_take_newest(0).inverted);
  static_cast<void>(queue.any_push(numbered(3), {.by = 0, .keeps_newer = true}));
  EXPECT_TRUE(queue.any_take_newest(1).inverted) << "worker 0 has kept newer ones";
  static_cast<void>(queue.any_push(numbered(4), {.by = 0, .keeps_newer = true}));
  EXPECT_FALSE(queue.any_take_newest(0).inverted) << "which it has run by now";
}

TEST(shared_deque, says_whose_work_it_is) {
  shared_deque queue;
  push(queue, 1, 4'095);
  EXPECT_FALSE(queue.any_take_newest(4'095).of_other);
  push(queue, 1, 4'095);
  EXPECT_TRUE(queue.any_take_newest(0).of_other);
}

TEST(shared_deque, gives_the_oldest_only_where_some_is_loose) {
  shared_deque queue;
  push(queue, 1);
  EXPECT_FALSE(queue.any_take_oldest_under_off_chain(0).what);
  static_cast<void>(queue.any_push(numbered(2), {.by = 0, .off_chain = true}));
  EXPECT_EQ(queue.any_take_oldest_under_off_chain(0).what, numbered(1));
  EXPECT_EQ(queue.any_take_oldest_under_off_chain(0).what, numbered(2));
  push(queue, 3);
  EXPECT_FALSE(queue.any_take_oldest_under_off_chain(0).what) << "the loose one has gone";
}

// Each item is taken back after the next one was pushed. So the number of holes between the first
// item and the last would grow without bound.
TEST(shared_deque, holes_take_no_room_for_ever) {
  shared_deque queue;
  push(queue, 0);
  auto last = push(queue, 1);
  for (std::size_t i = 2; i < 100'000; ++i) {
    const auto next = push(queue, i);
    ASSERT_EQ(queue.any_take_back(last, 0).what, numbered(i - 1));
    last = next;
  }
  EXPECT_LE(queue.any_capacity(), 128U);
  EXPECT_EQ(queue.any_take_oldest(0).what, numbered(0));
}

TEST(shared_deque, gives_memory_back_when_it_is_empty) {
  shared_deque queue;
  for (std::size_t i = 0; i < 300'000; ++i) {
    push(queue, i);
  }
  EXPECT_GE(queue.any_capacity(), 300'000U);
  EXPECT_LE(queue.any_capacity(), 1'200'000U);
  while (queue.any_take_newest(0).what) {
  }
  EXPECT_LE(queue.any_capacity(), 64U);
  const auto again = push(queue, 5);
  EXPECT_EQ(queue.any_take_back(again, 0).what, numbered(5));
}

/// The same operations on a list of pairs.
class model {
 public:
  void push(std::size_t number, shared_deque::ticket its) { all_.push_back({number, its}); }

  std::optional<std::size_t> take_newest() { return take(all_.empty() ? 0 : all_.size() - 1); }

  std::optional<std::size_t> take_oldest() { return take(0); }

  std::optional<std::size_t> take_back(shared_deque::ticket its) {
    const auto found = std::ranges::find(all_, its, &entry::its);
    return take(static_cast<std::size_t>(found - all_.begin()));
  }

  template <class Wanted>
  std::optional<std::size_t> take_newest_if(Wanted wanted) {
    for (std::size_t i = all_.size(); i-- > 0;) {
      if (wanted(all_[i].number)) {
        return take(i);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  struct entry {
    std::size_t number;
    shared_deque::ticket its;
  };

  std::optional<std::size_t> take(std::size_t at) {
    if (at >= all_.size()) {
      return std::nullopt;
    }
    const std::size_t number = all_[at].number;
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at));
    return number;
  }

  std::deque<entry> all_;
};

work_item as_work(const std::optional<std::size_t>& number) {
  return number ? numbered(*number) : work_item();
}

// Runs all operations at random, in bursts that make the array grow, fill with holes, and become
// empty.
TEST(shared_deque, does_what_a_list_does) {
  base::random_source random(testing::seed(), 0);
  shared_deque queue;
  model expected;
  std::vector<shared_deque::ticket> tickets{0};
  std::size_t next = 0;
  for (std::size_t round = testing::rounds(60); round > 0; --round) {
    const std::uint32_t pushes_in_ten = 2 + random.below(7);
    for (int i = 0; i < 1'000; ++i) {
      if (random.below(10) < pushes_in_ten) {
        const auto its = push(queue, next);
        ASSERT_GT(its, tickets.back());
        expected.push(next++, its);
        tickets.push_back(its);
        continue;
      }
      switch (random.below(5)) {
        case 0:
          ASSERT_EQ(queue.any_take_newest(0).what, as_work(expected.take_newest()));
          break;
        case 1:
          ASSERT_EQ(queue.any_take_oldest(0).what, as_work(expected.take_oldest()));
          break;
        case 2: {
          const auto back =
              tickets.size() - 1 -
              random.below(std::min<std::uint32_t>(static_cast<std::uint32_t>(tickets.size()), 40));
          ASSERT_EQ(queue.any_take_back(tickets[back], 0).what,
                    as_work(expected.take_back(tickets[back])));
          break;
        }
        case 3: {
          const std::size_t rest = random.below(7);
          ASSERT_EQ(
              queue.any_take_newest_if(0, [&](work_item w) { return number_of(w) % 7 == rest; })
                  .what,
              as_work(expected.take_newest_if([&](std::size_t n) { return n % 7 == rest; })));
          break;
        }
        default: {
          std::array<work_item, 16> got{};
          const auto most = 1 + random.below(16);
          const auto count = queue.any_take_oldest(got.data(), most).count;
          for (unsigned taken = 0; taken < count; ++taken) {
            ASSERT_EQ(got.at(taken), as_work(expected.take_oldest()));
          }
        }
      }
      ASSERT_EQ(queue.any_size(), expected.size());
    }
  }
}

}  // namespace
}  // namespace nuthatch::scheduling
