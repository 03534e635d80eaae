// SPDX-License-Identifier: Apache-2.0
#include "platform/thread.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include "base/os_error.hpp"
#include "platform/affinity.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::HasSubstr;

std::string own_name() {
  std::array<char, 16> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

TEST(thread, runs_its_body_and_is_joined) {
  int written = 0;
  thread worker({}, [&] { written = 1; });
  EXPECT_TRUE(worker.joinable());
  worker.join();
  EXPECT_FALSE(worker.joinable());
  EXPECT_EQ(written, 1);
}

TEST(thread, has_the_stack_that_was_asked_for) {
  constexpr std::size_t wanted = std::size_t{40} << 20U;  // more than the system gives by itself
  std::size_t found = 0;
  thread({.name = {}, .cpu = {}, .stack_bytes = wanted}, [&] {
    const stack_bounds own = this_thread_stack();
    found = static_cast<std::size_t>(own.highest - own.lowest);
  }).join();
  constexpr std::size_t guard = std::size_t{64} << 10U;  // the library takes it from the stack
  EXPECT_GE(found + guard, wanted);
}

TEST(thread, has_a_stack_that_it_can_run_on_however_little_was_asked_for) {
  int written = 0;
  thread({.name = {}, .cpu = {}, .stack_bytes = 1}, [&] { written = 1; }).join();
  EXPECT_EQ(written, 1);
}

TEST(thread, has_the_name_cut_to_what_the_kernel_takes) {
  std::string name;
  thread({.name = "nuthatch/3", .cpu = {}}, [&] { name = own_name(); }).join();
  EXPECT_EQ(name, "nuthatch/3");
  thread({.name = "a-name-that-is-too-long", .cpu = {}}, [&] { name = own_name(); }).join();
  EXPECT_EQ(name, "a-name-that-is-");
}

TEST(thread, moves) {
  int written = 0;
  thread first({}, [&] { written = 1; });
  thread second(std::move(first));
  thread third;
  third = std::move(second);
  EXPECT_TRUE(third.joinable());
  third.join();
  EXPECT_EQ(written, 1);
}

TEST(thread, inherits_the_mask_or_is_bound) {
  const cpu_set all = get_affinity();
  cpu_set seen;
  thread({}, [&] { seen = get_affinity(); }).join();
  EXPECT_EQ(seen, all);

  const unsigned last = all.members().back();
  cpu_set one;
  one.insert(last);
  thread({.name = "pinned", .cpu = last}, [&] { seen = get_affinity(); }).join();
  EXPECT_EQ(seen, one);
}

TEST(thread, cpu_that_does_not_exist_is_an_error_that_names_it) {
  try {
    thread({.name = "lost", .cpu = 65000}, [] {}).join();
    FAIL();
  } catch (const base::os_error& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("cannot start thread 'lost' on cpu 65000"));
    EXPECT_THAT(refused.what(), HasSubstr("do not pin"));
  }
}

TEST(thread, inherits_the_signal_mask) {
  sigset_t wanted;
  sigset_t before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &wanted, &before);
  bool blocked = false;
  bool other_blocked = true;
  thread({}, [&] {
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    blocked = sigismember(&mask, SIGUSR2) == 1;
    other_blocked = sigismember(&mask, SIGUSR1) == 1;
  }).join();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_TRUE(blocked);
  EXPECT_FALSE(other_blocked);
}

TEST(thread_death_test, forgotten_join_aborts) {
  EXPECT_DEATH(thread({}, [] {}), "destroyed before it was joined");
  EXPECT_DEATH(thread().join(), "no thread to join");
}

TEST(thread_death_test, exception_out_of_the_body_ends_the_program) {
  EXPECT_DEATH(thread({}, [] { throw std::runtime_error("escaped"); }).join(), "escaped");
}

}  // namespace
}  // namespace nuthatch::platform
