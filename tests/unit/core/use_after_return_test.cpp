// SPDX-License-Identifier: Apache-2.0

// AddressSanitizer detects uses after return on every kind of stack.

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "environment_variable.hpp"

namespace nuthatch {
namespace {

/// The child processes detect uses after return, whatever the options of this process are.
class use_after_return_death_test : public ::testing::Test {
  testing::environment_variable options_{"ASAN_OPTIONS", "detect_stack_use_after_return=1"};
};

// Prevents compilers from foreseeing the result. It is a separate function because Clang gives no
// fake frame to a function that contains assembly, and so would not detect the use of its locals.
[[gnu::noinline]] int* unforeseen(int* address) {
  asm volatile("" : "+r"(address) : : "memory");
  return address;
}

[[gnu::noinline]] int* address_of_a_local() {
  int local = 1;
  return unforeseen(&local);
}

void use_after_return() {
  const volatile int* const gone = address_of_a_local();
  static_cast<void>(*gone);
}

template <class Body>
void on_one_worker(Body body) {
  options wanted;
  wanted.workers = 1;
  runtime(wanted).run(body);
}

TEST_F(use_after_return_death_test, in_a_task) {
  EXPECT_DEATH(on_one_worker(use_after_return), "stack-use-after-return");
}

TEST_F(use_after_return_death_test, in_a_work_first_child) {
  EXPECT_DEATH(on_one_worker([] { fork_join(work_first, use_after_return, [] {}); }),
               "stack-use-after-return");
}

TEST_F(use_after_return_death_test, after_a_suspension) {
  EXPECT_DEATH(on_one_worker([] {
                 const volatile int* const gone = address_of_a_local();
                 launch([] {}).get();
                 static_cast<void>(*gone);
               }),
               "stack-use-after-return");
}

}  // namespace
}  // namespace nuthatch
