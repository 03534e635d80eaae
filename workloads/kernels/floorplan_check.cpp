// SPDX-License-Identifier: Apache-2.0

// Checks plans by their rectangles only, for floorplan_search.hpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/floorplan_search.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

/// Whether [a, b) and [c, d) overlap.
bool meet(int a, int b, int c, int d) {
  return a < d && c < b;
}

bool share_rows(const rectangle& one, const rectangle& other) {
  return meet(one.top, one.bottom(), other.top, other.bottom());
}

bool share_columns(const rectangle& one, const rectangle& other) {
  return meet(one.left, one.right(), other.left, other.right());
}

bool overlap(const rectangle& one, const rectangle& other) {
  return share_rows(one, other) && share_columns(one, other);
}

/// Whether a cell is where it has to be, beside earlier ones.
bool is_adjacent(const floorplan_cell& cell,
                 std::span<const rectangle> before,
                 const rectangle& place) {
  if (cell.left == floorplan_cell::nobody && cell.above == floorplan_cell::nobody) {
    return place.top == 0 && place.left == 0;
  }
  if (cell.left != floorplan_cell::nobody) {
    const rectangle& left = before[static_cast<std::size_t>(cell.left)];
    if (place.left != left.right() || !share_rows(place, left)) {
      return false;
    }
  }
  if (cell.above != floorplan_cell::nobody) {
    const rectangle& above = before[static_cast<std::size_t>(cell.above)];
    if (place.top != above.bottom() || !share_columns(place, above)) {
      return false;
    }
  }
  return true;
}

bool is_on_board(const rectangle& place) {
  return place.top >= 0 && place.left >= 0 && place.bottom() <= floorplan::board_side &&
         place.right() <= floorplan::board_side;
}

/// The number of rows and columns that the cells cover.
struct extent {
  int rows = 0;
  int columns = 0;

  [[nodiscard]] extent with(const rectangle& place) const {
    return {std::max(rows, place.bottom()), std::max(columns, place.right())};
  }

  [[nodiscard]] int area() const { return rows * columns; }
};

bool fits(const floorplan_cell& cell, std::span<const rectangle> before, const rectangle& place) {
  return is_on_board(place) && is_adjacent(cell, before, place) &&
         std::ranges::none_of(before,
                              [&place](const rectangle& each) { return overlap(each, place); });
}

/// Searches from the last shape and place to the first, unlike the search that it checks.
void search(std::span<const floorplan_cell> cells,
            std::vector<rectangle>& places,
            const extent& before,
            int& smallest) {
  if (places.size() == cells.size()) {
    smallest = before.area();
    return;
  }
  const floorplan_cell& cell = cells[places.size()];
  const auto try_place = [&](rectangle place) {
    const extent after = before.with(place);
    if (after.area() < smallest && fits(cell, places, place)) {
      places.push_back(place);
      search(cells, places, after, smallest);
      places.pop_back();
    }
  };
  for (const cell_shape& shape : cell.shapes | std::views::reverse) {
    rectangle place{0, 0, shape.rows, shape.columns};
    // A neighbour fixes one coordinate, and the other one so far as the two have to share an edge.
    // Copy it, because `places` grows meanwhile.
    const auto right_of = [&](const rectangle left) {
      place.left = static_cast<std::int16_t>(left.right());
      for (int top = left.bottom() - 1; top > left.top - shape.rows; --top) {
        place.top = static_cast<std::int16_t>(top);
        try_place(place);
      }
    };
    const auto below = [&](const rectangle above) {
      place.top = static_cast<std::int16_t>(above.bottom());
      for (int left = above.right() - 1; left > above.left - shape.columns; --left) {
        place.left = static_cast<std::int16_t>(left);
        try_place(place);
      }
    };
    if (cell.left != floorplan_cell::nobody) {
      right_of(places[static_cast<std::size_t>(cell.left)]);
    } else if (cell.above != floorplan_cell::nobody) {
      below(places[static_cast<std::size_t>(cell.above)]);
    } else {
      try_place(place);
    }
  }
}

}  // namespace

int smallest_area_by_rectangles(std::span<const floorplan_cell> cells, int bound) {
  std::vector<rectangle> places;
  search(cells, places, {}, bound);
  return bound;
}

std::string check_places(std::span<const floorplan_cell> cells,
                         std::span<const rectangle> places,
                         int area) {
  if (places.size() != cells.size()) {
    return message("expected a plan of ", cells.size(), " cells, found one of ", places.size());
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const rectangle& place = places[i];
    const bool has_shape = std::ranges::any_of(cells[i].shapes, [&place](const cell_shape& each) {
      return each.rows == place.rows && each.columns == place.columns;
    });
    if (!has_shape || !fits(cells[i], places.first(i), place)) {
      return message("cell ",
                     i,
                     ": in row ",
                     place.top,
                     ", column ",
                     place.left,
                     ", of ",
                     place.rows,
                     " by ",
                     place.columns,
                     has_shape ? ", where it may not be" : ", which is not a shape of it");
    }
  }
  extent all;
  for (const rectangle& each : places) {
    all = all.with(each);
  }
  const int around = all.area();
  return around == area ? std::string()
                        : message("area: expected ", around, " around all cells, found ", area);
}

}  // namespace nuthatch::workloads
