// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/floorplan.hpp"
#include "workloads/kernels/floorplan_search.hpp"

namespace nuthatch::peers {

using workloads::floorplan;
using workloads::floorplan_search;
using workloads::rectangle;

/// Finds the plan of least area of the cells of a chip, by branch and bound. For the first `cutoff`
/// cells, every placement of a cell is a task.
struct floorplan_problem {
  static constexpr const char* name = "floorplan";

  static settings::values defaults() { return {{"cells", "13"}, {"seed", "118"}, {"cutoff", "5"}}; }

  explicit floorplan_problem(const settings& parameters)
      : search(workloads::generate_floorplan_cells(
            parameters.size("cells", 1, floorplan::max_cells),
            static_cast<std::uint64_t>(parameters.integer("seed", 0, 1'000'000)))),
        cutoff(parameters.size("cutoff", 0, floorplan::max_cells)) {
    cutoff = cutoff == 0 ? search.cells() : cutoff;
  }

  void reset() { search.reset(); }

  [[nodiscard]] std::string answer() const { return search.answer(); }

  std::string verify() { return search.verify(); }

  floorplan_search search;
  std::size_t cutoff;
};

/// Searches below the cut-off. Complete plans are passed to keep(plan), which other tasks may call
/// concurrently.
template <class Keep>
[[gnu::noinline]] void place_cells_serially(const floorplan_search& search,
                                            const floorplan& before,
                                            const Keep& keep) {
  search.for_each_place(before, [&](const rectangle& place) {
    if (search.any_allows(before, place)) {
      floorplan after = before;
      after.add(place);
      if (search.is_complete(after)) {
        keep(after);
      } else {
        place_cells_serially(search, after, keep);
      }
    }
  });
}

}  // namespace nuthatch::peers
