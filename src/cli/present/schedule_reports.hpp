// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/system/terminal.hpp"
#include "schedule/steal_tree.hpp"

/// The output of `nuthatch schedule`.
namespace nuthatch::cli {

/// The number of steps of each worker, their kinds, and when they begin.
std::string schedule_summary(const schedules::steal_tree& tree, const terminal& screen);

/// A lane for each worker with its steps in order, and a line to each step from where it was
/// published.
std::string schedule_svg(const schedules::steal_tree& tree);

/// How two schedules differ.
struct schedule_difference {
  std::string text;  ///< for people
  bool any = false;
};

/// Compares steps by name: those that only one schedule has, those on other workers, and those in
/// another order on their worker.
schedule_difference compare_schedules(const schedules::steal_tree& one,
                                      const schedules::steal_tree& other,
                                      const terminal& screen);

}  // namespace nuthatch::cli
