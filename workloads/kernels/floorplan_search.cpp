// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/floorplan_search.hpp"

#include <atomic>
#include <string>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

void floorplan_search::reset() {
  smallest_.store(floorplan::no_area, std::memory_order_relaxed);
  places_.clear();
}

void floorplan_search::keep(const floorplan& plan) {
  if (plan.area() < smallest_.load(std::memory_order_relaxed)) {
    places_.assign(plan.places().begin(), plan.places().end());
    smallest_.store(plan.area(), std::memory_order_relaxed);
  }
}

std::string floorplan_search::verify() {
  const int found = smallest_.load(std::memory_order_relaxed);
  if (const std::string fault = check_places(cells_, places_, found); !fault.empty()) {
    return fault;
  }
  if (!expected_) {
    expected_ = smallest_area_by_rectangles(cells_, found);
  }
  return found == *expected_ ? std::string()
                             : message("area: expected ", *expected_, ", found ", found);
}

std::string floorplan_search::answer() const {
  return message("area ", smallest_.load(std::memory_order_relaxed));
}

}  // namespace nuthatch::workloads
