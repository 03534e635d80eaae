// SPDX-License-Identifier: Apache-2.0

// A process forks while another thread may hold a lock of the runtime.

#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nuthatch/detail/sanitizer.hpp>

#include "openmp/model/threadprivate_copies.hpp"
#include "openmp/openacc/profiling.hpp"
#include "openmp/regions/affinity_display.hpp"
#include "openmp/tasks/task_team.hpp"

namespace nuthatch::openmp {
namespace {

/// GCC's AddressSanitizer does not release its allocator's locks in a child, so that the child
/// hangs in malloc if another thread allocates during the fork. Clang's does, from version 18 on.
#if defined(__clang__)
constexpr bool children_may_allocate = !detail::thread_sanitized;
#else
constexpr bool children_may_allocate = !detail::sanitized;
#endif

/// Another thread calls use() again and again; so do children of this process, once.
template <class Use>
void expect_children_go_on(const Use& use) {
  if (!children_may_allocate) {
    GTEST_SKIP() << "this sanitizer's allocator may hang in a child";
  }
  constexpr int children = 50;
  constexpr unsigned limit_s = 20;
  std::atomic<bool> ends = false;
  std::atomic<bool> uses = false;
  std::thread other([&] {
    while (!ends) {
      use();
      uses = true;
    }
  });
  while (!uses) {
    std::this_thread::yield();
  }
  for (int i = 0; i < children && !::testing::Test::HasFailure(); ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::alarm(limit_s);
      use();
      ::_exit(8);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 8) << "child " << i << ": " << status;
  }
  ends = true;
  other.join();
}

TEST(fork_test, while_task_teams_are_looked_at) {
  const task_team many(1'000);  // adding up their counts takes a while
  expect_children_go_on([] { EXPECT_EQ(all_task_statistics().deferred, 0U); });
}

TEST(fork_test, while_variables_are_registered) {
  expect_children_go_on([] {
    static int variable = 0;
    register_threadprivate(&variable, {});
  });
}

TEST(fork_test, while_the_format_of_affinity_is_changed) {
  expect_children_go_on([] {
    set_affinity_format("a format that does not fit into the string itself");
    EXPECT_FALSE(affinity_format().empty());
  });
}

TEST(fork_test, while_callbacks_are_registered) {
  expect_children_go_on([] {
    const profile_callback none = [](auto* /*info*/, auto* /*event*/, auto* /*api*/) {
    };
    register_callback(1, none, static_cast<int>(profile_registering::call));
    unregister_callback(1, none, static_cast<int>(profile_registering::call));
  });
}

}  // namespace
}  // namespace nuthatch::openmp
