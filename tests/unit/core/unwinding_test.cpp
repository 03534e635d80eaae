// SPDX-License-Identifier: Apache-2.0

// Scopes that end without a sync: by their destructor, by an exception, and in destructors that an
// exception calls.

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/failure.hpp"
#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::event;
using testing::failure;
using testing::failures_of;
using testing::numbers;

class unwinding_test : public testing::runtime_test {};

class stolen_unwinding_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(unwinding_test);
NUTHATCH_ON_EVERY_SCHEDULER(stolen_unwinding_test, {2, 3, 8});

TEST_P(unwinding_test, destructor_passes_on_what_its_children_threw) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_EQ(failures_of([&] {
                  scope s;
                  s.spawn(policy, [] { throw failure(1); });
                }),
                numbers{1});
    });
  });
}

// An exception leaves the scope, which waits for its children and drops their exceptions.
TEST_P(unwinding_test, unwinding_waits_for_the_children) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      int ran = 0;
      EXPECT_EQ(failures_of([&] {
                  scope s;
                  s.spawn(policy, [&] {
                    ++ran;
                    throw failure(1);
                  });
                  throw failure(2);
                }),
                numbers{2});
      EXPECT_EQ(ran, 1);
    });
  });
}

TEST_P(stolen_unwinding_test, unwinding_waits_for_stolen_children) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      event started;
      event thrown;
      bool ended = false;
      EXPECT_EQ(failures_of([&] {
                  scope s;
                  s.spawn(policy, [&] {
                    started.happen();
                    thrown.hold();
                    ended = true;
                    throw failure(1);
                  });
                  started.hold();
                  thrown.happen();
                  throw failure(2);
                }),
                numbers{2});
      EXPECT_TRUE(ended);
    });
  });
}

// Children that run while their parent is being unwound are tasks like any other.
TEST_P(unwinding_test, child_that_runs_during_unwinding_keeps_its_exceptions) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      numbers of_inner;
      EXPECT_EQ(failures_of([&] {
                  scope s;
                  s.spawn(policy, [&] {
                    of_inner = failures_of([&] {
                      scope inner;
                      inner.spawn(policy, [] { throw failure(1); });
                    });
                  });
                  throw failure(2);
                }),
                numbers{2});
      EXPECT_EQ(of_inner, numbers{1});
    });
  });
}

template <class Policy>
struct spawns_when_destroyed {
  Policy policy;
  numbers* found;

  ~spawns_when_destroyed() {
    // The exception in flight does not concern this scope, because it was thrown before the scope
    // was created.
    *found = failures_of([this] {
      scope s;
      s.spawn(policy, [] { throw failure(1); });
      s.spawn(policy, [] {});
    });
    const numbers of_both = failures_of(
        [this] { fork_join(policy, [] { throw failure(3); }, [] { throw failure(4); }); });
    found->insert(of_both.begin(), of_both.end());
  }
};

template <class Policy>
struct fills_when_destroyed {
  Policy policy;
  scope* of;

  ~fills_when_destroyed() {
    of->spawn(policy, [] { throw failure(1); });
  }
};

// The exception in flight destroys the scope, though the first spawn came after it was thrown.
TEST_P(unwinding_test, destructor_fills_a_scope_that_is_unwound) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_EQ(failures_of([&] {
                  scope s;
                  const fills_when_destroyed<decltype(policy)> fills{policy, &s};
                  throw failure(2);
                }),
                numbers{2});
    });
  });
}

TEST_P(unwinding_test, destructor_spawns) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      numbers found;
      EXPECT_EQ(failures_of([&] {
                  const spawns_when_destroyed<decltype(policy)> spawns{policy, &found};
                  throw failure(2);
                }),
                numbers{2});
      EXPECT_EQ(found, (numbers{1, 3, 4}));
    });
  });
}

}  // namespace
}  // namespace nuthatch
