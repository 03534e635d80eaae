// SPDX-License-Identifier: Apache-2.0

// Phases whose data is moved to the workers that run them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::schedules {
namespace {

/// Elements of unequal cost, with data on pages. Records which worker ran and which one moved each
/// of them.
class placed_elements {
 public:
  explicit placed_elements(std::size_t count) : values_(count), ran_on_(count), moved_by_(count) {
    std::iota(values_.begin(), values_.end(), 0U);
  }

  void run() {
    visit(0, values_.size(), [this](std::size_t i) {
      ran_on_[i] = worker_index().value();
      charge_work(2'000 + 500 * (i % 5));
    });
  }

  /// Used as initialize(schedule) of a phase.
  void move(const schedule& by) {
    const redistribution done = redistribute(by,
                                             values_,
                                             [this](array_copier copy) {
                                               visit(0, copy.size(), [&](std::size_t i) {
                                                 moved_by_[i] = worker_index().value();
                                                 copy(i, i + 1);
                                               });
                                             },
                                             {.always = true});
    EXPECT_TRUE(done.done);
    EXPECT_EQ(done.left_over, 0U);
    EXPECT_EQ(done.replay.mismatches + done.replay.missing_steps, 0U) << done.replay.first_mismatch;
    ++moves_;
  }

  /// Used as initialize() of a phase.
  void touch() {
    visit(0, values_.size(), [this](std::size_t i) { moved_by_[i] = worker_index().value(); });
    ++moves_;
  }

  [[nodiscard]] int moves() const { return moves_; }

  [[nodiscard]] bool are_where_they_run() const { return moved_by_ == ran_on_; }

  [[nodiscard]] bool have_their_values() const {
    unsigned next = 0;
    return std::ranges::all_of(values_, [&next](unsigned each) { return each == next++; });
  }

 private:
  template <class F>
  static void visit(std::size_t first, std::size_t last, const F& f) {
    if (last - first == 1) {
      f(first);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    fork_join([&, first, middle] { visit(first, middle, f); },
              [&, middle, last] { visit(middle, last, f); });
  }

  placed_array<unsigned> values_;
  std::vector<unsigned> ran_on_;
  std::vector<unsigned> moved_by_;
  int moves_ = 0;
};

options machine_of(std::uint64_t seed) {
  options wanted;
  wanted.workers = 8;
  wanted.seed = seed;
  return wanted;
}

/// `move(all)` returns the initializer of the phase. The test uses a threshold with which the
/// settled schedule is followed, and one with which it is not, so that an earlier schedule is
/// followed.
template <class Move>
void expect_elements_to_come_where_they_run(Move move) {
  for (const double imbalance_threshold : {1.0, 0.0}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const virtual_runtime pretended(machine_of(seed));
      pretended->run([&] {
        placed_elements all(500);
        persistent_phase phase({.imbalance_threshold = imbalance_threshold});
        while (phase.stage() != phase_stage::replaying) {
          phase.run([&all] { all.run(); }, move(all));
          EXPECT_EQ(all.moves(), static_cast<int>(phase.runs()));
        }
        const int moves = all.moves();
        phase.run([&all] { all.run(); }, move(all));
        EXPECT_TRUE(all.are_where_they_run()) << "seed " << seed;
        EXPECT_TRUE(all.have_their_values());
        EXPECT_EQ(all.moves(), moves) << "the schedule stays";
      });
    }
  }
}

TEST(persistent_data_test, has_data_redistributed) {
  expect_elements_to_come_where_they_run([](placed_elements& all) {
    return [&all](const schedule& by) {
      all.move(by);
    };
  });
}

TEST(persistent_data_test, has_data_initialized_where_it_is_used) {
  expect_elements_to_come_where_they_run([](placed_elements& all) {
    return [&all] {
      all.touch();
    };
  });
}

template <class Policy>
void grow(Policy policy, int depth) {
  charge_work(2'000);
  if (depth > 0) {
    scope children;
    for (int i = 0; i < 4; ++i) {
      children.spawn(policy, [=] { grow(policy, depth - 1); });
    }
    children.sync();
  }
}

TEST(persistent_data_test, moves_nothing_where_it_records_again) {
  const virtual_runtime pretended(machine_of(1));
  pretended->run([] {
    persistent_phase phase;
    for (int runs = 0; phase.stage() != phase_stage::settling; ++runs) {
      ASSERT_LT(runs, 12);
      phase.run([] { grow(help_first, 4); });
    }
    int moved = 0;
    phase.run([] { grow(work_first, 4); }, [&moved](const schedule&) { ++moved; });
    ASSERT_EQ(phase.stage(), phase_stage::recording) << "it does not fit any more";
    EXPECT_EQ(moved, 0);
    phase.run([] { grow(work_first, 4); }, [&moved](const schedule&) { ++moved; });
    EXPECT_EQ(moved, 1);
  });
}

}  // namespace
}  // namespace nuthatch::schedules
