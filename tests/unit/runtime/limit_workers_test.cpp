// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/algorithms.hpp>
#include <nuthatch/limit_workers.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/schedule.hpp>
#include <nuthatch/stop_token.hpp>

#include "core/worker.hpp"
#include "effort.hpp"
#include "event.hpp"
#include "message_of.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

/// Counts how many pieces of work run at a time.
class running_pieces {
 public:
  /// Runs a piece that takes long enough for others to begin.
  void run_one() {
    const unsigned now = ++running_;
    unsigned most = most_.load();
    while (most < now && !most_.compare_exchange_weak(most, now)) {
    }
    for (int i = 0; i < 50; ++i) {
      volatile int work = i;
      static_cast<void>(work);
    }
    --running_;
  }

  [[nodiscard]] unsigned most() const { return most_; }

 private:
  std::atomic<unsigned> running_ = 0;
  std::atomic<unsigned> most_ = 0;
};

std::uint64_t fib(unsigned n, running_pieces& pieces) {
  if (n < 2) {
    pieces.run_one();
    return n;
  }
  const auto [a, b] =
      fork_join([&] { return fib(n - 1, pieces); }, [&] { return fib(n - 2, pieces); });
  return a + b;
}

class limit_workers_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(limit_workers_test);

TEST_P(limit_workers_test, no_more_pieces_run_at_a_time) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (const unsigned limit : {1U, 2U, 3U}) {
        running_pieces pieces;
        const auto piece = [&pieces](int) {
          pieces.run_one();
        };
        EXPECT_EQ(limit_workers(limit, [&] { return fib(15, pieces); }), 610U);
        EXPECT_LE(pieces.most(), limit);
        EXPECT_EQ(limit_workers(limit,
                                [&] {
                                  parallel_for(0, 100, piece, grain{1});
                                  for_each(par.grain(1), std::vector<int>(100), piece);
                                }),
                  outcome::done);
        EXPECT_LE(pieces.most(), limit);
      }
    });
  });
}

TEST_P(limit_workers_test, as_many_pieces_run_at_a_time_as_there_may_be) {
  on_runtime([this](runtime& r) {
    if (workers() == 1) {
      return;
    }
    r.run([] {
      for (int times = 0; times < 3; ++times) {  // no place is lost
        std::atomic<int> met = 0;
        const auto meet = [&met] {
          ++met;
          testing::hold_until([&met] { return met.load() == 2; });
        };
        limit_workers(2, [&] {
          // The places that are given back before a callable waits serve the next fork.
          fork_join([] { fork_join([] { poll(); }, [] { poll(); }); }, [] { poll(); });
          fork_join(meet, meet);
        });
        EXPECT_EQ(met, 2);
      }
    });
  });
}

TEST_P(limit_workers_test, results_and_exceptions_arrive) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (const unsigned limit : {1U, 2U}) {
        const auto [a, b] = limit_workers(limit, [&] {
          return fork_join([] { return std::make_unique<int>(3); },
                           [c = counted()] { return std::string(100, 'b'); });
        });
        EXPECT_EQ(*a, 3);
        EXPECT_EQ(b.size(), 100U);
        std::atomic<int> ran = 0;
        const auto throws = [&ran] {
          ++ran;
          throw std::runtime_error("thrown");
        };
        const auto returns = [&ran] {
          ++ran;
          return counted();
        };
        EXPECT_THROW(limit_workers(limit, [&] { fork_join(throws, returns); }), std::runtime_error);
        EXPECT_THROW(limit_workers(limit, [&] { fork_join(returns, throws); }), std::runtime_error);
        try {
          limit_workers(limit, [&] { fork_join(throws, throws); });
          ADD_FAILURE();
        } catch (const task_errors& all) {
          EXPECT_EQ(all.all().size(), 2U);
        }
        EXPECT_EQ(ran, 6);
      }
    });
  });
}

// A worker that only forks in place has to serve the others' requests all the same.
TEST_P(limit_workers_test, forks_in_place_give_other_workers_what_waits) {
  on_runtime([this](runtime& r) {
    if (workers() == 1) {
      return;
    }
    r.run([] {
      for (std::uint64_t times = 0; times < testing::rounds(20); ++times) {
        std::atomic<bool> ran = false;
        finish([&ran] {
          async(help_first, [&ran] { ran = true; });
          limit_workers(1, [&ran] {
            while (!ran) {
              fork_join([] {}, [] {});
            }
          });
        });
      }
    });
  });
}

TEST_P(limit_workers_test, schedules_of_limited_runs_can_be_replayed) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (std::uint64_t times = 0; times < testing::rounds(6); ++times) {
        std::atomic<unsigned> called = 0;
        const auto loop = [&called] {
          limit_workers(
              2, [&called] { parallel_for(0, 100, [&called](int) { ++called; }, grain{1}); });
        };
        const schedule found = record(loop);
        for (const replay_mode mode :
             {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
          static_cast<void>(replay(found, mode, loop));
        }
        EXPECT_EQ(called, 400U);
      }
    });
  });
}

TEST_P(limit_workers_test, limits_inside_of_each_other_all_hold) {
  on_runtime([](runtime& r) {
    r.run([] {
      running_pieces all;
      running_pieces some;
      const auto inner = [&] {
        limit_workers(2, [&] {
          parallel_for(
              0,
              40,
              [&](int) {
                all.run_one();
                some.run_one();
              },
              grain{1});
        });
      };
      limit_workers(3, inner);
      EXPECT_LE(some.most(), 2U);
      limit_workers(3, [&] { parallel_for(0, 8, [&](int) { inner(); }, grain{1}); });
      EXPECT_LE(all.most(), 3U);
    });
  });
}

TEST_P(limit_workers_test, tasks_of_the_body_end_before_the_limit) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      EXPECT_EQ(limit_workers(2,
                              [&ran] {
                                for (int i = 0; i < 20; ++i) {
                                  async([&ran] {
                                    fork_join([&ran] { ++ran; }, [&ran] { ++ran; });
                                    async([&ran] { ++ran; });
                                  });
                                }
                              }),
                outcome::done);
      EXPECT_EQ(ran, 60);
      EXPECT_EQ(limit_workers(2, [] { stop_finish(); }), outcome::stopped);
      EXPECT_THROW(limit_workers(2,
                                 [] {
                                   stop_finish();
                                   return 3;
                                 }),
                   stopped);
    });
  });
}

TEST_P(limit_workers_test, algorithms_take_a_limit) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<int> numbers(testing::rounds(20'000) + 2'000);
      std::iota(numbers.begin(), numbers.end(), 0);
      std::ranges::reverse(numbers);
      running_pieces pieces;
      const std::stop_source source;
      const auto how = par.workers(2).until(source.get_token());
      sort(how, numbers, [&pieces](int a, int b) {
        if ((a & 31) == 0) {
          pieces.run_one();
        }
        return a < b;
      });
      EXPECT_TRUE(std::ranges::is_sorted(numbers));
      std::vector<long> sums(numbers.size());
      inclusive_scan(how.grain(100), numbers, sums, [&pieces](long a, long b) {
        if ((b & 31) == 0) {
          pieces.run_one();
        }
        return a + b;
      });
      EXPECT_EQ(sums.back(), std::accumulate(numbers.begin(), numbers.end(), 0L));
      EXPECT_EQ(reduce(how, numbers, 0L), sums.back());
      EXPECT_LE(pieces.most(), 2U);
      persistent_phase phase;
      for (int times = 0; times < 3; ++times) {
        EXPECT_EQ(reduce(par.again(phase).workers(3), numbers, 0L), sums.back());
      }
    });
  });
}

TEST_P(limit_workers_test, a_limit_of_no_workers_is_an_error) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<int> one(1);
      const auto message =
          testing::message_of<std::invalid_argument>([&one] { fill(par.workers(0), one, 1); });
      EXPECT_EQ(message, "a limit of 0 workers: at least 1 has to run the calls");
      EXPECT_EQ(one[0], 0);
      limit_workers(UINT64_MAX, [&one] { fill(par, one, 2); });
      EXPECT_EQ(one[0], 2);
    });
    r.run([] { EXPECT_FALSE(core::worker::current().watches_finishes()); });
  });
}

TEST(limit_workers_of_a_foreign_thread_test, runs_in_the_default_runtime) {
  running_pieces pieces;
  EXPECT_EQ(
      limit_workers(
          1, [&pieces] { parallel_for(0, 20, [&pieces](int) { pieces.run_one(); }, grain{1}); }),
      outcome::done);
  EXPECT_EQ(pieces.most(), 1U);
  EXPECT_EQ(reduce(par.workers(2), std::vector<int>(2'000, 1), 0), 2'000);
}

}  // namespace
}  // namespace nuthatch
