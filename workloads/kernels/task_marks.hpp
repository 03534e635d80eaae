// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

/// One mark for each task of a run. The task sets it when it has done its work. Shows whether each
/// task ran exactly once.
class task_marks {
 public:
  explicit task_marks(std::size_t tasks) : marks_(tasks) {}

  void reset() { std::ranges::fill(marks_, 0); }

  void set(std::size_t task) noexcept { ++marks_[task]; }

  /// Returns an empty string if all marks are set once, else which one is not.
  [[nodiscard]] std::string verify() const {
    const auto wrong = std::ranges::find_if(marks_, [](auto times) { return times != 1; });
    return wrong == marks_.end()
               ? std::string()
               : message("task ", wrong - marks_.begin(), " ran ", +*wrong, " times");
  }

  [[nodiscard]] std::string answer() const {
    return message(std::ranges::count(marks_, 1), " tasks");
  }

 private:
  std::vector<std::uint8_t> marks_;
};

}  // namespace nuthatch::workloads
