// SPDX-License-Identifier: Apache-2.0

// Invalid uses of a scope terminate the program with a message.

#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "event.hpp"

namespace nuthatch {
namespace {

using testing::event;

/// Runs body() as a root task.
template <class Body>
void in_task(Body body, unsigned workers = 2) {
  runtime(options{.workers = workers}).run(body);
}

constexpr char remedy[] = "the scope at .*nuthatch::group";

// Every build detects these uses: they come from another stack, or break the order of joins.

TEST(scope_use_death_test, stolen_child_spawns_into_the_scope_that_it_belongs_to) {
  EXPECT_DEATH(in_task([] {
                 event spawned;
                 scope s;
                 s.spawn(help_first, [&] {
                   s.spawn(help_first, [] {});
                   spawned.happen();
                 });
                 spawned.hold();
               }),
               remedy);
}

TEST(scope_use_death_test, work_first_child_spawns_into_the_scope_that_it_belongs_to) {
  const auto body = [] {
    scope s;
    s.spawn(work_first, [&] { s.spawn(help_first, [] {}); });
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

TEST(scope_use_death_test, work_first_child_loses_its_continuation_to_a_thief) {
  EXPECT_DEATH(in_task([] {
                 event stolen;
                 scope s;
                 s.spawn(work_first, [&] {
                   s.spawn(work_first, [&] { stolen.hold(); });
                   stolen.happen();
                 });
                 s.sync();
               }),
               remedy);
}

TEST(scope_use_death_test, task_spawns_into_the_scope_of_a_foreign_thread) {
  EXPECT_DEATH(
      {
        scope s;
        finish([&] {
          async([&] { s.spawn([] {}); });
          async([&] { s.spawn([] {}); });
        });
      },
      remedy);
}

TEST(scope_use_death_test, child_spawns_first_into_a_scope_on_the_heap) {
  const auto body = [] {
    const auto unused = std::make_unique<scope>();
    scope s;
    s.spawn(work_first, [&] { unused->spawn(help_first, [] {}); });
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

TEST(scope_use_death_test, child_spawns_first_into_the_scope_of_its_parent) {
  const auto body = [] {
    scope unused;
    scope s;
    s.spawn(work_first, [&] { unused.spawn(work_first, [] {}); });
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

TEST(scope_use_death_test, foreign_thread_spawns_into_the_scope_of_a_task) {
  EXPECT_DEATH(in_task([] {
                 scope s;
                 std::thread([&] { s.spawn([] {}); }).join();
               }),
               remedy);
}

// There is one worker, so nothing is published.

TEST(scope_use_death_test, callable_of_a_fork_join_syncs) {
  const auto body = [] {
    scope s;
    s.spawn(help_first, [] {});
    fork_join(help_first, [&] { s.sync(); }, [] {});
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

TEST(scope_use_death_test, callable_of_a_fork_join_ends) {
  const auto body = [] {
    std::optional<scope> s(std::in_place);
    s->spawn(help_first, [] {});
    fork_join(help_first, [&] { s.reset(); }, [] {});
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

TEST(scope_use_death_test, callable_of_a_fork_join_spawns) {
  const auto body = [] {
    scope s;
    fork_join(help_first, [&] { s.spawn(help_first, [] {}); }, [] {});
    s.sync();
  };
  EXPECT_DEATH(in_task(body, 1), remedy);
}

// Only code that is compiled without NDEBUG detects these uses, and names the scope.
TEST(scope_use_death_test, is_checked_at_each_use_without_ndebug) {
  if constexpr (detail::scope_uses_checked) {
    EXPECT_DEATH(in_task(
                     [] {
                       scope s;
                       s.spawn(help_first, [&] { s.spawn(help_first, [] {}); });
                       s.sync();
                     },
                     1),
                 "scope_use_test.cpp:[0-9]+");
    EXPECT_DEATH(in_task(
                     [] {
                       scope s;
                       s.spawn(help_first, [&] { s.sync(); });
                       s.sync();
                     },
                     1),
                 "scope_use_test.cpp:[0-9]+");
    EXPECT_DEATH(in_task(
                     [] {
                       scope s;
                       fork_join(help_first, [&] { s.sync(); }, [] {});
                     },
                     1),
                 "scope_use_test.cpp:[0-9]+");
  }
}

// The program ends wherever the body of a loop or a callable runs, and whichever task created the
// scope.
TEST(scope_use_death_test, is_checked_in_bodies_of_loops_without_ndebug) {
  if constexpr (detail::scope_uses_checked) {
    const auto in_loop = [](grain size) {
      scope s;
      parallel_for(0, 100, [&](int) { s.spawn([] {}); }, size);
    };
    const auto in_reduction = [] {
      scope s;
      const auto map = [&](int i) {
        s.spawn([] {});
        return i;
      };
      static_cast<void>(parallel_reduce(0, 100, 0, map, [](int a, int b) { return a + b; }));
    };
    const auto in_last_callable = [] {
      scope s;
      fork_join([] {}, [&] { s.spawn([] {}); });
    };
    constexpr char named[] = "scope_use_test.cpp:[0-9]+.*the body of a parallel loop";
    // The default runtime has several workers. A body or a callable that was stolen is another
    // task.
    constexpr char named_or_stolen[] =
        "scope_use_test.cpp:[0-9]+.*(the body of a parallel loop|by another task)";
    for (const grain size : {grain{}, grain{1}, grain{100}}) {
      EXPECT_DEATH(in_task([&] { in_loop(size); }, 1), named);
      EXPECT_DEATH(in_loop(size), named_or_stolen) << "on a foreign thread";
    }
    EXPECT_DEATH(in_task(in_reduction, 1), named);
    EXPECT_DEATH(in_reduction(), named_or_stolen) << "on a foreign thread";
    EXPECT_DEATH(in_task(in_last_callable, 1), named);
    EXPECT_DEATH(in_last_callable(), named_or_stolen) << "on a foreign thread";
  }
}

TEST(scope_use_test, a_callable_has_scopes_of_its_own) {
  const auto nested = [] {
    scope outer;
    outer.spawn([] {});
    parallel_for(0, 10, [](int) {
      scope inner;
      inner.spawn([] {});
      fork_join([] {},
                [] {
                  scope innermost;
                  innermost.spawn([] {});
                  innermost.sync();
                });
      inner.spawn([] {});
      inner.sync();
    });
    outer.spawn([] {});
    outer.sync();
  };
  nested();
  in_task(nested);
}

TEST(scope_use_test, what_a_foreign_thread_calls_may_use_its_scope) {
  scope s;
  finish([&] {
    s.spawn([] {});
    s.sync();
  });
  s.sync();
}

}  // namespace
}  // namespace nuthatch
