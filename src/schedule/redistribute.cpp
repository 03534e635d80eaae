// SPDX-License-Identifier: Apache-2.0

// Moving data to where a schedule uses it: the functions that programs call.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/errors.hpp>
#include <nuthatch/redistribute.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/data_memory.hpp"
#include "schedule/array_copy.hpp"

namespace nuthatch {

namespace {

using arrays_to_move = std::span<detail::moving_array>;

/// Returns why nothing is to be done; empty if something is.
std::string why_not(const schedule& by,
                    const redistribution_settings& how,
                    const core::team& team,
                    arrays_to_move arrays) {
  if (std::ranges::all_of(arrays, [](const auto& each) { return each.elements == 0; })) {
    return "there are no elements to move";
  }
  if (by.steps() == 0) {
    return "the schedule is empty, so it assigns no element to a worker";
  }
  if (how.always) {
    return {};
  }
  if (team.is_virtual()) {
    return "the workers are virtual: their NUMA nodes are simulated, the pages are this machine's";
  }
  if (platform::memory_nodes().size() < 2) {
    return "there is one NUMA node, on which every page lies in any case";
  }
  return {};
}

void refuse_twins(arrays_to_move arrays) {
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (arrays[i].pages == arrays[j].pages) {
        throw error("redistribute: arrays " + std::to_string(j) + " and " + std::to_string(i) +
                    " of the tuple are the same array; name each array once");
      }
    }
  }
}

/// Measures durations on the clock of a team.
class stopwatch {
 public:
  explicit stopwatch(core::team& of) : team_(of) {}

  /// Returns the seconds since the last call, or since construction.
  double lap() {
    constexpr double ns_per_s = 1e9;
    const std::uint64_t now = team_.threads().now_ns();
    return static_cast<double>(now - std::exchange(since_, now)) / ns_per_s;
  }

 private:
  core::team& team_;
  std::uint64_t since_ = team_.threads().now_ns();
};

}  // namespace

void array_copier::operator()(std::size_t first, std::size_t last) const {
  of_->copy->any_copy(first, last);
}

redistribution detail::redistribute_call(const schedule& by,
                                         const redistribution_settings& how,
                                         std::pair<moving_array*, std::size_t> arrays,
                                         void (*body)(void*),
                                         void* argument) {
  const arrays_to_move all(arrays.first, arrays.second);
  core::team& team = core::worker::current().team();
  redistribution result;
  if (in_region()) {
    throw error(
        "redistribute: called inside of a recording or replay, which decides where work runs; "
        "call it before or after that");
  }
  refuse_twins(all);
  result.reason = why_not(by, how, team, all);
  if (!result.reason.empty()) {
    return result;
  }
  stopwatch watch(team);
  std::vector<std::unique_ptr<schedules::array_copy>> copies;
  copies.reserve(all.size());
  for (moving_array& each : all) {
    copies.push_back(std::make_unique<schedules::array_copy>(each, team));
  }
  result.replay = replay_call(by, replay_mode::strict_ordered, body, argument);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    result.left_over += copies[i]->copy_rest();
    result.pages += copies[i]->pages();
    result.bytes += all[i].elements * all[i].element_bytes;
  }
  result.seconds = watch.lap();
  if (how.count_pages) {
    result.before = result.after = {.known = true, .reason = {}, .page_bytes = 0, .on_node = {}};
    for (const auto& each : copies) {
      each->count_pages(result);
    }
  }
  static_cast<void>(watch.lap());
  for (const auto& each : copies) {
    each->settle();
  }
  copies.clear();  // frees the old pages
  result.seconds += watch.lap();
  result.done = true;
  return result;
}

}  // namespace nuthatch
