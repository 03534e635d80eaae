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

/// What the counts of several workers become: their sum, or the highest. Of several runs, reports
/// give the median of sums, and the highest of the highest.
enum class reading : std::uint8_t { sum, most };

/// When an event is counted: always, or only while somebody wants spawns counted.
enum class counting : std::uint8_t { always, wanted };

/// A member of statistics, as reports show it.
struct counter {
  std::string_view name;  ///< of the member and of the field in JSON
  std::uint64_t statistics::* field;
  std::optional<event> what;  ///< nothing: not one of the workers
  reading how;
  counting when;
  std::string_view label;  ///< in the summary of a run; empty where it is not shown
  std::string_view unit;
  std::string_view about;
};

/// What pools count, and not the workers.
inline constexpr counter peak_of_pool(std::uint64_t statistics::* field,
                                      std::string_view name,
                                      std::string_view label,
                                      std::string_view unit,
                                      std::string_view about) {
  return {name, field, std::nullopt, reading::most, counting::always, label, unit, about};
}

// clang-format off: the list's lines end with commas
/// All but `stacks_live`, which is about a moment, and `tasks_per_answer`, which is a distribution.
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
