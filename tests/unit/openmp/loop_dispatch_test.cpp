// SPDX-License-Identifier: Apache-2.0

// The assignment of a loop's iterations to threads.

#include "openmp/worksharing/loop_dispatch.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nuthatch::openmp {
namespace {

using ::testing::ElementsAre;

constexpr auto max_iterations = std::numeric_limits<std::uint64_t>::max();

loop_parameters parameters(std::uint64_t count, schedule_kind kind, std::uint64_t chunk) {
  return {.space = {.end = count, .count = count}, .kind = kind, .chunk_size = chunk};
}

/// The first and the last value of each chunk of the threads, which request chunks in turn.
std::vector<std::vector<std::uint64_t>> assigned_to(const loop_parameters& loop,
                                                    std::uint32_t team_size) {
  work_share share;
  share.loop = loop;
  std::vector<team_member> team(team_size);
  std::vector<std::vector<std::uint64_t>> found(team_size);
  for (std::uint32_t i = 0; i < team_size; ++i) {
    team[i].thread_num = i;
  }
  for (std::uint32_t none = 0; none < team_size;) {
    none = 0;
    for (std::uint32_t i = 0; i < team_size; ++i) {
      const chunk had = next_chunk(share, team[i], team_size);
      if (had.first == had.end) {
        ++none;
      } else {
        found[i].push_back(had.first);
        found[i].push_back(had.end);
      }
    }
  }
  return found;
}

TEST(loop_dispatch, static_loops_have_equal_parts_and_the_first_ones_are_longer) {
  EXPECT_THAT(
      assigned_to(parameters(10, schedule_kind::static_, 0), 4),
      ElementsAre(ElementsAre(0, 3), ElementsAre(3, 6), ElementsAre(6, 8), ElementsAre(8, 10)));
  EXPECT_THAT(assigned_to(parameters(2, schedule_kind::static_, 0), 3),
              ElementsAre(ElementsAre(0, 1), ElementsAre(1, 2), ElementsAre()));
}

TEST(loop_dispatch, static_chunks_go_in_turn) {
  EXPECT_THAT(assigned_to(parameters(7, schedule_kind::static_, 2), 2),
              ElementsAre(ElementsAre(0, 2, 4, 6), ElementsAre(2, 4, 6, 7)));
}

TEST(loop_dispatch, static_chunks_do_not_overflow) {
  EXPECT_THAT(
      assigned_to(parameters(max_iterations, schedule_kind::static_, max_iterations / 2), 2),
      ElementsAre(ElementsAre(0, max_iterations / 2, max_iterations - 1, max_iterations),
                  ElementsAre(max_iterations / 2, max_iterations - 1)));
}

TEST(loop_dispatch, dynamic_chunks_go_to_who_comes) {
  EXPECT_THAT(assigned_to(parameters(5, schedule_kind::dynamic, 2), 2),
              ElementsAre(ElementsAre(0, 2, 4, 5), ElementsAre(2, 4)));
}

TEST(loop_dispatch, dynamic_chunks_do_not_overflow) {
  EXPECT_THAT(
      assigned_to(parameters(max_iterations, schedule_kind::dynamic, max_iterations - 1), 2),
      ElementsAre(ElementsAre(0, max_iterations - 1),
                  ElementsAre(max_iterations - 1, max_iterations)));
}

TEST(loop_dispatch, guided_chunks_get_smaller_down_to_the_least) {
  EXPECT_THAT(assigned_to(parameters(20, schedule_kind::guided, 3), 2),
              ElementsAre(ElementsAre(0, 10, 15, 18), ElementsAre(10, 15, 18, 20)));
}

TEST(loop_dispatch, without_iterations_there_is_nothing) {
  for (const schedule_kind kind :
       {schedule_kind::static_, schedule_kind::dynamic, schedule_kind::guided}) {
    EXPECT_THAT(assigned_to(parameters(0, kind, 1), 2), ElementsAre(ElementsAre(), ElementsAre()));
  }
}

TEST(iteration_space, counts_up_and_down) {
  EXPECT_EQ(iteration_space::of(0, 10, 3).count, 4U);
  EXPECT_EQ(iteration_space::of(10, 0, -3).count, 4U);
  EXPECT_EQ(iteration_space::of(0, 0, 1).count, 0U);
  EXPECT_EQ(iteration_space::of(0, 5, -1).count, 0U);
  EXPECT_EQ(iteration_space::of(true, 0, max_iterations, 1).count, max_iterations);
  EXPECT_EQ(iteration_space::of(false, max_iterations, 0, 0 - std::uint64_t{1}).count,
            max_iterations);
}

TEST(iteration_space, counts_over_the_whole_range_of_its_values) {
  constexpr long least = std::numeric_limits<long>::min();
  constexpr long greatest = std::numeric_limits<long>::max();
  EXPECT_EQ(iteration_space::of(least, greatest, 1).count, max_iterations);
  EXPECT_EQ(iteration_space::of(greatest, least, -1).count, max_iterations);
  EXPECT_EQ(iteration_space::of(least, greatest, greatest).count, 3U);
}

TEST(iteration_space, ends_where_the_loop_does) {
  constexpr long greatest = std::numeric_limits<long>::max();
  const iteration_space space = iteration_space::of(greatest - 5, greatest, 4);
  ASSERT_EQ(space.count, 2U);
  EXPECT_EQ(space.begin_of(1), static_cast<std::uint64_t>(greatest - 1));
  EXPECT_EQ(space.end_of(1), static_cast<std::uint64_t>(greatest - 1));
  EXPECT_EQ(space.end_of(2), static_cast<std::uint64_t>(greatest));  // the next would not fit
}

}  // namespace
}  // namespace nuthatch::openmp
