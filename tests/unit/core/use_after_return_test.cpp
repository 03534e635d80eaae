// For builds with AddressSanitizer: that it sees uses after return on every kind of stack.

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch {
namespace {

[[gnu::noinline]] int* address_of_a_local() {
  int local = 1;
  int* address = &local;
  asm volatile("" : "+r"(address) : : "memory");  // so that compilers do not foresee what comes
  return address;
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

TEST(use_after_return_death_test, in_a_task) {
  EXPECT_DEATH(on_one_worker(use_after_return), "stack-use-after-return");
}

TEST(use_after_return_death_test, in_a_work_first_child) {
  EXPECT_DEATH(on_one_worker([] { fork_join(work_first, use_after_return, [] {}); }),
               "stack-use-after-return");
}

TEST(use_after_return_death_test, after_a_suspension) {
  EXPECT_DEATH(on_one_worker([] {
                 const volatile int* const gone = address_of_a_local();
                 launch([] {}).get();
                 static_cast<void>(*gone);
               }),
               "stack-use-after-return");
}

}  // namespace
}  // namespace nuthatch
