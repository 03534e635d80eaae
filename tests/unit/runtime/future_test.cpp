// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class future_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(future_test);

TEST_P(future_test, gives_the_result) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_EQ(launch([] { return 3; }).get(), 3);
      EXPECT_EQ(*launch([] { return std::make_unique<int>(4); }).get(), 4);
      launch([] {}).get();
    });
  });
}

TEST_P(future_test, takes_arguments_and_move_only_callables) {
  on_runtime([](runtime& r) {
    r.run([] {
      auto five = std::make_unique<int>(5);
      const std::string text = "copied";
      auto sum = launch(
          [six = std::make_unique<int>(6)](std::unique_ptr<int> p, const std::string& t) {
            return *p + *six + static_cast<int>(t.size());
          },
          std::move(five),
          text);
      EXPECT_EQ(five, nullptr);
      EXPECT_EQ(sum.get(), 17);
    });
  });
}

TEST_P(future_test, several_at_once) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<future<counted>> all;
      for (int i = 0; i < 500; ++i) {
        all.push_back(launch([i, c = counted()] { return counted(i); }));
      }
      for (int i = 499; i >= 0; --i) {
        EXPECT_EQ(all[static_cast<std::size_t>(i)].get().value(), i);
      }
    });
  });
}

TEST_P(future_test, passes_exceptions_on) {
  on_runtime([](runtime& r) {
    r.run([] {
      future<int> failed = launch([]() -> int { throw std::runtime_error("expected"); });
      failed.wait();
      EXPECT_TRUE(failed.ready());
      EXPECT_THROW(failed.get(), std::runtime_error);
      EXPECT_FALSE(failed.valid());
    });
  });
}

TEST_P(future_test, is_valid_until_taken) {
  on_runtime([](runtime& r) {
    r.run([] {
      future<int> none;
      EXPECT_FALSE(none.valid());
      EXPECT_THROW(none.wait(), error);
      EXPECT_THROW(static_cast<void>(none.ready()), error);
      EXPECT_THROW(none.get(), error);

      future<int> one = launch([] { return 1; });
      EXPECT_TRUE(one.valid());
      future<int> moved = std::move(one);
      EXPECT_FALSE(one.valid());  // NOLINT(bugprone-use-after-move)
      EXPECT_TRUE(moved.valid());
      none = std::move(moved);
      EXPECT_EQ(none.get(), 1);
      EXPECT_FALSE(none.valid());
      EXPECT_THROW(none.get(), error);
    });
  });
}

TEST_P(future_test, can_be_waited_for_by_several) {
  on_runtime([alone = workers() == 1](runtime& r) {
    r.run([alone] {
      std::atomic<int> waiters = 0;
      const future<int> shared = launch([&] {
        testing::hold_until([&] { return alone || waiters == 20; });  // alone, the first runs it
        return 1;
      });
      std::vector<future<void>> waiting;
      for (int i = 0; i < 20; ++i) {
        waiting.push_back(launch([&] {
          ++waiters;
          shared.wait();
          EXPECT_TRUE(shared.ready());
        }));
      }
      for (future<void>& each : waiting) {
        each.get();
      }
    });
  });
}

TEST_P(future_test, destructor_waits) {
  on_runtime([](runtime& r) {
    r.run([] {
      int ended = 0;
      {
        const future<int> dropped = launch([&] { return ++ended; });
      }
      EXPECT_EQ(ended, 1);
      future<int> replaced = launch([&] { return ++ended; });
      replaced = launch([] { return 7; });
      EXPECT_EQ(ended, 2);
      EXPECT_EQ(replaced.get(), 7);
    });
  });
}

TEST_P(future_test, result_that_nobody_took_is_destroyed) {
  on_runtime([](runtime& r) {
    r.run([] {
      const future<counted> dropped = launch([] { return counted(1); });
      dropped.wait();
    });
  });
}

TEST_P(future_test, asyncs_belong_to_the_task) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ended = 0;
      launch([&] {
        for (int i = 0; i < 20; ++i) {
          async([&] { ++ended; });
        }
      }).get();
      EXPECT_EQ(ended, 20);
      EXPECT_THROW(launch([] { async([] { throw std::runtime_error("expected"); }); }).get(),
                   std::runtime_error);
    });
  });
}

int pipeline(int stages) {
  future<int> last = launch([] { return 0; });
  for (int i = 0; i < stages; ++i) {
    last = launch([](future<int> before) { return before.get() + 1; }, std::move(last));
  }
  return last.get();
}

// Each task waits for the previous one, and none runs on top of another waiting task.
TEST_P(future_test, chain) {
  on_runtime([](runtime& r) { EXPECT_EQ(r.run([] { return pipeline(500); }), 500); });
}

TEST_P(future_test, foreign_thread_waits_for_it) {
  on_runtime([](runtime& r) {
    std::vector<future<int>> all;
    r.run([&] {
      for (int i = 0; i < 100; ++i) {
        all.push_back(launch([i] { return i; }));
      }
    });
    for (int i = 0; i < 100; ++i) {
      EXPECT_EQ(all[static_cast<std::size_t>(i)].get(), i);
    }
  });
}

TEST_P(future_test, foreign_thread_is_waited_for) {
  on_runtime([](runtime& r) {
    // The foreign thread calls get() before the future is ready, whatever the workers do.
    future<int> result;
    testing::event given;
    std::thread foreign;
    r.run([&] {
      result = launch([&] {
        given.occupy();
        return 6;
      });
      foreign = std::thread([&] {
        EXPECT_FALSE(result.ready());
        given.happen();
        EXPECT_EQ(result.get(), 6);
      });
    });
    foreign.join();
  });
}

TEST_P(future_test, launched_by_foreign_threads) {
  on_runtime([](runtime& r) {
    future<int> of_default = launch([] { return 8; });
    // A task of one runtime waits for a task of another runtime.
    EXPECT_EQ(r.run([&] { return of_default.get(); }), 8);
  });
}

// The waiting task has to resume in its own runtime, not where the other task has ended.
TEST_P(future_test, waiting_for_another_runtime_does_not_move_a_task) {
  on_runtime([](runtime& r) {
    testing::event waiting;
    future<int> other = launch([&] {
      const testing::suspension_watch watch(r);
      waiting.happen();
      watch.hold();
      return 8;
    });
    r.run([&] {
      waiting.occupy();
      EXPECT_EQ(other.get(), 8);
      int here = 0;
      r.run([&] { ++here; });  // in a task of the runtime: called in place
      fork_join([&] { poll(); }, [&] { poll(); });
      EXPECT_EQ(here, 1);
    });
  });
}

int fails(const char* text) {
  throw std::runtime_error(text);
}

std::string caught_from(void (*body)()) {
  try {
    body();
  } catch (const std::runtime_error& caught) {
    return caught.what();
  }
  return "nothing";
}

void call_and_task_fail() {
  future<int> first = launch(fails, "of the task");
  const int second = fails("of the call");
  static_cast<void>(first.get() + second);
}

// An exception in flight destroys the future, and propagates further.
TEST_P(future_test, exception_in_flight_wins) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return caught_from(call_and_task_fail); }), "of the call");
  });
}

TEST_P(future_test, exception_in_flight_wins_over_those_of_many) {
  on_runtime([](runtime& r) {
    const std::string caught = r.run([] {
      return caught_from([] {
        std::vector<future<int>> all;
        for (int i = 0; i < 20; ++i) {
          all.push_back(launch(fails, "of a task"));
        }
        static_cast<void>(fails("of the call"));
      });
    });
    EXPECT_EQ(caught, "of the call");
  });
}

TEST(foreign_future_test, exception_in_flight_wins) {
  EXPECT_EQ(caught_from(call_and_task_fail), "of the call");
}

using future_death_test = ::testing::Test;

// Another exception is in flight, but does not destroy the future: the same as without it.
struct drops_a_failed_future {
  ~drops_a_failed_future() { const future<int> dropped = launch(fails, "unseen in a destructor"); }
};

TEST_F(future_death_test, exception_in_flight_elsewhere_does_not_count) {
  EXPECT_DEATH(
      {
        runtime r;
        r.run([] {
          const drops_a_failed_future drops;
          throw std::runtime_error("in flight");
        });
      },
      "unseen in a destructor");
}

TEST_F(future_death_test, assignment_over_a_failed_future_ends_the_program) {
  EXPECT_DEATH(
      {
        runtime r;
        r.run([] {
          future<int> replaced = launch(fails, "replaced");
          replaced = launch([] { return 1; });
          replaced.get();
        });
      },
      "replaced");
}

TEST_F(future_death_test, exception_that_nobody_takes_ends_the_program) {
  EXPECT_DEATH(
      {
        runtime r;
        r.run([] {
          const future<int> dropped = launch([]() -> int { throw std::runtime_error("unseen"); });
        });
      },
      "unseen");
}

}  // namespace
}  // namespace nuthatch
