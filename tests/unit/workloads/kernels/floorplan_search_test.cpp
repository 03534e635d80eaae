// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/floorplan_search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

/// Searches without any bound, and without a board.
int smallest_of_all(const std::vector<floorplan_cell>& cells, const floorplan& before) {
  if (before.cells() == cells.size()) {
    return before.area();
  }
  int smallest = floorplan::no_area;
  before.for_each_place(cells[before.cells()], [&](const rectangle& place) {
    const bool is_taken = std::ranges::any_of(before.places(), [&](const rectangle& each) {
      return place.top < each.bottom() && each.top < place.bottom() && place.left < each.right() &&
             each.left < place.right();
    });
    if (!is_taken) {
      floorplan after = before;
      after.add(place);
      smallest = std::min(smallest, smallest_of_all(cells, after));
    }
  });
  return smallest;
}

void search_all(floorplan_search& search, const floorplan& before) {
  search.for_each_place(before, [&](const rectangle& place) {
    if (search.any_allows(before, place)) {
      floorplan after = before;
      after.add(place);
      if (search.is_complete(after)) {
        search.keep(after);
      } else {
        search_all(search, after);
      }
    }
  });
}

TEST(floorplan, two_bricks_lie_side_by_side) {
  floorplan_search search({{.shapes = {{2, 3}}}, {.shapes = {{1, 6}, {2, 4}}, .left = 0}});
  EXPECT_NE(search.verify(), "");
  search_all(search, floorplan());
  EXPECT_EQ(search.answer(), "area 14");
  EXPECT_EQ(search.verify(), "");
}

TEST(floorplan, a_cell_in_a_corner_has_one_place_or_none) {
  floorplan plan;
  plan.add({0, 0, 2, 3});
  plan.add({0, 3, 5, 2});  // right of the first, and longer
  plan.add({2, 0, 2, 2});  // below the first, and not as wide
  std::vector<rectangle> places;
  const auto note = [&places](const rectangle& place) {
    places.push_back(place);
  };
  // The cell is right of the third and below the first.
  plan.for_each_place({.shapes = {{1, 1}}, .left = 2, .above = 0}, note);
  EXPECT_EQ(places, std::vector<rectangle>({{2, 2, 1, 1}}));
  // The cell would be right of the third and below the second, which have no common corner.
  places.clear();
  plan.for_each_place({.shapes = {{1, 1}}, .left = 2, .above = 1}, note);
  EXPECT_TRUE(places.empty());
}

TEST(floorplan, cells_stay_on_the_board) {
  floorplan plan;
  plan.add({0, 0, 12, 12});
  const floorplan_cell beside{.shapes = {{12, 12}}, .left = 0};
  std::size_t count = 0;
  plan.for_each_place(beside, [&count](const rectangle& place) {
    EXPECT_GE(place.top, 0);
    EXPECT_TRUE(place.left == 12);
    ++count;
  });
  EXPECT_EQ(count, 12U);
  for (int at = 12; at + 12 <= floorplan::board_side; at += 12) {
    plan.add({0, static_cast<std::int16_t>(at), 12, 12});
  }
  plan.for_each_place({.shapes = {{12, 12}}, .left = 4}, [](const rectangle& place) {
    ADD_FAILURE() << "right of column 60, at " << place.left;
  });
}

TEST(floorplan, finds_what_a_search_without_bounds_finds) {
  for (const std::uint64_t seed : {1U, 4U, 5U, 7U}) {
    const std::vector<floorplan_cell> cells = generate_floorplan_cells(4, seed);
    floorplan_search search(cells);
    search_all(search, floorplan());
    EXPECT_EQ(search.verify(), "") << seed;
    const int smallest = smallest_of_all(cells, floorplan());
    EXPECT_LT(smallest, floorplan::no_area) << seed;
    EXPECT_EQ(search.answer(), "area " + std::to_string(smallest)) << seed;
    EXPECT_EQ(smallest_area_by_rectangles(cells, floorplan::no_area), smallest) << seed;
  }
}

TEST(floorplan, a_plan_that_is_not_the_smallest_is_wrong) {
  floorplan_search search(generate_floorplan_cells(5, 1));
  floorplan plan;
  while (!search.is_complete(plan)) {
    std::vector<rectangle> free;
    search.for_each_place(plan, [&](const rectangle& place) {
      if (search.any_allows(plan, place)) {
        free.push_back(place);
      }
    });
    ASSERT_FALSE(free.empty());
    plan.add(free.front());
  }
  search.keep(plan);
  EXPECT_NE(search.verify(), "");
  search_all(search, floorplan());
  EXPECT_EQ(search.verify(), "");
  search.reset();
  EXPECT_NE(search.verify(), "");
}

TEST(floorplan, finds_wrong_places) {
  const std::vector<floorplan_cell> cells{{.shapes = {{2, 3}}},
                                          {.shapes = {{1, 2}, {2, 1}}, .left = 0},
                                          {.shapes = {{2, 2}}, .above = 0}};
  const std::vector<rectangle> right{{0, 0, 2, 3}, {0, 3, 2, 1}, {2, 0, 2, 2}};
  EXPECT_EQ(check_places(cells, right, 16), "");
  EXPECT_NE(check_places(cells, right, 15), "");
  EXPECT_NE(check_places(cells, std::vector(right.begin(), right.end() - 1), 16), "");

  struct change {
    std::size_t cell;
    rectangle place;
  };

  for (const auto& [cell, place] : {change{0, {0, 1, 2, 3}},     // not in the corner
                                    change{1, {0, 3, 2, 2}},     // no such shape
                                    change{1, {2, 3, 2, 1}},     // touches a corner only
                                    change{1, {0, 4, 2, 1}},     // beside nothing
                                    change{1, {0, 2, 2, 1}},     // on the first
                                    change{2, {2, 3, 2, 2}},     // below another one
                                    change{2, {3, 0, 2, 2}}}) {  // below nothing
    std::vector<rectangle> wrong = right;
    wrong[cell] = place;
    EXPECT_NE(check_places(cells, wrong, 16), "") << place.top << " " << place.left;
  }
}

TEST(floorplan, generates_the_same_cells_for_a_seed_and_others_for_another) {
  const auto shapes = [](std::uint64_t seed) {
    std::vector<int> rows;
    for (const floorplan_cell& cell : generate_floorplan_cells(floorplan::max_cells, seed)) {
      for (const cell_shape& each : cell.shapes) {
        rows.push_back(each.rows);
      }
    }
    return rows;
  };
  EXPECT_EQ(shapes(3), shapes(3));
  EXPECT_NE(shapes(3), shapes(4));
}

}  // namespace
}  // namespace nuthatch::workloads
