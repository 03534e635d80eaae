#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

/// A member of statistics that reports show.
struct counter {
  const char* name;
  std::uint64_t statistics::*field;
  bool peak;  ///< of several runs the highest counts, else the median
};

/// All but `spawns`, `chain_peak` and `owned_fresh_peak`, which are counted in a run of their own,
/// `stacks_live`, which is about a moment, and `tasks_per_answer`, which is a distribution.
inline constexpr std::array counter_list = {
    counter{"published", &statistics::published, false},
    counter{"taken_back", &statistics::taken_back, false},
    counter{"steals", &statistics::steals, false},
    counter{"stolen_tasks", &statistics::stolen_tasks, false},
    counter{"failed_steals", &statistics::failed_steals, false},
    counter{"suspensions", &statistics::suspensions, false},
    counter{"sleeps", &statistics::sleeps, false},
    counter{"wakes", &statistics::wakes, false},
    counter{"mailed", &statistics::mailed, false},
    counter{"cross_place_steals", &statistics::cross_place_steals, false},
    counter{"stacks_peak", &statistics::stacks_peak, true},
    counter{"fresh_peak", &statistics::fresh_peak, true},
    counter{"requests_sent", &statistics::requests_sent, false},
    counter{"requests_declined", &statistics::requests_declined, false},
    counter{"requests_forwarded", &statistics::requests_forwarded, false},
    counter{"requests_returned", &statistics::requests_returned, false},
    counter{"requests_answered", &statistics::requests_answered, false},
    counter{"seizures", &statistics::seizures, false},
    counter{"idle_updates", &statistics::idle_updates, false},
    counter{"poll_hits", &statistics::poll_hits, false},
    counter{"waited_ns", &statistics::waited_ns, false},
    counter{"all_idle", &statistics::all_idle, false},
};

/// One statistics for several runs; all 0 without runs.
statistics typical(const std::vector<statistics>& runs);

}  // namespace nuthatch::cli
