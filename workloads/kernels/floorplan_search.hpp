// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "workloads/kernels/floorplan.hpp"

namespace nuthatch::workloads {

/// So many cells, the same for each seed. There is a plan of them: they are made along one.
std::vector<floorplan_cell> generate_floorplan_cells(std::size_t count, std::uint64_t seed);

/// The smallest area of a plan of all cells, if there is one of less than `bound`; else `bound`.
/// A search of its own: it knows of rectangles only.
int smallest_area_by_rectangles(std::span<const floorplan_cell> cells, int bound);

/// Empty when all cells lie in one of their shapes, beside those that they have to be beside, and
/// nowhere on another, within a rectangle of this area; else what is wrong.
std::string check_places(std::span<const floorplan_cell> cells,
                         std::span<const rectangle> places,
                         int area);

/// A search for the plan of least area, by branch and bound: which plan it finds, and how much of
/// the tree it visits, depends on the order in which it does so, the area does not.
class floorplan_search {
 public:
  explicit floorplan_search(std::vector<floorplan_cell> cells) : cells_(std::move(cells)) {}

  [[nodiscard]] std::size_t cells() const noexcept { return cells_.size(); }

  /// Forgets what was found.
  void reset();

  /// Calls visit(place) for each place that the cell after those of a plan may have, free or not.
  template <class Visit>
  void for_each_place(const floorplan& before, const Visit& visit) const {
    before.for_each_place(cells_[before.cells()], visit);
  }

  /// Whether the next cell is free to be placed there, and a smaller plan may come of it than was
  /// found so far. Any thread may ask.
  [[nodiscard]] bool any_allows(const floorplan& before, const rectangle& place) const noexcept {
    // Relaxed: an area that is out of date is too large, and rules out less than it might.
    return before.is_free(place) &&
           before.area_with(place) < smallest_.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool is_complete(const floorplan& plan) const noexcept {
    return plan.cells() == cells_.size();
  }

  /// Keeps a complete plan if none was smaller. One thread at a time; others may ask meanwhile.
  void keep(const floorplan& plan);

  /// Empty when a plan was found, all is right with it, and there is no smaller one.
  std::string verify();

  [[nodiscard]] std::string answer() const;

 private:
  std::vector<floorplan_cell> cells_;
  std::atomic<int> smallest_ = floorplan::no_area;
  std::vector<rectangle> places_;  // of the smallest
  std::optional<int> expected_;
};

}  // namespace nuthatch::workloads
