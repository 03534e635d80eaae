// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/statistics.hpp>

#include "trace/event_list.hpp"

namespace nuthatch::trace {

/// The events that can happen to work. Counters, and all other observers of a run, use this schema.
// clang-format off: the list's lines end with commas
enum class event : std::uint8_t {
#define NUTHATCH_EVENT(name, ...) name,
  NUTHATCH_COUNTED_EVENTS(NUTHATCH_EVENT)
#undef NUTHATCH_EVENT
  answer_size,  ///< an answer of one task; the next events are for 2 to 3, 4 to 7, and so on
  largest_answer_size = answer_size + nuthatch::answer_sizes - 1,
  count_of_events
};
// clang-format on

inline constexpr std::size_t events = static_cast<std::size_t>(event::count_of_events);

/// Returns the event of an answer whose work items have `tasks` tasks in total.
[[nodiscard]] constexpr event answer_of(std::uint64_t tasks) noexcept {
  const auto size = static_cast<std::size_t>(std::bit_width(tasks)) - 1;
  return static_cast<event>(static_cast<std::size_t>(event::answer_size) +
                            std::min(size, nuthatch::answer_sizes - 1));
}

/// How often each event happened on one worker. Written by that worker, read by any thread;
/// statistics only.
class event_counters {
 public:
  void owner_note(event what, std::uint64_t times = 1) noexcept {
    auto& counter = counters_[static_cast<std::size_t>(what)];
    // Not a read-modify-write: there is one writer. Relaxed: statistics only.
    counter.store(counter.load(detail::memory_order_relaxed) + times, detail::memory_order_relaxed);
  }

  void owner_note_peak(event what, std::uint64_t value) noexcept {
    auto& counter = counters_[static_cast<std::size_t>(what)];
    // Not a read-modify-write either, and relaxed for the same reason.
    counter.store(std::max(counter.load(detail::memory_order_relaxed), value),
                  detail::memory_order_relaxed);
  }

  [[nodiscard]] std::uint64_t any_read(event what) const noexcept {
    return counters_[static_cast<std::size_t>(what)].load(detail::memory_order_relaxed);
  }

  void any_reset() noexcept {
    for (auto& counter : counters_) {
      counter.store(0, detail::memory_order_relaxed);
    }
  }

 private:
  std::array<detail::statistic<std::uint64_t>, events> counters_{};
};

}  // namespace nuthatch::trace
