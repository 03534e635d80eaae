// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/place_assignment.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nuthatch::openmp {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using numbers = std::vector<std::uint32_t>;

/// The places of a team of that size. The partition begins at place 2.
place_assignment with(proc_bind bind,
                      std::uint32_t team_size,
                      std::uint32_t places,
                      std::uint32_t primary) {
  return {bind, team_size, {primary, {2, places}}};
}

numbers places_of(const place_assignment& all) {
  numbers found;
  for (std::uint32_t i = 0; i < all.team_size; ++i) {
    found.push_back(thread_place_of(all, i).place);
  }
  return found;
}

std::vector<place_range> partitions_of(const place_assignment& all) {
  std::vector<place_range> found;
  for (std::uint32_t i = 0; i < all.team_size; ++i) {
    found.push_back(thread_place_of(all, i).partition);
  }
  return found;
}

TEST(place_assignment, primary_keeps_all_together) {
  const place_assignment all = with(proc_bind::primary, 5, 4, 3);
  EXPECT_THAT(places_of(all), Each(3U));
  EXPECT_THAT(partitions_of(all), Each(place_range{2, 4}));
}

TEST(place_assignment, close_goes_from_place_to_place) {
  EXPECT_THAT(places_of(with(proc_bind::close, 3, 4, 2)), ElementsAre(2, 3, 4));
  EXPECT_THAT(places_of(with(proc_bind::close, 3, 4, 4)), ElementsAre(4, 5, 2));
  EXPECT_THAT(places_of(with(proc_bind::close, 4, 4, 3)), ElementsAre(3, 4, 5, 2));
  EXPECT_THAT(partitions_of(with(proc_bind::close, 4, 4, 3)), Each(place_range{2, 4}));
}

TEST(place_assignment, close_fills_places_and_then_assigns_the_rest) {
  EXPECT_THAT(places_of(with(proc_bind::close, 6, 3, 2)), ElementsAre(2, 2, 3, 3, 4, 4));
  EXPECT_THAT(places_of(with(proc_bind::close, 8, 3, 3)), ElementsAre(3, 3, 4, 4, 2, 2, 3, 4));
  EXPECT_THAT(places_of(with(proc_bind::close, 5, 4, 5)), ElementsAre(5, 2, 3, 4, 5));
  EXPECT_THAT(places_of(with(proc_bind::close, 3, 1, 2)), Each(2U));
}

TEST(place_assignment, any_is_close) {
  for (std::uint32_t team_size = 1; team_size < 12; ++team_size) {
    EXPECT_EQ(places_of(with(proc_bind::true_, team_size, 5, 4)),
              places_of(with(proc_bind::close, team_size, 5, 4)));
  }
}

TEST(place_assignment, spread_gives_each_member_a_part) {
  const place_assignment even = with(proc_bind::spread, 2, 4, 2);
  EXPECT_THAT(places_of(even), ElementsAre(2, 4));
  EXPECT_THAT(partitions_of(even), ElementsAre(place_range{2, 2}, place_range{4, 2}));
  const place_assignment uneven = with(proc_bind::spread, 3, 8, 2);
  EXPECT_THAT(places_of(uneven), ElementsAre(2, 5, 8));
  EXPECT_THAT(partitions_of(uneven),
              ElementsAre(place_range{2, 3}, place_range{5, 3}, place_range{8, 2}));
  const place_assignment alone = with(proc_bind::spread, 1, 8, 7);
  EXPECT_EQ(thread_place_of(alone, 0), (thread_place{7, {2, 8}}));
}

TEST(place_assignment, spread_begins_with_the_part_of_the_primary) {
  const place_assignment all = with(proc_bind::spread, 3, 8, 6);
  EXPECT_THAT(places_of(all), ElementsAre(6, 8, 2));
  EXPECT_THAT(partitions_of(all),
              ElementsAre(place_range{5, 3}, place_range{8, 2}, place_range{2, 3}));
}

TEST(place_assignment, spread_over_few_places_has_parts_of_one) {
  const place_assignment all = with(proc_bind::spread, 5, 2, 3);
  EXPECT_THAT(places_of(all), ElementsAre(3, 3, 2, 2, 3));
  EXPECT_THAT(partitions_of(all),
              ElementsAre(place_range{3, 1},
                          place_range{3, 1},
                          place_range{2, 1},
                          place_range{2, 1},
                          place_range{3, 1}));
}

/// The standard's requirements, for all numbers.
TEST(place_assignment, spreads_evenly) {
  for (std::uint32_t places = 1; places < 10; ++places) {
    for (std::uint32_t primary = 2; primary < 2 + places; ++primary) {
      for (std::uint32_t team_size = 1; team_size < 25; ++team_size) {
        for (const proc_bind bind : {proc_bind::close, proc_bind::spread}) {
          const place_assignment all = with(bind, team_size, places, primary);
          numbers at(places);
          for (std::uint32_t i = 0; i < team_size; ++i) {
            const thread_place found = thread_place_of(all, i);
            ASSERT_LT(found.place - found.partition.first, found.partition.count);
            ASSERT_LE(found.partition.first + found.partition.count, 2 + places);
            ++at.at(found.place - 2);
          }
          EXPECT_EQ(thread_place_of(all, 0).place, primary);
          const auto [least, most] = std::minmax_element(at.begin(), at.end());
          EXPECT_LE(*most - *least, 1U);
        }
      }
    }
  }
}

/// The parts of a spread have each place once.
TEST(place_assignment, parts_are_the_whole) {
  for (std::uint32_t places = 1; places < 10; ++places) {
    for (std::uint32_t team_size = 1; team_size <= places; ++team_size) {
      numbers had(places);
      for (const place_range& part : partitions_of(with(proc_bind::spread, team_size, places, 2))) {
        for (std::uint32_t i = 0; i < part.count; ++i) {
          ++had.at(part.first - 2 + i);
        }
      }
      EXPECT_THAT(had, Each(1U));
    }
  }
}

TEST(place_assignment, has_a_cpu_of_each_place) {
  const place_list places{platform::cpu_set::parse("7"),
                          platform::cpu_set::parse("7"),
                          platform::cpu_set::parse("4-5"),
                          platform::cpu_set::parse("0,6"),
                          platform::cpu_set::parse("2")};
  EXPECT_THAT(cpus_of(with(proc_bind::close, 4, 3, 3), places), ElementsAre(0, 2, 4, 0));
  EXPECT_THAT(cpus_of(with(proc_bind::primary, 2, 3, 2), places), ElementsAre(4, 4));
}

}  // namespace
}  // namespace nuthatch::openmp
