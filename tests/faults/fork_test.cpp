// SPDX-License-Identifier: Apache-2.0

// A process forks inside a task, or beside a runtime.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "platform/native_team.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace testing;
using ::testing::HasSubstr;

/// Forks; the child does `there`. Returns how it ended, as waitpid does.
int fork_and(const std::function<void()>& there) {
  const pid_t child = ::fork();
  if (child == 0) {
    there();
    ::_exit(99);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

bool exited_with(int status, int code) {
  return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

/// `there` in the child of a fork that a task calls while others work; the parent goes on all the
/// same. Returns how that child ended.
child_end after_fork_in_task(int& status, const std::function<void()>& there) {
  child_end end = expect_in_child([&] {
    runtime r(options{.workers = 3});
    r.run([&] {
      auto [one, forked, two] = fork_join(
          [] { return fib(18); }, [&] { return fork_and(there); }, [] { return fib(18); });
      EXPECT_EQ(one + two, 2 * 2584);
      std::printf("status %d.\n", forked);
    });
    EXPECT_EQ(r.run([] { return fib(15); }), 610);
  });
  const auto at = end.output.find("status ");
  status = at == std::string::npos ? -1 : std::stoi(end.output.substr(at + 7));
  return end;
}

TEST(fork_in_task_test, child_may_exec) {
  int status = 0;
  after_fork_in_task(status, [] { ::execl("/bin/sh", "sh", "-c", "exit 3", nullptr); });
  EXPECT_TRUE(exited_with(status, 3)) << status;
}

TEST(fork_in_task_test, child_may_exit) {
  int status = 0;
  after_fork_in_task(status, [] { ::_exit(4); });
  EXPECT_TRUE(exited_with(status, 4)) << status;
  after_fork_in_task(status, [] { std::exit(5); });
  EXPECT_TRUE(exited_with(status, 5)) << status;
}

TEST(fork_in_task_test, child_may_make_a_runtime) {
  int status = 0;
  after_fork_in_task(status, [] {
    int answer = 0;
    {
      runtime fresh(options{.workers = 2});
      answer = fresh.run([] { return fib(15); });
    }
    ::_exit(answer == 610 ? 6 : 7);
  });
  EXPECT_TRUE(exited_with(status, 6)) << status;
}

TEST(fork_in_task_test, child_may_poll) {
  int status = 0;
  after_fork_in_task(status, [] {
    for (int i = 0; i < 100; ++i) {
      poll();
    }
    ::_exit(8);
  });
  EXPECT_TRUE(exited_with(status, 8)) << status;
}

// What needs the parent's workers says so, instead of waiting for them.
TEST(fork_in_task_test, child_that_spawns_is_told) {
  const std::vector<std::function<void()>> spawns{[] { fib(3); },
                                                  [] { fork_join(work_first, [] {}, [] {}); },
                                                  [] {
                                                    scope s;
                                                    s.spawn([] {});
                                                    s.sync();
                                                  },
                                                  [] { async([] {}); },
                                                  [] { launch([] {}).wait(); },
                                                  [] { finish([] { return 1; }); },
                                                  [] {
                                                    parallel_for(0, 100, [](int) {});
                                                  }};
  for (const auto& spawn : spawns) {
    int status = 0;
    const child_end end = after_fork_in_task(status, spawn);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
    EXPECT_THAT(end.output, HasSubstr("a task called fork"));
  }
}

TEST(fork_in_task_test, child_that_ends_its_task_is_told) {
  const child_end end = expect_in_child([] {
    runtime r(options{.workers = 2});
    r.run([] {
      const pid_t child = ::fork();
      if (child == 0) {
        return;
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
    });
  });
  EXPECT_THAT(end.output, HasSubstr("a task called fork"));
}

TEST(fork_beside_runtime_test, child_has_a_default_runtime_of_its_own) {
  expect_in_child([] {
    EXPECT_EQ(fib(15), 610);
    const int status = fork_and([] { ::_exit(fib(15) == 610 ? 8 : 9); });
    EXPECT_TRUE(exited_with(status, 8)) << status;
    EXPECT_EQ(fib(15), 610);
  });
}

TEST(fork_beside_runtime_test, child_cannot_use_its_parents_runtime) {
  expect_in_child([] {
    auto r = std::make_unique<runtime>(options{.workers = 2});
    EXPECT_EQ(r->run([] { return fib(15); }), 610);
    const int status = fork_and([&] {
      try {
        r->run([] {});
      } catch (const error& told) {
        r.reset();  // and does not wait for the workers
        ::_exit(std::string(told.what()).find("fork") != std::string::npos ? 10 : 11);
      }
    });
    EXPECT_TRUE(exited_with(status, 10)) << status;
    EXPECT_EQ(r->run([] { return fib(15); }), 610);
  });
}

// They would seem to need the cpus that the child's own have.
TEST(fork_beside_runtime_test, child_counts_no_workers_of_its_parent) {
  expect_in_child([] {
    runtime r(options{.workers = 2});
    r.run([] {
      EXPECT_GE(platform::awake_workers().get(), 1U);
      const int status = fork_and([] { ::_exit(platform::awake_workers().get() == 0 ? 14 : 15); });
      EXPECT_TRUE(exited_with(status, 14)) << status;
    });
  });
}

// While workers take stacks and memory, fall asleep and wake up: no lock of theirs is in the way.
TEST(fork_beside_runtime_test, forks_at_any_moment) {
  expect_in_child([] {
    runtime r(options{.workers = 3});
    std::atomic<bool> enough = false;
    std::thread busy([&] {
      while (!enough) {
        EXPECT_EQ(r.run([] { return fib(14); }), 377);
      }
    });
    for (std::size_t i = 0; i < rounds(60); ++i) {
      const int status = fork_and([] {
        runtime fresh(options{.workers = 2});
        ::_exit(fresh.run([] { return fib(10); }) == 55 ? 12 : 13);
      });
      EXPECT_TRUE(exited_with(status, 12)) << status;
    }
    enough = true;
    busy.join();
  });
}

}  // namespace
}  // namespace nuthatch
