// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/options.hpp>

#include "configuration/option.hpp"
#include "platform/group_words.hpp"
#include "schedulers/shepherd/grouping.hpp"

namespace nuthatch::scheduling {

static_assert(max_workers == 4096);  // the table below spells out "4096"

inline constexpr std::string_view nearest_victims = "distance";

[[nodiscard]] inline std::vector<std::string> known_victims() {
  return {std::string(nearest_victims), "random"};
}

inline constexpr std::string_view half_of_a_queue = "half";

[[nodiscard]] inline bool is_chunk(std::string_view text) {
  return text == half_of_a_queue ||
         platform::count_in(text).value_or(max_workers + 1) <= max_workers;
}

inline constexpr std::array shepherd_options{
    configuration::option{
        .name = "shepherds",
        .where = &options::shepherds,
        .placeholder = "TEXT",
        .about = "which workers share a queue: one queue for each worker, core, l2, l3, chip, numa "
                 "or package, one for the machine, or a number of queues",
        .nothing = "as the scheduler has it",
        .allows = names_shepherds,
        .right = right_shepherds},
    configuration::option{.name = "shepherd_private_tasks",
                          .where = &options::shepherd_private_tasks,
                          .placeholder = "N",
                          .about =
                              "newest tasks that stay private to a worker while others have work; "
                              "with 0, every spawn goes to the queue at once",
                          .unit = "tasks",
                          .allowed = {0, max_threshold}},
    configuration::option{
        .name = "shepherd_low_water",
        .where = &options::shepherd_low_water,
        .placeholder = "N",
        .about = "least number of tasks in a queue, if workers keep private tasks",
        .nothing = "as many as its workers",
        .unit = "tasks",
        .allowed = {0, max_threshold}},
    configuration::option{.name = "shepherd_steal_chunk",
                          .where = &options::shepherd_steal_chunk,
                          .placeholder = "N",
                          .about =
                              "largest number of tasks that a steal takes from another queue, a "
                              "number or half; never more than half of that queue",
                          .nothing = "one per worker, or one fork",
                          .allows = is_chunk,
                          .right = "a whole number from 1 to 4096, or half"},
    configuration::option{
        .name = "shepherd_victim_order",
        .where = &options::shepherd_victim_order,
        .placeholder = "ORDER",
        .about = "the queue from which a worker steals first: the nearest (distance) or "
                 "any (random)",
        .nothing = "as the scheduler has it",
        .known = known_victims},
};

}  // namespace nuthatch::scheduling
