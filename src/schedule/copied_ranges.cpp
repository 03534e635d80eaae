// SPDX-License-Identifier: Apache-2.0
#include "schedule/copied_ranges.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/errors.hpp>

#include "atomic/mutex_lock.hpp"

namespace nuthatch::schedules {

copied_ranges::copied_ranges(std::size_t keepers)
    : keepers_(keepers),
      all_(std::make_unique<keeping[]>(keepers)) {}

void copied_ranges::any_add(std::size_t keeper, const element_range& copied) {
  keeping& here = all_[keeper];
  const detail::mutex_lock lock(here.mutex);
  if (!here.ranges.empty() && here.ranges.back().last == copied.first) {
    here.ranges.back().last = copied.last;
  } else {
    here.ranges.push_back(copied);
  }
}

std::vector<element_range> copied_ranges::take() {
  std::vector<element_range> sum;
  for (std::size_t i = 0; i < keepers_; ++i) {
    const detail::mutex_lock lock(all_[i].mutex);
    sum.insert(sum.end(), all_[i].ranges.begin(), all_[i].ranges.end());
    all_[i].ranges.clear();
  }
  std::ranges::sort(sum, {}, &element_range::first);
  return sum;
}

std::vector<element_range> missing_of(const std::vector<element_range>& copied,
                                      std::size_t elements) {
  std::vector<element_range> missing;
  std::size_t done = 0;
  for (const element_range& each : copied) {
    if (each.first < done) {
      throw error("redistribute: element " + std::to_string(each.first) +
                  " was copied more than once; an initializer copies each element in one piece");
    }
    if (each.first > done) {
      missing.push_back({done, each.first});
    }
    done = each.last;
  }
  if (done < elements) {
    missing.push_back({done, elements});
  }
  return missing;
}

}  // namespace nuthatch::schedules
