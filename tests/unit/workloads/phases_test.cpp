// SPDX-License-Identifier: Apache-2.0

// How the phases of programs are run.

#include "workloads/spawning/phases.hpp"

#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"
#include "schedule/prune.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/phased.hpp"
#include "workloads/spawning/place_blocks.hpp"
#include "workloads/spawning/with_policy.hpp"

namespace nuthatch::workloads {
namespace {

class phases_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(phases_test);

/// Records which worker ran each element of a loop.
class noted_elements {
 public:
  explicit noted_elements(std::size_t count) : workers_(count, UINT_MAX) {}

  void note(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      EXPECT_EQ(workers_[i], UINT_MAX) << "element " << i << " was run before";
      workers_[i] = worker_index().value();
    }
  }

  /// Returns the workers after checking that all elements were run, and resets them.
  std::vector<unsigned> take() {
    for (const unsigned each : workers_) {
      EXPECT_NE(each, UINT_MAX);
    }
    return std::exchange(workers_, std::vector<unsigned>(workers_.size(), UINT_MAX));
  }

 private:
  std::vector<unsigned> workers_;
};

TEST_P(phases_test, designated_loops_have_equal_parts_and_keep_them) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{5}, std::size_t{100}}) {
      noted_elements all(count);
      phases by(phase_use::designated);
      const auto loop = [&] {
        halve(policy, 0, count, 1, [&](std::size_t first, std::size_t last) {
          all.note(first, last);
        });
      };
      std::vector<unsigned> even(count);
      r.run([&] {
        for (std::size_t i = 0; i < count; ++i) {
          even[i] = worker_of(i, count);
        }
        by.run(0, loop);
      });
      EXPECT_EQ(all.take(), even);
      r.run([&] { by.run(0, loop); });
      EXPECT_EQ(all.take(), even);
      r.run([&] { by.follow(0, loop); });
      EXPECT_EQ(all.take(), even);
      EXPECT_EQ(by.sums().mismatches + by.sums().missing_steps, 0U);
      EXPECT_EQ(by.sums().donations, 2 * schedules::steals_in(*by.held(0).tree()));
    }
  });
}

// A piece is not divided, so the parts differ by at most one piece.
TEST_P(phases_test, pieces_go_to_workers_as_wholes) {
  on_each_policy([](runtime& r, auto policy) {
    constexpr std::size_t count = 200;
    constexpr std::size_t piece = 8;
    noted_elements all(count);
    phases by(phase_use::designated);
    r.run([&] {
      by.run(0, [&] {
        halve(policy, 0, count, piece, [&](std::size_t first, std::size_t last) {
          EXPECT_LE(last - first, piece);
          all.note(first, last);
        });
      });
    });
    std::vector<std::size_t> of(r.workers());
    for (const unsigned each : all.take()) {
      ++of.at(each);
    }
    for (const std::size_t each : of) {
      EXPECT_LE(each, count / r.workers() + piece);
      EXPECT_GE(each + piece, count / r.workers());
    }
    EXPECT_GE(by.held(0).steps(), std::size_t{r.workers()});
  });
}

TEST_P(phases_test, designated_blocks_have_equal_parts) {
  on_each_policy([](runtime& r, auto policy) {
    constexpr std::size_t down = 7;
    constexpr std::size_t across = 3;
    const grid_part whole{2, 2 + down * 4, 5, 5 + across * 2};
    noted_elements all(down * across);
    phases by(phase_use::designated);
    const auto loop = [&] {
      place_blocks(policy, whole, {4, 2}, [&](const grid_part& part) {
        const std::size_t block = (part.first_row - 2) / 4 * across + (part.first_column - 5) / 2;
        all.note(block, block + 1);
      });
    };
    std::vector<unsigned> even(down * across);
    r.run([&] {
      for (std::size_t i = 0; i < even.size(); ++i) {
        even[i] = worker_of(i, even.size());
      }
      by.run(0, loop);
    });
    EXPECT_EQ(all.take(), even);
    r.run([&] { by.run(0, loop); });
    EXPECT_EQ(all.take(), even);
    EXPECT_EQ(by.sums().mismatches + by.sums().missing_steps, 0U);
  });
}

TEST_P(phases_test, loops_are_cut_no_finer_than_designated) {
  on_runtime([](runtime& r) {
    phases by(phase_use::designated);
    std::atomic<std::size_t> pieces = 0;
    const auto loop = [&] {
      halve(work_first, 0, 512, 1, [&](std::size_t, std::size_t) { ++pieces; });
    };
    r.run([&] { by.run(0, loop); });
    EXPECT_EQ(pieces.exchange(0), 512U);
    r.run([&] { by.run(0, loop); });
    if (512 % r.workers() == 0) {
      EXPECT_EQ(pieces, r.workers());
    } else {
      EXPECT_LT(pieces, 64U);
    }
  });
}

TEST_P(phases_test, an_automatic_piece_makes_some_dozen_for_each_worker) {
  on_runtime([](runtime& r) {
    std::atomic<std::size_t> pieces = 0;
    r.run([&] { halve(adaptive, 0, 10'000, 0, [&](std::size_t, std::size_t) { ++pieces; }); });
    EXPECT_GE(pieces, 32 * r.workers());
    EXPECT_LE(pieces, 64 * r.workers());
    pieces = 0;
    r.run([&] { halve(adaptive, 7, 7, 0, [&](std::size_t, std::size_t) { ++pieces; }); });
    EXPECT_EQ(pieces, 0U);
  });
}

// Loops of spawns get their phase from the policy.
TEST_P(phases_test, loops_of_spawns_lead_or_follow) {
  on_runtime([](runtime& r) {
    for (const bool alone : {false, true}) {
      for (const bool halved : {false, true}) {
        phases by(phase_use::persistent);
        const phased<silent<spawn_policy::work_first>> policy(by, halved, alone);
        std::atomic<std::size_t> sum = 0;
        const auto add = [&sum](std::size_t i) {
          sum += i;
        };
        r.run([&] {
          spawn_each(leading(policy), 10, add);               // the first run of phase 0
          spawn_each(policy, 10, add);                        // follows phase 0
          spawn_each(leading(in_phase(policy, 2)), 10, add);  // another phase, or follows
          spawn_each(in_phase(policy, 2), 10, add);
        });
        EXPECT_EQ(sum, 4U * 45U);
        EXPECT_EQ(by.runs(), alone ? 1U : 2U);
        EXPECT_EQ(by.held(2).steps() == 0, alone);
      }
    }
  });
}

TEST_P(phases_test, plain_ones_are_calls) {
  on_runtime([](runtime& r) {
    phases by;
    int ran = 0;
    r.run([&] {
      // A recording cannot begin inside of another one, so these calls only run.
      static_cast<void>(record([&] {
        by.run(3, [&ran] { ++ran; });
        by.follow(5, [&ran] { ++ran; });
      }));
    });
    EXPECT_EQ(ran, 2);
    EXPECT_EQ(by.sums().steps, 0U);
    EXPECT_EQ(by.held(3).steps(), 0U);
    EXPECT_EQ(by.stages(), (std::array<std::size_t, 5>{}));
  });
}

TEST_P(phases_test, who_follows_what_has_not_run_is_its_first_run) {
  on_runtime([](runtime& r) {
    for (const phase_use use : {phase_use::persistent, phase_use::designated}) {
      phases by(use);
      int ran = 0;
      r.run([&] { by.follow(1, [&ran] { ++ran; }); });
      EXPECT_EQ(by.held(1).steps(), 1U);
      EXPECT_EQ(by.runs(), use == phase_use::persistent ? 1U : 0U);
      r.run([&] { by.follow(1, [&ran] { ++ran; }); });
      EXPECT_EQ(by.runs(), use == phase_use::persistent ? 1U : 0U);
      EXPECT_EQ(ran, 2);
    }
  });
}

TEST_P(phases_test, persistent_ones_are_counted) {
  on_runtime([](runtime& r) {
    phases by(phase_use::persistent);
    const auto loop = [] {
      halve(work_first, 0, 100, 1, [](std::size_t, std::size_t) {});
    };
    for (int run = 0; run < 3; ++run) {
      by.begin_program();
      r.run([&] {
        by.run(0, loop);
        by.run(1, loop);
        by.follow(0, loop);
      });
    }
    EXPECT_EQ(by.runs(), 6U);
    const std::array<std::size_t, 5> stages = by.stages();
    EXPECT_EQ(std::accumulate(stages.begin(), stages.end(), std::size_t{0}), 2U);
    EXPECT_EQ(by.sums().steps, by.held(0).steps() + by.held(1).steps());
    EXPECT_EQ(by.sums().bytes, by.held(0).bytes() + by.held(1).bytes());
    EXPECT_EQ(by.sums().migrated, by.held(0).migrated() + by.held(1).migrated());
    EXPECT_EQ(by.sums().idle_seconds > 0, r.workers() > 1);
    by.begin_program();
    EXPECT_EQ(by.sums().idle_seconds, 0);
    EXPECT_EQ(by.sums().donations, 0U);
  });
}

TEST_P(phases_test, what_is_thrown_is_passed_on) {
  on_runtime([](runtime& r) {
    for (const phase_use use : {phase_use::persistent, phase_use::designated}) {
      phases by(use);
      const auto throws = [] {
        throw std::runtime_error("mine");
      };
      const auto passes = [] {
      };
      for (int run = 0; run < 3; ++run) {
        r.run([&] {
          EXPECT_THROW(by.run(0, throws), std::runtime_error);
          EXPECT_THROW(by.follow(1, throws), std::runtime_error);
          by.run(0, passes);
          by.follow(1, passes);
        });
      }
    }
  });
}

TEST(schedule_sums_test, keeps_the_first_mismatch) {
  replay_result fits;
  fits.donations = 3;
  fits.missing_steps = 1;
  fits.idle_seconds = 0.5;
  replay_result fits_not = fits;
  fits_not.mismatches = 2;
  fits_not.first_mismatch = "one";
  replay_result neither = fits;
  neither.mismatches = 1;
  neither.first_mismatch = "other";
  schedule_sums all;
  for (const replay_result& each : {fits, fits_not, neither}) {
    all.add(each);
  }
  EXPECT_EQ(all.donations, 9U);
  EXPECT_EQ(all.missing_steps, 3U);
  EXPECT_EQ(all.mismatches, 3U);
  EXPECT_EQ(all.first_mismatch, "one");
  EXPECT_EQ(all.idle_seconds, 1.5);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.steps, 0U);
}

}  // namespace
}  // namespace nuthatch::workloads
