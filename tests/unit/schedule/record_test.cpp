// SPDX-License-Identifier: Apache-2.0

// Recordings by the public functions.

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/schedule.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"
#include "schedule/steal_tree.hpp"
#include "small_programs.hpp"

namespace nuthatch::schedules {
namespace {

class record_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(record_test);

using testing::fib;

TEST_P(record_test, gives_the_schedule_of_what_ran) {
  on_each_policy([this](runtime& r, auto /*policy*/) {
    int result = 0;
    const schedule made = r.run([&] { return record([&] { result = fib(18); }); });
    EXPECT_EQ(result, 2584);
    EXPECT_TRUE(made.complete());
    EXPECT_EQ(made.workers(), workers());
    ASSERT_GE(made.steps(), 1U);
    EXPECT_LT(made.migrated(), made.steps());
    EXPECT_GE(made.bytes(), made.steps() * sizeof(step));
    if (workers() == 1) {
      EXPECT_EQ(made.migrated(), 0U);
    }
  });
}

TEST_P(record_test, asyncs_end_before_the_recording) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    const schedule made = r.run([&] {
      return record([&] {
        for (int i = 0; i < 100; ++i) {
          async(policy, [&ran] { ++ran; });
        }
      });
    });
    EXPECT_EQ(ran, 100);
    EXPECT_GE(made.steps(), 1U);
  });
}

TEST_P(record_test, is_of_nothing_where_nothing_was_recorded) {
  const schedule nothing;
  EXPECT_EQ(nothing.workers(), 0U);
  EXPECT_EQ(nothing.steps(), 0U);
  EXPECT_EQ(nothing.bytes(), 0U);
  EXPECT_EQ(nothing.migrated(), 0U);
  EXPECT_TRUE(nothing.complete());
}

TEST_P(record_test, passes_on_what_is_thrown_and_records_again) {
  on_runtime([](runtime& r) {
    const auto fail = [&r] {
      static_cast<void>(r.run([] {
        return record([] {
          fork_join([] { fib(10); }, [] { throw std::runtime_error("the second callable"); });
        });
      }));
    };
    EXPECT_THROW(fail(), std::runtime_error);
    EXPECT_THROW(fail(), std::runtime_error);
    EXPECT_GE(r.run([] { return record([] { fib(10); }); }).steps(), 1U);
  });
}

TEST_P(record_test, refuses_a_second_one_that_is_not_inside) {
  on_runtime([](runtime& r) {
    const schedule made = r.run([] {
      return record([] {
        launch([] {
          try {
            static_cast<void>(record([] { fib(5); }));
            ADD_FAILURE() << "two recordings at a time";
          } catch (const error& refused) {
            EXPECT_NE(std::string(refused.what()).find("record: another recording"),
                      std::string::npos);
          }
        }).get();
        fib(10);
      });
    });
    EXPECT_GE(made.steps(), 1U);
  });
}

std::atomic<int> calls = 0;

void plain_function() {
  ++calls;
}

TEST_P(record_test, takes_plain_functions) {
  on_runtime([](runtime& r) {
    calls = 0;
    r.run([] {
      const schedule made = record(plain_function);
      static_cast<void>(replay(made, replay_mode::relaxed, plain_function));
      static_cast<void>(designated(&plain_function));
      persistent_phase phase;
      phase.run(plain_function, plain_function);
      phase.run(plain_function);
    });
    EXPECT_GE(calls, 5);
  });
}

// Names of work items depend neither on what was recorded before nor on what is around them.
TEST_P(record_test, names_are_the_same_in_every_recording) {
  on_runtime([](runtime& r) {
    const auto program = [] {
      finish([] {
        async([] { fib(8); });
        fib(8);
      });
    };
    const schedule plain = r.run([&] { return record(program); });
    for (std::uint64_t round = 0; round < testing::rounds(50); ++round) {
      const schedule inner =
          r.run([&] { return finish([&] { return finish([&] { return record(program); }); }); });
      ASSERT_GE(inner.steps(), 1U);
      EXPECT_EQ(plain.tree()->root, inner.tree()->root);
      for (const step& each : inner.tree()->steps) {
        ASSERT_LE(each.what.depth, 1U) << "counted from the recording";
      }
    }
  });
}

TEST(record_test_foreign, records_in_the_default_runtime) {
  int result = 0;
  const schedule made = record([&] { result = fib(12); });
  EXPECT_EQ(result, 144);
  EXPECT_GE(made.steps(), 1U);
  EXPECT_GE(made.workers(), 1U);
}

}  // namespace
}  // namespace nuthatch::schedules
