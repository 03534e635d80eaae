// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <nuthatch/statistics.hpp>

#include "trace/event.hpp"
#include "trace/event_list.hpp"

namespace nuthatch::trace {

/// How the counts of several workers are combined: their sum, or the highest. For several runs,
/// reports show the median of the sums, and the highest of the highest.
enum class reading : std::uint8_t { sum, most };

/// When an event is counted: always, or only while counting of spawns is enabled.
enum class counting : std::uint8_t { always, wanted };

/// A member of statistics, with its description for reports.
struct counter {
  std::string_view name;  ///< the name of the member and of the JSON field
  std::uint64_t statistics::* field;
  std::optional<event> what;  ///< the event; nothing if workers do not count it
  reading how;
  counting when;
  std::string_view label;  ///< in the summary of a run; empty if it is not shown there
  std::string_view unit;
  std::string_view about;
};

/// A counter of pools, not of workers.
inline constexpr counter peak_of_pool(std::uint64_t statistics::* field,
                                      std::string_view name,
                                      std::string_view label,
                                      std::string_view unit,
                                      std::string_view about) {
  return {name, field, std::nullopt, reading::most, counting::always, label, unit, about};
}

// clang-format off: the list's lines end with commas
/// All members except `stacks_live`, which is a momentary value, and `tasks_per_answer`, which is a
/// distribution.
inline constexpr std::array counters{
#define NUTHATCH_COUNTER(what, member, how, when, label, unit, about)                        \
    counter{#member, &statistics::member, event::what, reading::how, counting::when,             \
            label, unit, about},
    NUTHATCH_COUNTED_EVENTS(NUTHATCH_COUNTER)
#undef NUTHATCH_COUNTER
    peak_of_pool(&statistics::stacks_peak, "stacks_peak", "stacks at most", "stacks",
                 "the most stacks there were at once"),
    peak_of_pool(&statistics::fresh_peak, "fresh_peak", "", "blocks",
                 "the most blocks there were at once for tasks not yet started"),
};
// clang-format on

}  // namespace nuthatch::trace
