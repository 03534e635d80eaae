// SPDX-License-Identifier: Apache-2.0

// The per-thread state that the C++ runtime keeps about exceptions follows the task to which it
// belongs.

#include "fiber/thread_exceptions.hpp"

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::event;

struct looks_when_destroyed {
  ~looks_when_destroyed() {
    EXPECT_EQ(fiber::thread_exceptions_here().uncaught, 1U);
    EXPECT_EQ(fiber::thread_exceptions_here().caught, nullptr);
  }
};

TEST(thread_exceptions_test, layout_is_as_the_abi_says) {
  EXPECT_TRUE(fiber::thread_exceptions_here().none());
  try {
    const looks_when_destroyed looks;
    throw std::runtime_error("one");
  } catch (const std::runtime_error& caught) {
    EXPECT_FALSE(fiber::thread_exceptions_here().none());
    EXPECT_NE(fiber::thread_exceptions_here().caught, nullptr);
    EXPECT_EQ(fiber::thread_exceptions_here().uncaught, 0U);
    const detail::thread_exceptions mine = std::exchange(fiber::thread_exceptions_here(), {});
    EXPECT_EQ(std::current_exception(), nullptr);
    try {
      throw std::logic_error("two");
    } catch (const std::logic_error& other) {
      EXPECT_STREQ(other.what(), "two");
    }
    fiber::thread_exceptions_here() = mine;
    EXPECT_NE(std::current_exception(), nullptr);
    EXPECT_STREQ(caught.what(), "one");
  }
  EXPECT_TRUE(fiber::thread_exceptions_here().none());
}

std::string text_of_current() {
  try {
    throw;
  } catch (const std::exception& caught) {
    return caught.what();
  }
}

/// Suspends the calling task until another task ends, on any worker, that handles an exception of
/// its own.
void wait_for_another_task(const runtime& r) {
  const testing::suspension_watch watch(r);
  const future<void> other = launch([&] {
    try {
      throw std::logic_error("the other's");
    } catch (const std::logic_error&) {
      watch.hold();
      EXPECT_EQ(text_of_current(), "the other's");
    }
  });
  testing::give_way();  // before the wait, which could run the task in place
  other.wait();
}

/// The same with another task on another worker, which resumes this task. For one task at a time,
/// because it occupies two workers.
void move_to_another_worker(const runtime& r) {
  const testing::suspension_watch watch(r);
  event started;
  const future<void> other = launch([&] {
    started.happen();
    watch.hold();
  });
  started.hold();
  other.wait();
}

class waiting_handler_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(waiting_handler_test, {2, 3, 8});

TEST_P(waiting_handler_test, keeps_its_exception) {
  on_runtime([](runtime& r) {
    r.run([&] {
      try {
        throw std::runtime_error("mine");
      } catch (const std::runtime_error&) {
        wait_for_another_task(r);
        move_to_another_worker(r);
        EXPECT_EQ(text_of_current(), "mine");
      }
      EXPECT_EQ(std::current_exception(), nullptr);
    });
  });
}

TEST_P(waiting_handler_test, rethrows_after_waiting) {
  on_runtime([](runtime& r) {
    const auto task = [&] {
      try {
        throw std::runtime_error("mine");
      } catch (...) {
        wait_for_another_task(r);
        move_to_another_worker(r);
        throw;
      }
    };
    try {
      r.run(task);
      FAIL();
    } catch (const std::runtime_error& caught) {
      EXPECT_STREQ(caught.what(), "mine");
    }
  });
}

TEST_P(waiting_handler_test, nested_handlers) {
  on_runtime([](runtime& r) {
    r.run([&] {
      try {
        throw std::runtime_error("outer");
      } catch (const std::runtime_error&) {
        try {
          throw std::runtime_error("inner");
        } catch (const std::runtime_error&) {
          wait_for_another_task(r);
          move_to_another_worker(r);
          EXPECT_EQ(text_of_current(), "inner");
        }
        wait_for_another_task(r);
        move_to_another_worker(r);
        EXPECT_EQ(text_of_current(), "outer");
      }
    });
  });
}

// Several tasks of one worker wait in their handlers at the same time, and end in the wrong order.
TEST_P(waiting_handler_test, handlers_of_several_tasks_interleave) {
  on_runtime([](runtime& r) {
    r.run([&] {
      const auto handler = [&r](const std::string& name) {
        return [&r, name] {
          for (int i = 0; i < 20; ++i) {
            try {
              throw std::runtime_error(name);
            } catch (const std::runtime_error& caught) {
              wait_for_another_task(r);
              EXPECT_EQ(text_of_current(), name);
              EXPECT_EQ(caught.what(), name);
            }
          }
        };
      };
      future<void> a = launch(handler("a"));
      future<void> b = launch(handler("b"));
      future<void> c = launch(handler("c"));
      a.get();
      b.get();
      c.get();
    });
  });
}

struct waits_when_destroyed {
  const runtime* r;

  ~waits_when_destroyed() {
    EXPECT_EQ(std::uncaught_exceptions(), 1);
    wait_for_another_task(*r);
    EXPECT_EQ(std::uncaught_exceptions(), 1);
  }
};

TEST_P(waiting_handler_test, destructor_waits_during_unwinding) {
  on_runtime([](runtime& r) {
    r.run([&] {
      try {
        const waits_when_destroyed waits{&r};
        throw std::runtime_error("mine");
      } catch (const std::runtime_error& caught) {
        EXPECT_STREQ(caught.what(), "mine");
      }
      EXPECT_EQ(std::uncaught_exceptions(), 0);
    });
  });
}

// The handler spawns a child that waits, so the handler itself has to resume on another worker.
TEST_P(waiting_handler_test, handler_spawns_a_child_that_waits) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      try {
        throw std::runtime_error("mine");
      } catch (const std::runtime_error&) {
        fork_join(
            policy,
            [&] {
              EXPECT_EQ(std::uncaught_exceptions(), 0);
              wait_for_another_task(r);
            },
            [&] { wait_for_another_task(r); });
        EXPECT_EQ(text_of_current(), "mine");
      }
      EXPECT_EQ(std::current_exception(), nullptr);
    });
    // No worker keeps any of that state.
    r.run([&] {
      for (unsigned i = 0; i < 4 * r.workers(); ++i) {
        wait_for_another_task(r);
        EXPECT_EQ(std::current_exception(), nullptr);
      }
    });
  });
}

// The same, but the handler belongs to a task further down in the worker's stack chain.
TEST_P(waiting_handler_test, handler_below_spawns_that_wait) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      try {
        throw std::runtime_error("mine");
      } catch (const std::runtime_error&) {
        const auto inner = [&] {
          fork_join(policy, [&] { wait_for_another_task(r); }, [&] { wait_for_another_task(r); });
        };
        fork_join(policy, inner, inner);
        EXPECT_EQ(text_of_current(), "mine");
      }
      EXPECT_EQ(std::current_exception(), nullptr);
    });
  });
}

}  // namespace
}  // namespace nuthatch
