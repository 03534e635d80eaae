// SPDX-License-Identifier: Apache-2.0

// Legal uses of scopes in code whose uses are checked and which is optimized: the compiler chooses
// the order of local variables in the frames of functions that it inlines.

#include <cstddef>
#include <optional>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch {
namespace {

static_assert(detail::scope_uses_checked);

[[gnu::noinline]] void touch(void* object) {
  asm volatile("" : : "r"(object) : "memory");
}

struct behind_array {
  char before[64];
  scope children;
  char after[200];
};

struct alignas(64) aligned {
  scope children;
};

void nothing() {}

template <class Function>
void run_twice(const Function& f) {
  fork_join(help_first, f, f);
  fork_join(work_first, f, f);
  fork_join(f, f, f);
}

/// Runs f as callables of forks in a root task and inside of a finish.
template <class Function>
void run_everywhere(const Function& f) {
  for (const unsigned workers : {1U, 3U}) {
    runtime tasks(options{.workers = workers});
    tasks.run([&] { run_twice(f); });
    tasks.run([&] { finish([&] { run_twice(f); }); });
  }
  finish([&] { run_twice(f); });
}

TEST(checked_scopes_test, local_variable_of_a_callable) {
  run_everywhere([] {
    scope children;
    children.spawn(nothing);
    children.sync();
    children.spawn(nothing);
  });
}

TEST(checked_scopes_test, two_callables_without_captures) {
  finish([] {
    fork_join(
        help_first,
        [] {
          scope children;
          children.spawn([] {});
        },
        [] {
          scope children;
          children.spawn([] {});
        });
  });
}

TEST(checked_scopes_test, part_of_a_larger_object) {
  run_everywhere([] {
    behind_array whole;
    touch(&whole);
    whole.children.spawn(nothing);
  });
  run_everywhere([] {
    aligned whole;
    whole.children.spawn(nothing);
  });
}

TEST(checked_scopes_test, several_in_one_callable) {
  run_everywhere([] {
    scope children[4];
    for (scope& each : children) {
      each.spawn(nothing);
    }
  });
}

TEST(checked_scopes_test, created_late) {
  run_everywhere([] {
    std::optional<scope> children;
    char large[3'000];
    touch(large);
    children.emplace();
    children->spawn(nothing);
  });
}

TEST(checked_scopes_test, bodies_of_loops) {
  const auto body = [](int) {
    aligned whole;
    whole.children.spawn(nothing);
    return 1;
  };
  finish([&] {
    parallel_for(0, 100, [&](int i) { static_cast<void>(body(i)); });
    EXPECT_EQ(parallel_reduce(0, 100, 0, body, [](int a, int b) { return a + b; }), 100);
  });
}

/// The scope of a function that forks: its callables may not use it, but it may before and after.
TEST(checked_scopes_test, around_a_fork) {
  finish([] {
    scope children;
    children.spawn(nothing);
    fork_join([] {}, [] {});
    children.spawn(nothing);
    children.sync();
  });
}

template <class Function>
void use_own_scope(const Function& use) {
  runtime(options{.workers = 2}).run([&] {
    scope children;
    use(children);
  });
}

TEST(checked_scopes_death_test, used_by_a_callable_of_the_function_that_created_it) {
  EXPECT_DEATH(use_own_scope([](scope& children) {
                 fork_join(help_first, [&] { children.spawn(nothing); }, nothing);
               }),
               "inside of a callable of a fork_join");
  EXPECT_DEATH(use_own_scope([](scope& children) {
                 parallel_for(0, 10, [&](int) { children.spawn(nothing); });
               }),
               "body of a parallel loop|by another task|inside of a callable of a fork_join");
}

}  // namespace
}  // namespace nuthatch
