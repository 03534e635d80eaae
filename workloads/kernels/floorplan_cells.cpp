// SPDX-License-Identifier: Apache-2.0

// The generated cells of floorplan_search.hpp.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/kernels/floorplan_search.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::array areas{12, 16, 18, 20, 24, 30, 36, 40};
constexpr int shortest_side = 2;
constexpr int longest_side = 12;
constexpr std::size_t max_shapes = 4;

class cell_generator {
 public:
  explicit cell_generator(std::uint64_t seed) : next_(mix(seed)) {}

  /// Creates the next cell beside those of a plan, and adds it to the plan.
  floorplan_cell next(floorplan& plan) {
    while (true) {
      floorplan_cell made{.shapes = any_shapes()};
      if (plan.cells() != 0) {
        // Two fifths are right of another cell, two fifths below one; the rest are both, where that
        // is possible.
        const std::size_t sides = below(5);
        made.left = sides < 2 || sides == 4 ? any_cell(plan) : floorplan_cell::nobody;
        made.above = sides >= 2 ? any_cell(plan) : floorplan_cell::nobody;
      }
      std::vector<rectangle> free;
      plan.for_each_place(made, [&](const rectangle& place) {
        if (plan.is_free(place)) {
          free.push_back(place);
        }
      });
      if (!free.empty()) {
        plan.add(free[below(free.size())]);
        return made;
      }
    }
  }

 private:
  std::size_t below(std::size_t limit) { return mix(next_++) % limit; }

  /// One of the last few cells, so that plans grow at their edges.
  int any_cell(const floorplan& plan) {
    constexpr std::size_t last_ones = 4;
    return static_cast<int>(plan.cells() - 1 - below(std::min(plan.cells(), last_ones)));
  }

  std::vector<cell_shape> any_shapes() {
    const int area = areas.at(below(areas.size()));
    std::vector<cell_shape> shapes;
    for (int rows = shortest_side; rows <= longest_side; ++rows) {
      const int columns = area / rows;
      if (rows * columns == area && columns >= shortest_side && columns <= longest_side) {
        shapes.push_back({static_cast<std::int16_t>(rows), static_cast<std::int16_t>(columns)});
      }
    }
    while (shapes.size() > max_shapes || (shapes.size() > 2 && below(2) == 0)) {
      shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(below(shapes.size())));
    }
    return shapes;
  }

  std::uint64_t next_;
};

}  // namespace

std::vector<floorplan_cell> generate_floorplan_cells(std::size_t count, std::uint64_t seed) {
  cell_generator random(seed);
  floorplan plan;
  std::vector<floorplan_cell> cells;
  while (cells.size() < count) {
    cells.push_back(random.next(plan));
  }
  return cells;
}

}  // namespace nuthatch::workloads
