// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/floorplan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/floorplan_search.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_place = 9;

/// The plain program, with in_order_tag. A policy that charges work charges it for what is below a
/// cut-off as well.
template <class Policy>
[[gnu::noinline]] void search_serial(floorplan_search& search, const floorplan& before) {
  std::size_t places = 0;
  search.for_each_place(before, [&search, &before, &places](const rectangle& place) {
    ++places;
    if (!search.any_allows(before, place)) {
      return;
    }
    floorplan after = before;
    after.add(place);
    if (!search.is_complete(after)) {
      search_serial<Policy>(search, after);
    } else if constexpr (std::is_same_v<Policy, in_order_tag>) {
      search.keep(after);
    } else {
      isolated([&search, &after] { search.keep(after); });
    }
  });
  state<Policy>(ns_per_place, places);
}

void keep_isolated(floorplan_search& search, const floorplan& found) {
  isolated([&search, &found] { search.keep(found); });
}

template <class Policy>
void search_parallel(floorplan_search& search, std::size_t cutoff, const floorplan& before) {
  if (before.cells() == cutoff) {
    search_serial<Policy>(search, before);
    return;
  }
  scope children;
  search.for_each_place(before, [&](const rectangle& place) {
    children.spawn(Policy(), [&search, cutoff, &before, place] {
      state<Policy>(ns_per_place, 1);
      if (!search.any_allows(before, place)) {
        return;
      }
      floorplan after = before;
      after.add(place);
      if (!search.is_complete(after)) {
        search_parallel<Policy>(search, cutoff, after);
      } else {
        keep_isolated(search, after);
      }
    });
  });
  children.sync();
}

class floorplan_instance final : public instance {
 public:
  floorplan_instance(std::vector<floorplan_cell> cells, std::size_t cutoff)
      : search_(std::move(cells)),
        cutoff_(cutoff == 0 ? search_.cells() : cutoff) {}

  void reset() override { search_.reset(); }

  void run_serial() override { search_serial<in_order_tag>(search_, floorplan()); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      search_parallel<decltype(tag)>(search_, cutoff_, floorplan());
    });
  }

  std::string verify() override { return search_.verify(); }

  [[nodiscard]] std::string answer() const override { return search_.answer(); }

 private:
  floorplan_search search_;
  std::size_t cutoff_;
};

}  // namespace

workload floorplan_workload() {
  return {"floorplan",
          "cells of a chip on the least area, every place of a cell a spawn, by branch and bound",
          {{"cells", "how many", {"9", "13", "15"}, integer_range{1, floorplan::max_cells}},
           {"seed", "which ones", {"118", "118", "118"}, integer_range{0, 1'000'000}},
           {"cutoff",
            "cells placed by spawns before plain recursion, 0: all",
            {"5", "5", "5"},
            integer_range{0, floorplan::max_cells}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<floorplan_instance>(
                generate_floorplan_cells(chosen.get_size("cells"), chosen.get_size("seed")),
                chosen.get_size("cutoff"));
          }};
}

}  // namespace nuthatch::workloads
