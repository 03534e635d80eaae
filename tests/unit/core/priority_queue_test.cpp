// SPDX-License-Identifier: Apache-2.0
#include "core/attached/priority_queue.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::core {
namespace {

constexpr auto any = [](work_item) {
  return true;
};

/// Tasks that are distinguished by their addresses.
class prioritized_tasks : public ::testing::Test {
 protected:
  void put(std::size_t number, std::uint32_t priority) {
    queue_.any_put(work_item::task(tasks_[number]), priority);
  }

  /// Returns the number of the next task, or the number of tasks if there is none.
  template <class Wanted>
  std::size_t take(Wanted&& wanted) {
    const work_item found = queue_.any_take_if(wanted);
    return found ? number_of(found) : tasks_.size();
  }

  [[nodiscard]] std::size_t number_of(work_item one) const {
    return static_cast<std::size_t>(&one.as_task() - tasks_.data());
  }

  priority_queue queue_;
  std::array<detail::task, 5> tasks_{};
};

TEST_F(prioritized_tasks, come_by_priority_and_then_by_age) {
  EXPECT_FALSE(queue_.any_nonempty());
  EXPECT_EQ(take(any), 5U);
  const std::array<std::uint32_t, 5> priorities{2, 7, 2, 4'000'000'000, 7};
  for (std::size_t i = 0; i < priorities.size(); ++i) {
    put(i, priorities[i]);
  }
  EXPECT_EQ(queue_.any_highest(), 4'000'000'000U);
  std::vector<std::size_t> order;
  while (queue_.any_nonempty()) {
    order.push_back(take(any));
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{3, 1, 4, 0, 2}));
  EXPECT_EQ(queue_.any_highest(), 0U);
}

TEST_F(prioritized_tasks, are_taken_from_the_middle) {
  put(0, 3);
  put(1, 3);
  put(2, 1);
  EXPECT_EQ(take([&](work_item one) { return number_of(one) != 0; }), 1U);
  EXPECT_EQ(take([&](work_item one) { return number_of(one) == 1; }), 5U);
  EXPECT_EQ(queue_.any_highest(), 3U);
  EXPECT_EQ(take([&](work_item one) { return number_of(one) == 2; }), 2U);
  EXPECT_EQ(queue_.any_highest(), 3U);
  EXPECT_EQ(take(any), 0U);
  EXPECT_FALSE(queue_.any_nonempty());
}

}  // namespace
}  // namespace nuthatch::core
