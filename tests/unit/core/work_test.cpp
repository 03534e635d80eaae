// SPDX-License-Identifier: Apache-2.0
#include "core/work.hpp"

#include <cstddef>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/assert.hpp"

namespace nuthatch::core {
namespace {

using kind = work::kind;

class work_test : public ::testing::Test {
 protected:
  detail::fiber fiber_{};
  detail::fork_frame pending_;
  detail::task task_{};
};

TEST_F(work_test, is_empty_at_first) {
  constexpr work nothing;
  EXPECT_FALSE(nothing);
  EXPECT_EQ(nothing.word(), 0U);
  EXPECT_EQ(nothing, work());
  EXPECT_EQ(work::from_word(0), nothing);
}

TEST_F(work_test, is_one_word) {
  EXPECT_EQ(sizeof(work), sizeof(std::uintptr_t));
}

TEST_F(work_test, keeps_kind_and_pointee) {
  const work continuation = work::continuation(fiber_);
  EXPECT_TRUE(continuation);
  EXPECT_EQ(continuation.what(), kind::continuation);
  EXPECT_EQ(&continuation.as_continuation(), &fiber_);

  const work fork = work::fork(pending_);
  EXPECT_TRUE(fork);
  EXPECT_EQ(fork.what(), kind::fork);
  EXPECT_EQ(&fork.as_fork(), &pending_);

  const work siblings = work::siblings(task_);
  EXPECT_TRUE(siblings);
  EXPECT_EQ(siblings.what(), kind::siblings);
  EXPECT_EQ(&siblings.as_siblings(), &task_);

  const work single = work::task(task_);
  EXPECT_TRUE(single);
  EXPECT_EQ(single.what(), kind::task);
  EXPECT_EQ(&single.as_task(), &task_);
}

TEST_F(work_test, is_equal_to_the_same_work_only) {
  detail::task other{};
  EXPECT_EQ(work::task(task_), work::task(task_));
  EXPECT_NE(work::task(task_), work::task(other));
  EXPECT_NE(work::task(task_), work::siblings(task_)) << "the first of several, or a single one";
  EXPECT_NE(work::task(task_), work());
}

TEST_F(work_test, survives_as_a_word) {
  for (const work each : {work::continuation(fiber_),
                          work::fork(pending_),
                          work::siblings(task_),
                          work::task(task_)}) {
    const work back = work::from_word(each.word());
    EXPECT_EQ(back, each);
    EXPECT_EQ(back.what(), each.what());
  }
}

// A task may start wherever its alignment allows, in an array for instance: no bit of its address
// is lost.
TEST_F(work_test, tells_neighbours_apart) {
  detail::task row[8] = {};
  for (detail::task& each : row) {
    EXPECT_EQ(&work::siblings(each).as_siblings(), &each);
    EXPECT_EQ(&work::task(each).as_task(), &each);
  }
}

using work_death_test = work_test;

TEST_F(work_death_test, is_not_taken_for_another_kind) {
  if constexpr (base::assertions_checked) {
    EXPECT_DEATH(static_cast<void>(work::task(task_).as_siblings()), "check failed: what\\(\\)");
    EXPECT_DEATH(static_cast<void>(work::fork(pending_).as_continuation()), "check failed");
    EXPECT_DEATH(static_cast<void>(work().as_continuation()), "word_ != 0");
  } else {
    GTEST_SKIP() << "assertions are not checked in this build";
  }
}

}  // namespace
}  // namespace nuthatch::core
