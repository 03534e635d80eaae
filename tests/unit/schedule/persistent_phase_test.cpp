// SPDX-License-Identifier: Apache-2.0

// Phases that find the best workers for their pieces.

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch::schedules {
namespace {

/// Elements of unequal cost, and the workers that ran them. One worker can be made slow.
class elements {
 public:
  explicit elements(std::size_t count) : workers_(count) {}

  void run() { run(0, workers_.size()); }

  void slow_down(unsigned worker, unsigned times) {
    slow_ = worker;
    times_ = times;
  }

  [[nodiscard]] const std::vector<unsigned>& workers() const { return workers_; }

  [[nodiscard]] std::size_t run_of(unsigned worker) const {
    return static_cast<std::size_t>(std::ranges::count(workers_, worker));
  }

 private:
  void run(std::size_t first, std::size_t last) {
    if (last - first == 1) {
      const unsigned worker = worker_index().value();
      workers_[first] = worker;
      charge_work((2'000 + 500 * (first % 5)) * (worker == slow_ ? times_ : 1));
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    fork_join([=, this] { run(first, middle); }, [=, this] { run(middle, last); });
  }

  std::vector<unsigned> workers_;
  unsigned slow_ = UINT_MAX;
  unsigned times_ = 1;
};

constexpr unsigned machine = 8;

/// Runs the phase until it follows a schedule, which has to be soon.
void run_until_it_follows(persistent_phase& phase, elements& all) {
  for (int runs = 0; phase.stage() != phase_stage::replaying; ++runs) {
    ASSERT_LT(runs, 12);
    phase.run([&all] { all.run(); });
  }
}

TEST(persistent_phase_test, comes_to_a_schedule_and_keeps_it) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(2'000);
    persistent_phase phase;
    EXPECT_EQ(phase.stage(), phase_stage::recording);
    phase.run([&all] { all.run(); });
    EXPECT_EQ(phase.stage(), phase_stage::adapting);
    const double stolen = phase.last().seconds;
    run_until_it_follows(phase, all);
    phase.run([&all] { all.run(); });
    const std::vector<unsigned> places = all.workers();
    for (int i = 0; i < 5; ++i) {
      phase.run([&all] { all.run(); });
      EXPECT_EQ(all.workers(), places);
      EXPECT_EQ(phase.stage(), phase_stage::replaying);
      EXPECT_LT(phase.last().seconds, 1.15 * stolen);
    }
    EXPECT_EQ(phase.restarts(), 0U);
    EXPECT_LT(phase.last().ran.steps(), 2'000U);
  });
}

TEST(persistent_phase_test, adapts_to_a_slow_worker) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(2'000);
    persistent_phase phase;
    run_until_it_follows(phase, all);
    phase.run([&all] { all.run(); });
    const double before = phase.last().seconds;
    const std::size_t had = all.run_of(3);
    all.slow_down(3, 4);
    phase.run([&all] { all.run(); });
    EXPECT_GT(phase.last().seconds, 1.25 * before) << "it has not taken long enough before";
    EXPECT_LT(phase.last().seconds, 2.5 * before) << "others take what it has not begun";
    phase.run([&all] { all.run(); });
    EXPECT_EQ(phase.stage(), phase_stage::adapting);
    EXPECT_EQ(phase.restarts(), 1U);
    run_until_it_follows(phase, all);
    phase.run([&all] { all.run(); });
    EXPECT_LT(phase.last().seconds, 1.4 * before);
    EXPECT_LT(all.run_of(3), had / 2);
  });
}

// A worker becomes slow at any time, for example while the schedule settles, when its first run is
// no measure.
TEST(persistent_phase_test, adapts_to_a_slow_worker_from_the_start) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    for (std::uint64_t before = 1; before < 12; ++before) {
      elements all(2'000);
      persistent_phase phase;
      double good = 0;
      for (std::uint64_t runs = 0; runs < 30; ++runs) {
        if (runs == before) {
          all.slow_down(3, 4);
        }
        phase.run([&all] { all.run(); });
        good = runs < before ? phase.last().seconds : good;
      }
      EXPECT_LT(phase.last().seconds, 1.4 * good) << "slow from run " << before << " on";
      EXPECT_LE(phase.restarts(), 2U);
    }
  });
}

// The problem is so small that most workers have nothing, and then becomes large.
TEST(persistent_phase_test, adapts_to_a_larger_problem) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    for (const std::size_t small : {1U, 3U, 30U}) {
      persistent_phase phase;
      elements few(small);
      for (int runs = 0; runs < 12; ++runs) {
        phase.run([&few] { few.run(); });
      }
      elements many(2'000);
      for (int runs = 0; runs < 16; ++runs) {
        phase.run([&many] { many.run(); });
      }
      elements again(2'000);
      persistent_phase other;
      other.run([&again] { again.run(); });
      EXPECT_LT(phase.last().seconds, 1.3 * other.last().seconds) << "from " << small;
      EXPECT_GE(phase.restarts(), 1U);
    }
  });
}

// Now and then a worker is slow for some runs.
TEST(persistent_phase_test, adapts_less_often_where_that_is_in_vain) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(2'000);
    persistent_phase phase;
    for (int runs = 0; runs < 1'000; ++runs) {
      all.slow_down(3, runs % 20 < 4 ? 4 : 1);
      phase.run([&all] { all.run(); });
    }
    EXPECT_LE(phase.restarts(), 10U);
  });
}

TEST(persistent_phase_test, never_adapts_where_that_is_not_wanted) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(2'000);
    persistent_phase phase({.imbalance_threshold = 1});
    run_until_it_follows(phase, all);
    all.slow_down(3, 40);
    for (int runs = 0; runs < 10; ++runs) {
      phase.run([&all] { all.run(); });
    }
    EXPECT_EQ(phase.restarts(), 0U);
    EXPECT_EQ(phase.stage(), phase_stage::replaying);
  });
}

TEST(persistent_phase_test, begins_anew_or_with_a_schedule) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(2'000);
    persistent_phase phase;
    EXPECT_EQ(phase.next_schedule().steps(), 0U);
    run_until_it_follows(phase, all);
    const schedule found = phase.next_schedule();
    EXPECT_GT(found.steps(), 1U);
    phase.reset();
    EXPECT_EQ(to_string(phase.stage()), "recording");
    EXPECT_EQ(phase.next_schedule().steps(), 0U);
    phase.reset(found);
    EXPECT_EQ(to_string(phase.stage()), "adapting");
    EXPECT_EQ(phase.next_schedule().steps(), found.steps());
    run_until_it_follows(phase, all);
    EXPECT_EQ(to_string(phase.stage()), "replaying");
    EXPECT_EQ(phase.restarts(), 0U);
  });
}

// There are two elements for each worker, of some microseconds each.
TEST(persistent_phase_test, keeps_its_balance_for_some_microseconds) {
  const virtual_runtime pretended(options{.workers = machine});
  const auto restarts = [](unsigned times, const phase_settings& wanted) {
    elements all(std::size_t{2} * machine);
    persistent_phase phase(wanted);
    run_until_it_follows(phase, all);
    phase.run([&all] { all.run(); });
    all.slow_down(all.workers().back(), times);
    // Later the phase compares itself with stealing, which a few microseconds may decide.
    for (int runs = 0; runs < 6 && phase.restarts() == 0; ++runs) {
      phase.run([&all] { all.run(); });
    }
    return phase.restarts();
  };
  pretended->run([&restarts] {
    EXPECT_EQ(restarts(3, {}), 0U) << "all wait, but not for long";
    EXPECT_EQ(restarts(3, {.lost_seconds = 0}), 1U);
    EXPECT_EQ(restarts(40, {}), 1U);
  });
}

TEST(persistent_phase_test, records_another_program_anew) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    elements all(500);
    persistent_phase phase;
    run_until_it_follows(phase, all);
    phase.run([&all] { all.run(); });
    int ran = 0;
    phase.run([&ran] { ++ran; });
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(phase.stage(), phase_stage::recording);
    EXPECT_EQ(phase.restarts(), 1U);
  });
}

TEST(persistent_phase_test, refuses_settings_without_sense) {
  EXPECT_THROW(persistent_phase({.prune_percent = 101}), error);
  EXPECT_THROW(persistent_phase({.max_adapting_runs = 0}), error);
  EXPECT_THROW(persistent_phase({.min_gain = -1}), error);
  EXPECT_THROW(persistent_phase({.imbalance_threshold = 2}), error);
  EXPECT_THROW(persistent_phase({.lost_seconds = -1}), error);
}

class persistent_phase_everywhere_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(persistent_phase_everywhere_test);

TEST_P(persistent_phase_everywhere_test, runs_what_it_is_given) {
  on_runtime([](runtime& r) {
    persistent_phase phase;
    for (std::size_t size = 100; size < 120; ++size) {
      std::vector<int> counts(size);
      int moved = 0;
      r.run([&] {
        phase.run([&] { parallel_for(std::size_t{0}, size, [&](std::size_t i) { ++counts[i]; }); },
                  [&] { ++moved; });
      });
      EXPECT_EQ(counts, std::vector<int>(size, 1));
      EXPECT_LE(moved, 1);
    }
    EXPECT_EQ(phase.runs(), 20U);
  });
}

TEST_P(persistent_phase_everywhere_test, is_a_part_of_the_phase_around_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      persistent_phase outer;
      persistent_phase inner;
      std::vector<int> counts(200);
      int moved = 0;
      for (int i = 0; i < 12; ++i) {
        outer.run([&] {
          inner.run(
              [&] {
                parallel_for(std::size_t{0}, counts.size(), [&](std::size_t at) { ++counts[at]; });
              },
              [&moved] { ++moved; });
        });
      }
      EXPECT_EQ(counts, std::vector<int>(200, 12));
      EXPECT_EQ(outer.runs(), 12U);
      EXPECT_EQ(inner.runs(), 0U);
      EXPECT_EQ(inner.stage(), phase_stage::recording);
      EXPECT_EQ(moved, 0) << "its data is where the outer one has it used";
    });
  });
}

TEST_P(persistent_phase_everywhere_test, may_run_beside_others) {
  on_runtime([](runtime& r) {
    std::atomic<int> ran = 0;
    const auto run_often = [&] {
      persistent_phase phase;
      for (int i = 0; i < 20; ++i) {
        phase.run([&ran] { parallel_for(0, 50, [&ran](int) { ++ran; }); });
      }
    };
    r.run([&] {
      future<void> one = launch(run_often);
      future<void> other = launch(run_often);
      one.get();
      other.get();
    });
    EXPECT_EQ(ran, 2 * 20 * 50);
  });
}

TEST_P(persistent_phase_everywhere_test, passes_on_what_is_thrown) {
  on_runtime([](runtime& r) {
    persistent_phase phase;
    for (int i = 0; i < 10; ++i) {
      const auto throws = [] {
        throw std::runtime_error("mine");
      };
      const auto passes = [] {
      };
      r.run([&] {
        phase.run(passes);
        EXPECT_THROW(phase.run(throws), std::runtime_error);
        EXPECT_EQ(phase.stage(), phase_stage::recording);
        for (int runs = 0; runs < i; ++runs) {
          phase.run(passes);
        }
      });
    }
  });
}

}  // namespace
}  // namespace nuthatch::schedules
