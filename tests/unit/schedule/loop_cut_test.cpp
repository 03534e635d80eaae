// SPDX-License-Identifier: Apache-2.0

// Loops and reductions over equally many elements divide them alike, so a schedule that was
// recorded with one of them keeps the elements where they are in all others.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch {
namespace {

/// Notes which worker has each element of a range.
class noted_elements {
 public:
  explicit noted_elements(std::size_t count) : workers_(count) {}

  [[nodiscard]] std::size_t size() const { return workers_.size(); }

  [[nodiscard]] const std::vector<unsigned>& workers() const { return workers_; }

  double note(std::size_t i) {
    workers_[i] = worker_index().value();
    charge_work(200 + 100 * (i % 7));
    return 1;
  }

  void by_loop() {
    parallel_for(std::size_t{0}, size(), [this](std::size_t i) { note(i); });
  }

  void by_blocks() {
    parallel_for_blocked(std::size_t{0}, size(), [this](std::size_t first, std::size_t last) {
      for (; first != last; ++first) {
        note(first);
      }
    });
  }

  template <class... Last>
  void by_reduction(Last... last) {
    EXPECT_EQ(parallel_reduce(
                  std::size_t{0},
                  size(),
                  0.0,
                  [this](std::size_t i) { return note(i); },
                  std::plus<>(),
                  last...),
              static_cast<double>(size()));
  }

  [[nodiscard]] double percent_as_in(const std::vector<unsigned>& other) const {
    std::size_t same = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      same += workers_[i] == other[i] ? 1U : 0U;
    }
    return 100.0 * static_cast<double>(same) / static_cast<double>(size());
  }

 private:
  std::vector<unsigned> workers_;
};

const std::vector<std::function<void(noted_elements&)>>& constructs() {
  static const std::vector<std::function<void(noted_elements&)>> all{
      [](noted_elements& each) { each.by_loop(); },
      [](noted_elements& each) { each.by_blocks(); },
      [](noted_elements& each) { each.by_reduction(); },
      [](noted_elements& each) { each.by_reduction(reproducible); },
  };
  return all;
}

constexpr unsigned machine = 8;

TEST(loop_cut_test, a_schedule_of_one_construct_fits_all) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    for (const std::size_t size : {64U, 1'000U, 4'096U, 10'007U, 100'000U}) {
      for (std::size_t recorded = 0; recorded < constructs().size(); ++recorded) {
        noted_elements first(size);
        const schedule made = record([&] { constructs()[recorded](first); });
        for (std::size_t other = 0; other < constructs().size(); ++other) {
          noted_elements again(size);
          const replay_result done =
              replay(made, replay_mode::strict_ordered, [&] { constructs()[other](again); });
          EXPECT_GE(again.percent_as_in(first.workers()), 99)
              << "construct " << other << " by the schedule of " << recorded << ", " << size;
          EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
        }
      }
    }
  });
}

TEST(loop_cut_test, one_phase_around_all_constructs_keeps_the_elements) {
  const virtual_runtime pretended(options{.workers = machine});
  pretended->run([] {
    std::vector<noted_elements> all(constructs().size(), noted_elements(50'000));
    persistent_phase phase;
    const auto step = [&all] {
      for (std::size_t each = 0; each < all.size(); ++each) {
        constructs()[each](all[each]);
      }
    };
    for (int runs = 0; phase.stage() != phase_stage::replaying; ++runs) {
      ASSERT_LT(runs, 12);
      phase.run(step);
    }
    phase.run(step);
    std::vector<std::vector<unsigned>> before;
    for (const noted_elements& each : all) {
      before.push_back(each.workers());
    }
    phase.run(step);
    for (std::size_t each = 0; each < all.size(); ++each) {
      EXPECT_GE(all[each].percent_as_in(before[each]), 99) << "construct " << each;
    }
  });
}

// The tree of the blocks follows from the number of iterations alone.
TEST(loop_cut_test, nodes_of_all_cuts_are_nodes_of_one_tree) {
  for (std::uint64_t size = 1; size < 3'000; ++size) {
    const detail::loop_cut plain = detail::cut_of_loop({}, size);
    const detail::loop_cut bits = detail::cut_of_reduction({{}, /*reproducible=*/true}, size);
    EXPECT_EQ(plain.block & (plain.block - 1), 0U);
    EXPECT_EQ(bits.block & (bits.block - 1), 0U);
    const detail::cut_iterations by_loop(size, plain);
    const detail::cut_iterations by_reduction(size, bits);
    // Equal roots in iterations, unless a block is longer than all of them.
    const std::uint64_t root = by_loop.root() * plain.block;
    EXPECT_EQ(root, by_reduction.root() * bits.block) << size;
    EXPECT_LT(root, 2 * size);
    EXPECT_GE(root, size);
  }
}

TEST(loop_cut_test, as_many_iterations_as_there_are_numbers) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  for (const std::uint64_t size : {most, most - 1, most / 2 + 1, most / 2}) {
    for (const std::uint64_t stated :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, most}) {
      const detail::cut_iterations cut(size, detail::cut_of_loop({stated}, size));
      EXPECT_GE(cut.root(), cut.blocks);
      EXPECT_EQ(cut.end_of(cut.root()), size);
      EXPECT_LT(cut.begin_of(cut.blocks - 1), size);
      EXPECT_GE(cut.begin_of(cut.blocks - 1) + cut.cut.block - 1,
                size - 1 - (size - 1) % cut.cut.block);
    }
  }
}

}  // namespace
}  // namespace nuthatch
