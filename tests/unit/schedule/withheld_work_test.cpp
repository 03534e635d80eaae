// SPDX-License-Identifier: Apache-2.0
#include "schedule/withheld_work.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/frame.hpp>

#include "effort.hpp"
#include "seed.hpp"

namespace nuthatch::schedules {
namespace {

using core::lane;
using core::work_item;

/// A join with its asyncs, which are separate tasks, and its children, which come in chains.
struct join_with_tasks {
  detail::join_counter join;
  detail::finish_state around{static_cast<detail::finish_state*>(nullptr)};
  std::deque<detail::task> tasks;

  work_item add_async() {
    detail::task& made = tasks.emplace_back(detail::task{});
    made.join = &join;
    made.chain = 1;
    return work_item::task(made);
  }

  work_item add_children(std::uint32_t count) {
    detail::task* older = nullptr;
    for (std::uint32_t i = 0; i < count; ++i) {
      detail::task& made = tasks.emplace_back(detail::task{});
      made.join = &join;
      made.next = older;
      made.chain = i + 1;
      made.finish = &around;
      older = &made;
    }
    return work_item::siblings(*older);
  }
};

constexpr auto always = [] {
  return true;
};

TEST(withheld_work_test, is_empty_at_first) {
  withheld_work held;
  held.begin(10);
  const join_with_tasks one;
  std::size_t from = 0;
  EXPECT_TRUE(held.any_is_empty());
  EXPECT_FALSE(held.any_has_taken_back_children());
  EXPECT_EQ(held.any_first_of(one.join, lane::off_chain), no_step);
  EXPECT_FALSE(held.any_take_newest(one.join, lane::off_chain));
  EXPECT_FALSE(held.any_steal(always));
  EXPECT_FALSE(held.any_take_next(from, true).what);
}

TEST(withheld_work_test, a_chain_is_held_one_by_one_and_the_last_one_is_the_newest) {
  withheld_work held;
  held.begin(1);
  join_with_tasks one;
  constexpr unsigned worker = 7;
  ASSERT_TRUE(held.any_withhold_if(one.add_children(3), worker, always));
  for (detail::task& each : one.tasks) {  // oldest first; the chain is newest first
    const work_item found = held.any_take_newest(one.join, lane::stack_chain);
    ASSERT_TRUE(found);
    EXPECT_EQ(found, work_item::siblings(each));
    EXPECT_EQ(each.chain, 1U);
    EXPECT_EQ(each.next, nullptr);
  }
  EXPECT_TRUE(held.any_is_empty());
}

TEST(withheld_work_test, holds_nothing_that_is_to_be_held_no_more) {
  withheld_work held;
  held.begin(1);
  join_with_tasks one;
  EXPECT_FALSE(held.any_withhold_if(one.add_async(), 0, [] { return false; }));
  EXPECT_TRUE(held.any_is_empty());
  held.any_withhold(one.add_async(), 0);
  EXPECT_FALSE(held.any_steal([] { return false; }));
  EXPECT_TRUE(held.any_steal(always));
}

TEST(withheld_work_test, in_the_strict_lane_asyncs_are_left_alone) {
  withheld_work held;
  held.begin(2);
  join_with_tasks one;
  held.any_withhold(one.add_async(), 0);
  held.any_withhold(one.add_children(1), 1);
  EXPECT_EQ(held.any_first_of(one.join, lane::stack_chain), 1U);
  EXPECT_EQ(held.any_first_of(one.join, lane::off_chain), 0U);
  EXPECT_FALSE(held.any_take(one.join, lane::stack_chain, 0));
  EXPECT_TRUE(held.any_take(one.join, lane::off_chain, 0));
  EXPECT_TRUE(held.any_take(one.join, lane::stack_chain, 1));
  ASSERT_TRUE(held.any_withhold_if(one.add_async(), 0, always));
  EXPECT_FALSE(held.any_take_newest(one.join, lane::stack_chain));
  EXPECT_TRUE(held.any_take_newest(one.join, lane::off_chain));
}

TEST(withheld_work_test, tells_who_holds_what_when_all_is_taken) {
  withheld_work held;
  held.begin(5);
  join_with_tasks one;
  detail::fork_frame rest{};
  ASSERT_TRUE(held.any_withhold_if(one.add_children(2), 3, always));
  ASSERT_TRUE(held.any_withhold_if(work_item::fork(rest), 3, always));
  held.any_withhold(one.add_async(), 4);
  unsigned own_children = 0;
  unsigned others = 0;
  std::size_t from = 0;
  for (;;) {
    const withheld_work::withheld_item each = held.any_take_next(from, /*remainders=*/false);
    if (!each.what) {
      break;
    }
    EXPECT_NE(each.what, work_item::fork(rest));
    own_children += each.step == 4 ? 1 : 0;
    others += each.step == no_step && each.of == 3 ? 1 : 0;
  }
  EXPECT_EQ(own_children, 1U);
  EXPECT_EQ(others, 2U);
  EXPECT_FALSE(held.any_is_empty());
  from = 0;
  EXPECT_EQ(held.any_take_next(from, /*remainders=*/true).what, work_item::fork(rest));
  EXPECT_TRUE(held.any_is_empty());
}

/// Many joins, each with children in any order, whose work is withheld. Plain containers have the
/// same content.
class compared_joins {
 public:
  compared_joins(withheld_work& held, std::uint64_t seed) : held_(&held), random_(seed) {
    held.begin(steps);
    std::iota(unused_.begin(), unused_.end(), 0U);
    std::ranges::shuffle(unused_, random_);
  }

  void run() {
    for (std::uint32_t i = 0; i < 4 * steps && !::testing::Test::HasFatalFailure(); ++i) {
      change_one();
    }
  }

  void take_rest() {
    std::size_t left = 0;
    for (std::size_t join = 0; join < joins; ++join) {
      left += own_[join].size() + newest_[join].size();
    }
    std::size_t found = 0;
    for (std::size_t from = 0; held_->any_take_next(from, /*remainders=*/true).what;) {
      ++found;
    }
    ASSERT_EQ(found, left);
    ASSERT_TRUE(held_->any_is_empty());
  }

 private:
  static constexpr std::uint32_t steps = 2000;
  static constexpr std::size_t joins = 300;

  /// Half of all operations concern one of the joins.
  void change_one() {
    const std::size_t join = random_() % 2 == 0 ? 0 : random_() % joins;
    switch (random_() % 5) {
      case 0:
        withhold_for_step(join);
        break;
      case 1:
        newest_[join].push_back(all_[join].add_async());
        ASSERT_TRUE(held_->any_withhold_if(newest_[join].back(), 0, always));
        break;
      case 2:
        take_first(join);
        break;
      case 4:
        steal();
        break;
      default:
        ASSERT_EQ(held_->any_take_newest(all_[join].join, lane::off_chain),
                  newest_[join].empty() ? work_item() : newest_[join].back());
        if (!newest_[join].empty()) {
          newest_[join].pop_back();
        }
        break;
    }
  }

  void withhold_for_step(std::size_t join) {
    if (unused_.empty()) {
      return;
    }
    join_with_tasks& here = all_[join];
    const work_item added = random_() % 2 == 0 ? here.add_async() : here.add_children(1);
    own_[join].emplace(unused_.back(), added);
    held_->any_withhold(added, unused_.back());
    unused_.pop_back();
  }

  void take_first(std::size_t join) {
    const detail::join_counter& here = all_[join].join;
    const std::uint32_t first = own_[join].empty() ? no_step : own_[join].begin()->first;
    ASSERT_EQ(held_->any_first_of(here, lane::off_chain), first);
    if (first != no_step) {
      ASSERT_EQ(held_->any_take(here, lane::off_chain, first), own_[join].begin()->second);
      own_[join].erase(first);
    }
  }

  void steal() {
    const work_item stolen = held_->any_steal(always);
    const auto had = std::ranges::find_if(own_, [stolen](const auto& of) {
      return std::ranges::any_of(of, [stolen](const auto& each) { return each.second == stolen; });
    });
    ASSERT_EQ(static_cast<bool>(stolen), had != own_.end());
    if (stolen) {
      // The first one of the same join and of the same kind: children of scopes, or others.
      const work_by_join::key of = work_by_join::key_of(stolen);
      const auto first = std::ranges::find_if(
          *had, [of](const auto& each) { return work_by_join::key_of(each.second) == of; });
      ASSERT_EQ(first->second, stolen);
      had->erase(first);
    } else {
      ASSERT_TRUE(std::ranges::all_of(own_, [](const auto& of) { return of.empty(); }));
    }
  }

  withheld_work* held_;
  std::mt19937_64 random_;
  std::deque<join_with_tasks> all_{joins};
  std::vector<std::map<std::uint32_t, work_item>> own_{joins};
  std::vector<std::vector<work_item>> newest_{joins};
  std::vector<std::uint32_t> unused_ = std::vector<std::uint32_t>(steps);
};

TEST(withheld_work_test, each_join_has_its_works_back_in_order) {
  const std::size_t rounds = testing::rounds(20);
  withheld_work held;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    compared_joins joins(held, testing::seed() + round);
    joins.run();
    joins.take_rest();
    if (HasFatalFailure()) {
      return;
    }
  }
}

/// The stack and the child together identify a continuation.
TEST(withheld_work_test, a_rest_is_had_back_by_who_held_it) {
  withheld_work held;
  held.begin(0);
  std::deque<detail::fork_frame> frames(100);
  for (detail::fork_frame& each : frames) {
    ASSERT_TRUE(held.any_withhold_if(work_item::fork(each), 0, always));
  }
  for (detail::fork_frame& each : frames) {
    EXPECT_TRUE(held.any_take_remainder(work_item::fork(each), 0));
    EXPECT_FALSE(held.any_take_remainder(work_item::fork(each), 0));
  }
  EXPECT_TRUE(held.any_is_empty());
}

}  // namespace
}  // namespace nuthatch::schedules
