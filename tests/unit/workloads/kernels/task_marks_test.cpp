// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/task_marks.hpp"

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

TEST(task_marks, tell_what_did_not_run_or_ran_twice) {
  task_marks subject(3);
  EXPECT_EQ(subject.verify(), "task 0 ran 0 times");
  for (std::size_t i = 0; i < 3; ++i) {
    subject.set(i);
  }
  EXPECT_EQ(subject.verify(), "");
  EXPECT_EQ(subject.answer(), "3 tasks");
  subject.set(1);
  EXPECT_EQ(subject.verify(), "task 1 ran 2 times");
  EXPECT_EQ(subject.answer(), "2 tasks");
  subject.reset();
  EXPECT_EQ(subject.verify(), "task 0 ran 0 times");
}

}  // namespace
}  // namespace nuthatch::workloads
