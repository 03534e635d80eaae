// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/stop_token.hpp>

#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class stopping_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(stopping_test);

TEST_P(stopping_test, a_finish_leaves_out_the_asyncs_that_have_not_begun) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (int begun = 0; begun < 2; ++begun) {
        std::atomic<int> ran = 0;
        const outcome how = finish([&] {
          if (begun != 0) {
            async(help_first, [&ran] { ++ran; });
          }
          stop_finish();
          EXPECT_TRUE(stop_requested());
          for (int i = 0; i < 100; ++i) {
            async([&ran, c = counted()] { ran += 1000; });
            async(help_first, [&ran, c = counted()] { ran += 1000; });
            async(work_first, [&ran, c = counted()] { ran += 1000; });
          }
        });
        EXPECT_EQ(how, outcome::stopped);
        EXPECT_LE(ran, begun);
        EXPECT_FALSE(stop_requested());
      }
      std::atomic<int> ran = 0;
      EXPECT_EQ(finish([&] { async([&ran] { ++ran; }); }), outcome::done);
      EXPECT_EQ(ran, 1);
    });
  });
}

TEST_P(stopping_test, what_has_a_result_throws) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_THROW(finish([] {
                     stop_finish();
                     return 1;
                   }),
                   stopped);
      EXPECT_EQ(finish([] { return 1; }), 1);
      EXPECT_EQ(finish([] {
                  EXPECT_THROW(finish([] {
                                 stop_finish();
                                 return std::string("nothing");
                               }),
                               stopped);
                  return 2;
                }),
                2);
    });
    EXPECT_THROW(r.run([] { stop_finish(); }), stopped);
    EXPECT_THROW(r.run([] {
      stop_finish();
      return 3;
    }),
                 stopped);
    EXPECT_EQ(r.run([] { return 4; }), 4);
  });
}

TEST_P(stopping_test, children_of_scopes_are_left_out) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      bool came_back = false;
      const outcome how = finish([&] {
        scope all;
        stop_finish();
        for (int i = 0; i < 1000; ++i) {
          all.spawn([&ran, c = counted()] { ++ran; });
          all.spawn(help_first, [&ran, c = counted()] { ++ran; });
          all.spawn(work_first, [&ran, c = counted()] { ++ran; });
        }
        all.sync();
        came_back = true;
      });
      EXPECT_EQ(how, outcome::stopped);
      EXPECT_EQ(ran, 0);
      EXPECT_TRUE(came_back);
    });
  });
}

TEST_P(stopping_test, callables_of_a_fork_join_run) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      finish([&] {
        stop_finish();
        fork_join([&] { ++ran; }, [&] { ++ran; }, [&] { ++ran; });
        fork_join(work_first, [&] { ++ran; }, [&] { ++ran; });
      });
      EXPECT_EQ(ran, 5);
    });
  });
}

/// Spawns in all ways at random, and stops at a random place. Each closure ends, and what is not
/// under the stopped finish runs.
struct random_tree {
  std::atomic<int> budget;
  std::atomic<int> begun_after_stop = 0;
  std::atomic<bool> stops = false;

  explicit random_tree(int tasks) : budget(tasks) {}

  void visit(std::uint64_t seed) {
    const int left = --budget;
    if (left == 0) {
      stop();
    }
    if (left <= 0 || stop_requested()) {
      return;
    }
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const auto next = [this, seed, c = counted()] {
      visit(seed ^ 0x9e3779b97f4a7c15U);
    };
    const auto other = [this, seed, c = counted()] {
      visit(seed + 0x1234567U);
    };
    switch (seed >> 61U) {
      case 0:
        async(next);
        async(other);
        break;
      case 1:
        fork_join(next, other);
        break;
      case 2: {
        scope all;
        all.spawn(next);
        all.spawn(other);
        break;
      }
      case 3: {
        group all;
        all.spawn(next);
        all.spawn(other);
        break;
      }
      case 4:
        finish([&] {
          async(work_first, next);
          async(help_first, other);
        });
        break;
      case 5: {
        scope all;
        all.spawn(work_first, next);
        finish([&] { all.spawn(help_first, other); });
        break;
      }
      case 6:
        fork_join(work_first, next, other);
        break;
      default: {
        const future<void> one = launch([&] { finish(next); });
        other();
        one.wait();
      }
    }
  }

  virtual void stop() = 0;
  virtual ~random_tree() = default;
};

TEST_P(stopping_test, random_trees_end) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        group all;

        struct tree : random_tree {
          group& of;

          explicit tree(group& g) : random_tree(300), of(g) {}

          void stop() override { of.stop(); }
        } grown(all);

        std::atomic<int> outside = 0;
        finish([&] {
          all.spawn([&] { grown.visit(seed); });
          async([&] { ++outside; });
        });
        const outcome how = all.wait();
        EXPECT_EQ(how == outcome::stopped, grown.budget <= 0);
        EXPECT_EQ(outside, 1);
        // The group is one like any other afterwards.
        std::atomic<int> ran = 0;
        all.spawn([&] { ++ran; });
        EXPECT_EQ(all.wait(), outcome::done);
        EXPECT_EQ(ran, 1);
      }
    });
  });
}

TEST_P(stopping_test, a_group_inside_of_a_stopped_finish_is_stopped) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      outcome of_group = outcome::done;
      outcome of_other = outcome::stopped;
      group other;
      finish([&] {
        group inner;
        stop_finish();
        inner.spawn([&] { ++ran; });
        other.spawn([&] { ran += 10; });
        of_group = inner.wait();
      });
      of_other = other.wait();
      EXPECT_EQ(of_group, outcome::stopped);
      EXPECT_EQ(of_other, outcome::done);
      EXPECT_EQ(ran, 10);
    });
  });
}

TEST_P(stopping_test, exceptions_arrive) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_THROW(finish([] {
                     stop_finish();
                     throw std::logic_error("by the body");
                   }),
                   std::logic_error);
      group all;
      all.stop();
      all.spawn([] { throw std::logic_error("left out"); });
      EXPECT_EQ(all.wait(), outcome::stopped);
      all.spawn([&] {
        all.stop();
        throw std::logic_error("by a task");
      });
      EXPECT_THROW(all.wait(), std::logic_error);
      // A `stopped` of a loop beside others is no exception of the group.
      all.spawn([&] {
        all.stop();
        parallel_for(0, 1000, [](int) { ADD_FAILURE(); });
      });
      EXPECT_EQ(all.wait(), outcome::stopped);
    });
  });
}

TEST_P(stopping_test, loops_begin_no_block_and_throw) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      EXPECT_EQ(finish([&] {
                  EXPECT_THROW(parallel_for(0,
                                            1'000'000,
                                            [&](int i) {
                                              ++ran;
                                              if (i == 1000) {
                                                stop_finish();
                                              }
                                            }),
                               stopped);
                  EXPECT_THROW(
                      parallel_reduce(0, 1000, 0, [](int i) { return i; }, std::plus<>()), stopped);
                }),
                outcome::stopped);
      EXPECT_LT(ran, 1'000'000);
      EXPECT_EQ(finish([] { parallel_for(0, 0, [](int) {}); }), outcome::done);
    });
  });
}

TEST_P(stopping_test, foreign_threads_stop_a_group) {
  on_runtime([](runtime& r) {
    r.run([] {
      group all;
      std::atomic<bool> runs = false;
      std::thread other([&] {
        while (!runs) {
          std::this_thread::yield();
        }
        all.stop();
      });
      all.spawn([&] {
        runs = true;
        while (!stop_requested()) {
          poll();
        }
        all.spawn([] { ADD_FAILURE(); });
      });
      EXPECT_EQ(all.wait(), outcome::stopped);
      other.join();
    });
  });
}

TEST_P(stopping_test, a_launched_task_that_stops_itself_has_no_result) {
  on_runtime([](runtime& r) {
    r.run([] {
      future<int> one = launch([] {
        stop_finish();
        return 1;
      });
      EXPECT_THROW(static_cast<void>(one.get()), stopped);
      EXPECT_EQ(finish([] {
                  stop_finish();
                  future<int> two = launch([] { return 2; });
                  EXPECT_EQ(two.get(), 2);
                }),
                outcome::stopped);
    });
  });
}

TEST_P(stopping_test, a_region_that_was_stopped_leaves_no_schedule) {
  on_runtime([](runtime& r) {
    r.run([] {
      bool stops = false;
      std::atomic<int> ran = 0;
      const auto program = [&] {
        scope all;
        for (int i = 0; i < 40; ++i) {
          all.spawn(help_first, [&, i] {
            if (stops && i == 10) {
              stop_finish();
            }
            fork_join([&] { ++ran; }, [&] { async([&] { ++ran; }); });
          });
        }
        all.sync();
      };
      const schedule by = record(program);
      EXPECT_EQ(ran, 80);
      stops = true;
      EXPECT_THROW(static_cast<void>(record(program)), stopped);
      for (const replay_mode mode :
           {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
        EXPECT_THROW(static_cast<void>(replay(by, mode, program)), stopped);
        stops = false;
        ran = 0;
        static_cast<void>(replay(by, mode, program));
        EXPECT_EQ(ran, 80);
        stops = true;
      }
      persistent_phase phase;
      EXPECT_THROW(phase.run(program), stopped);
      stops = false;
      ran = 0;
      phase.run(program);
      phase.run(program);
      EXPECT_EQ(ran, 160);
    });
  });
}

#ifdef __cpp_lib_jthread

TEST_P(stopping_test, a_token_stops_a_finish) {
  on_runtime([](runtime& r) {
    r.run([] {
      // On the heap: with sanitizers, GCC 12 warns of the source as a local variable.
      const auto source = std::make_unique<std::stop_source>();
      std::atomic<int> ran = 0;
      EXPECT_EQ(finish(source->get_token(), [&] { async([&] { ++ran; }); }), outcome::done);
      EXPECT_EQ(finish(source->get_token(), [] { return 5; }), 5);
      EXPECT_EQ(finish(source->get_token(),
                       [&] {
                         async([&] {
                           source->request_stop();
                           EXPECT_TRUE(stop_requested());
                           async([&] { ran += 100; });
                         });
                       }),
                outcome::stopped);
      EXPECT_THROW(static_cast<void>(finish(source->get_token(), [] { return 5; })), stopped);
      EXPECT_EQ(finish(source->get_token(), [] { parallel_for(0, 10, [](int) {}); }),
                outcome::stopped);
      EXPECT_EQ(ran, 1);
      EXPECT_FALSE(stop_requested());
    });
  });
}

#endif

TEST(stopping_on_foreign_threads, has_nothing_to_stop) {
  EXPECT_FALSE(stop_requested());
  EXPECT_THROW(stop_finish(), error);
  EXPECT_EQ(finish([] { stop_finish(); }), outcome::stopped);
  EXPECT_EQ(finish([] {}), outcome::done);
  group all;
  all.stop();
  all.spawn([] { ADD_FAILURE(); });
  EXPECT_EQ(all.wait(), outcome::stopped);
  std::atomic<int> ran = 0;
  EXPECT_EQ(all.run_and_wait([&] { ++ran; }), outcome::done);
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace nuthatch
