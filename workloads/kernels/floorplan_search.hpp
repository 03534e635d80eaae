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

/// Generates `count` cells, the same for each seed. A plan of them exists: they are made along one.
std::vector<floorplan_cell> generate_floorplan_cells(std::size_t count, std::uint64_t seed);

/// The smallest area of a plan of all cells, if it is less than `bound`; else `bound`. Uses a
/// separate search that knows only rectangles.
int smallest_area_by_rectangles(std::span<const floorplan_cell> cells, int bound);

/// Returns an empty string if all cells have one of their shapes, are beside the cells that they
/// have to be beside, do not overlap, and lie in a rectangle of this area; else what is wrong.
std::string check_places(std::span<const floorplan_cell> cells,
                         std::span<const rectangle> places,
                         int area);

/// A branch-and-bound search for the plan of least area. Which plan it finds, and how much of the
/// tree it visits, depends on the order of visits; the area does not.
class floorplan_search {
 public:
  explicit floorplan_search(std::vector<floorplan_cell> cells) : cells_(std::move(cells)) {}

  [[nodiscard]] std::size_t cells() const noexcept { return cells_.size(); }

  /// Forgets the result.
  void reset();

  /// Calls visit(place) for each place that the next cell of a plan may have, free or not.
  template <class Visit>
  void for_each_place(const floorplan& before, const Visit& visit) const {
    before.for_each_place(cells_[before.cells()], visit);
  }

  /// Whether the place is free for the next cell, and may lead to a smaller plan than the best so
  /// far. Any thread may call this.
  [[nodiscard]] bool any_allows(const floorplan& before, const rectangle& place) const noexcept {
    // Relaxed: an outdated area is too large, and excludes less than it could.
    return before.is_free(place) &&
           before.area_with(place) < smallest_.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool is_complete(const floorplan& plan) const noexcept {
    return plan.cells() == cells_.size();
  }

  /// Keeps a complete plan if none was smaller. One thread at a time; others may query meanwhile.
  void keep(const floorplan& plan);

  /// Returns an empty string if a valid plan was found and there is no smaller one.
  std::string verify();

  [[nodiscard]] std::string answer() const;

 private:
  std::vector<floorplan_cell> cells_;
  std::atomic<int> smallest_ = floorplan::no_area;
  std::vector<rectangle> places_;  // of the smallest plan
  std::optional<int> expected_;
};

}  // namespace nuthatch::workloads
