// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <nuthatch/options.hpp>

#include "configuration/option.hpp"

namespace nuthatch::scheduling {

/// Table II of the paper. The last two are at least the number of workers: one task for each of
/// them, before the spawning worker changes its policy.
inline constexpr std::array slaw_options{
    configuration::option{
        .name = "stack_threshold",
        .where = &options::stack_threshold,
        .placeholder = "S",
        .about = "stacks in a worker's chain at which adaptive spawns become help-first",
        .unit = "stacks",
        .allowed = {1, max_threshold}},
    configuration::option{
        .name = "fresh_threshold",
        .where = &options::fresh_threshold,
        .placeholder = "F",
        .about = "fresh tasks of a worker at which its adaptive spawns become work-first",
        .unit = "tasks",
        .allowed = {1, max_threshold},
        .at_least_workers = true},
    configuration::option{.name = "policy_interval",
                          .where = &options::policy_interval,
                          .placeholder = "INT",
                          .about =
                              "spawns after which a worker counts again how many of its tasks were "
                              "stolen",
                          .unit = "spawns",
                          .allowed = {1, max_threshold},
                          .at_least_workers = true},
};

}  // namespace nuthatch::scheduling
