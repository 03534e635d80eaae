// SPDX-License-Identifier: Apache-2.0

// A process forks while another thread makes what all threads use from then on.

#include <atomic>
#include <functional>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "atomic/mutex_lock.hpp"
#include "child.hpp"
#include "effort.hpp"
#include "original_function.hpp"
#include "platform/forking.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace testing;
using platform::first_use;

/// The call of the C library that takes long the next time, so that others can come meanwhile.
enum class step { none, create_thread, set_signal_handler };

std::atomic<step> slow = step::none;
std::atomic<bool> in_the_middle = false;

void pass(step now) noexcept {
  if (slow.compare_exchange_strong(now, step::none)) {
    in_the_middle = true;
    ::usleep(100'000);
  }
}

/// Forks; the child does `there` and exits with 8 if that returns true. Whether it did.
bool succeeds_in_fork(const std::function<bool()>& there) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(there() ? 8 : 9);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 8;
}

bool computes() {
  return fib(15) == 610;
}

/// Forks in a process without a runtime, once a thread that makes the default one is in the middle
/// of `where`. The child makes one of its own.
void fork_within(step where) {
  expect_in_child([where] {
    std::thread maker([where] {
      slow = where;
      EXPECT_TRUE(computes());
    });
    while (!in_the_middle) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(succeeds_in_fork(computes));
    maker.join();
    EXPECT_TRUE(computes());
  });
}

TEST(fork_at_first_use_test, while_the_default_runtime_is_made) {
  fork_within(step::create_thread);
}

TEST(fork_at_first_use_test, while_the_handler_for_overflows_is_installed) {
  fork_within(step::set_signal_handler);
}

TEST(fork_at_first_use_test, finds_all_locks_open) {
  for (const first_use what : {first_use::default_runtime,
                               first_use::machine,
                               first_use::overflow_handler,
                               first_use::openmp_affinity_format,
                               first_use::openmp_task_teams,
                               first_use::openmp_private_variables,
                               first_use::openmp_profiling}) {
    expect_in_child([what] {
      std::atomic<bool> closed = false;
      std::thread holder([&closed, what] {
        const detail::mutex_lock lock(platform::lock_of(what));
        closed = true;
        ::usleep(20'000);
      });
      while (!closed) {
        std::this_thread::yield();
      }
      EXPECT_TRUE(succeeds_in_fork([what] { return platform::lock_of(what).try_lock(); }));
      holder.join();
      EXPECT_TRUE(platform::lock_of(what).try_lock()) << "the parent's stay as they are, too";
    });
  }
}

// What nothing slows down, in fresh processes: at some moment of the making.
TEST(fork_at_first_use_test, at_any_moment) {
  for (unsigned i = 0; i < rounds(20); ++i) {
    expect_in_child([i] {
      std::thread maker([] { EXPECT_TRUE(computes()); });
      ::usleep(20 * i);
      EXPECT_TRUE(succeeds_in_fork(computes));
      maker.join();
    });
  }
}

}  // namespace
}  // namespace nuthatch

extern "C" {

int pthread_create(pthread_t* thread,
                   const pthread_attr_t* attributes,
                   void* (*body)(void*),
                   void* argument) noexcept {
  nuthatch::pass(nuthatch::step::create_thread);
  return nuthatch::testing::original<decltype(pthread_create)>("pthread_create")(
      thread, attributes, body, argument);
}

int sigaction(int signal, const struct sigaction* wanted, struct sigaction* before) noexcept {
  nuthatch::pass(nuthatch::step::set_signal_handler);
  return nuthatch::testing::original<decltype(sigaction)>("sigaction")(signal, wanted, before);
}
}
