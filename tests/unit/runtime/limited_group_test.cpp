// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/limited_group.hpp>
#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "hop.hpp"
#include "message_of.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class limited_group_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(limited_group_test);

TEST_P(limited_group_test, runs_no_more_tasks_than_allowed_at_a_time) {
  on_runtime([this](runtime& r) {
    r.run([this] {
      for (const unsigned limit : {1U, 2U, 5U}) {
        std::atomic<unsigned> running = 0;
        std::atomic<int> ran = 0;
        limited_group all(limit);
        for (int times = 0; times < 2; ++times) {
          for (unsigned i = 0; i < testing::rounds(100) + 4; ++i) {
            all.spawn([&, i, c = counted()] {
              EXPECT_LE(++running, limit);
              if (i % 3 == 0) {
                fork_join([] { poll(); }, [] { poll(); });
                testing::hop_to(i % workers());
              }
              --running;
              if (ran++ % 4 == 0) {
                all.spawn([&] { ++ran; });  // not counted by `running`
              }
            });
          }
          EXPECT_EQ(all.wait(), outcome::done);
        }
        EXPECT_EQ(running, 0U);
        EXPECT_GE(ran, 2 * static_cast<int>(testing::rounds(100) + 4));
      }
    });
  });
}

TEST_P(limited_group_test, high_priority_comes_first) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::string order;
      limited_group all(1);
      const auto noting = [&order](char name) {
        return [&order, name] {
          order += name;
        };
      };
      all.spawn([&] {
        order += '1';
        all.spawn(noting('a'));
        all.spawn(priority::high, noting('A'));
        all.spawn(noting('b'));
        all.spawn(priority::high, noting('B'));
      });
      all.wait();
      EXPECT_EQ(order, "1ABab");
    });
  });
}

TEST_P(limited_group_test, collects_exceptions_and_runs_the_others) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      limited_group all(2);
      for (int i = 0; i < 10; ++i) {
        all.spawn([&ran, i, c = counted()] {
          ++ran;
          if (i % 5 == 0) {
            throw std::runtime_error(std::to_string(i));
          }
        });
      }
      try {
        static_cast<void>(all.wait());
        ADD_FAILURE() << "no exception";
      } catch (const task_errors& both) {
        EXPECT_EQ(both.all().size(), 2U);
      }
      EXPECT_EQ(ran, 10);
      EXPECT_EQ(all.wait(), outcome::done);
    });
  });
}

TEST_P(limited_group_test, a_stop_leaves_out_what_waits) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (const bool from_inside : {false, true}) {
        std::atomic<int> ran = 0;
        limited_group all(1);
        if (!from_inside) {
          all.stop();
        }
        for (int i = 0; i < 10; ++i) {
          all.spawn([&, i, c = counted()] {
            ++ran;
            if (i == 3) {
              all.stop();
            }
          });
        }
        EXPECT_EQ(all.wait(), outcome::stopped);
        EXPECT_EQ(ran, from_inside ? 4 : 0);
        all.spawn([&ran, c = std::make_unique<int>(5)] { ran = *c; });
        EXPECT_EQ(all.wait(), outcome::done);
        EXPECT_EQ(ran, 5);
      }
      // Its destructor waits as well, and nothing is left.
      limited_group all(1);
      all.stop();
      all.spawn([c = counted()] {});
    });
  });
}

TEST(limited_group_arguments_test, needs_room_for_a_task) {
  EXPECT_EQ(testing::message_of<std::invalid_argument>([] { const limited_group none(0); }),
            "limited_group: at least one task has to be allowed at a time");
}

TEST(limited_group_arguments_test, foreign_threads_have_limited_groups) {
  std::atomic<int> sum = 0;
  std::thread([&sum] {
    limited_group all(3);
    for (int i = 1; i <= 100; ++i) {
      all.spawn([&sum](int by) { sum += by; }, i);
    }
    all.wait();
  }).join();
  EXPECT_EQ(sum, 5050);
}

}  // namespace
}  // namespace nuthatch
