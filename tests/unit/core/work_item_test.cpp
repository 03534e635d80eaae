// SPDX-License-Identifier: Apache-2.0
#include "core/work_item.hpp"

#include <cstddef>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/assert.hpp"

namespace nuthatch::core {
namespace {

using kind = work_item::kind;

class work_item_test : public ::testing::Test {
 protected:
  detail::fiber fiber_{};
  detail::fork_frame pending_;
  detail::task task_{};
};

TEST_F(work_item_test, is_empty_at_first) {
  constexpr work_item nothing;
  EXPECT_FALSE(nothing);
  EXPECT_EQ(nothing.word(), 0U);
  EXPECT_EQ(nothing, work_item());
  EXPECT_EQ(work_item::from_word(0), nothing);
}

TEST_F(work_item_test, is_one_word) {
  EXPECT_EQ(sizeof(work_item), sizeof(std::uintptr_t));
}

TEST_F(work_item_test, keeps_kind_and_pointee) {
  const work_item continuation = work_item::continuation(fiber_);
  EXPECT_TRUE(continuation);
  EXPECT_EQ(continuation.what(), kind::continuation);
  EXPECT_EQ(&continuation.as_continuation(), &fiber_);

  const work_item fork = work_item::fork(pending_);
  EXPECT_TRUE(fork);
  EXPECT_EQ(fork.what(), kind::fork);
  EXPECT_EQ(&fork.as_fork(), &pending_);

  const work_item siblings = work_item::siblings(task_);
  EXPECT_TRUE(siblings);
  EXPECT_EQ(siblings.what(), kind::siblings);
  EXPECT_EQ(&siblings.as_siblings(), &task_);

  const work_item single = work_item::task(task_);
  EXPECT_TRUE(single);
  EXPECT_EQ(single.what(), kind::task);
  EXPECT_EQ(&single.as_task(), &task_);
}

TEST_F(work_item_test, is_equal_to_the_same_work_only) {
  detail::task other{};
  EXPECT_EQ(work_item::task(task_), work_item::task(task_));
  EXPECT_NE(work_item::task(task_), work_item::task(other));
  EXPECT_NE(work_item::task(task_), work_item::siblings(task_))
      << "the first of several, or a single one";
  EXPECT_NE(work_item::task(task_), work_item());
}

TEST_F(work_item_test, survives_as_a_word) {
  for (const work_item each : {work_item::continuation(fiber_),
                               work_item::fork(pending_),
                               work_item::siblings(task_),
                               work_item::task(task_)}) {
    const work_item back = work_item::from_word(each.word());
    EXPECT_EQ(back, each);
    EXPECT_EQ(back.what(), each.what());
  }
}

// A task may begin at any address that its alignment permits, for instance in an array, and no bit
// of the address is lost.
TEST_F(work_item_test, tells_neighbours_apart) {
  detail::task row[8] = {};
  for (detail::task& each : row) {
    EXPECT_EQ(&work_item::siblings(each).as_siblings(), &each);
    EXPECT_EQ(&work_item::task(each).as_task(), &each);
  }
}

using work_item_death_test = work_item_test;

TEST_F(work_item_death_test, is_not_taken_for_another_kind) {
  if constexpr (base::assertions_checked) {
    EXPECT_DEATH(static_cast<void>(work_item::task(task_).as_siblings()),
                 "check failed: what\\(\\)");
    EXPECT_DEATH(static_cast<void>(work_item::fork(pending_).as_continuation()), "check failed");
    EXPECT_DEATH(static_cast<void>(work_item().as_continuation()), "word_ != 0");
  } else {
    GTEST_SKIP() << "assertions are not checked in this build";
  }
}

}  // namespace
}  // namespace nuthatch::core
