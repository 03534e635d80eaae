// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/system/terminal.hpp"
#include "schedule/steal_tree.hpp"

/// What `nuthatch schedule` writes.
namespace nuthatch::cli {

/// How many steps each worker has and of which kinds, and when they begin.
std::string schedule_summary(const schedules::steal_tree& tree, const terminal& screen);

/// A lane for each worker, its steps one after the other, and a line from where each was given.
std::string schedule_svg(const schedules::steal_tree& tree);

/// How two schedules differ.
struct schedule_difference {
  std::string text;  ///< for people
  bool any = false;
};

/// By the names of the steps: those that only one has, those of other workers, and those that come
/// in another order on their worker.
schedule_difference compare_schedules(const schedules::steal_tree& one,
                                      const schedules::steal_tree& other,
                                      const terminal& screen);

}  // namespace nuthatch::cli
