#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::trace {

/// What can happen to work. Counters, and whatever else looks at a run, read this one schema.
enum class event : std::uint8_t {
  spawn,         ///< a spawn; reported only while somebody asked for spawns
  publish,       ///< work was put where others can take it
  take_back,     ///< its owner got it back
  steal,         ///< work was taken from another worker
  stolen_tasks,  ///< tasks and continuations in what was stolen
  failed_steal,  ///< an attempt that lost a race
  suspend,       ///< a task waited and was switched away from
  sleep,         ///< a worker went to sleep
  wake,          ///< a worker woke another
  count_of_events
};

inline constexpr std::size_t events = static_cast<std::size_t>(event::count_of_events);

/// How often each event happened on one worker. Written by that worker, read by anyone, statistics
/// only.
class event_counters {
 public:
  void owner_note(event what, std::uint64_t times = 1) noexcept {
    auto& counter = counters_[static_cast<std::size_t>(what)];
    // Not a read-modify-write: there is one writer. Relaxed: statistics only.
    counter.store(counter.load(detail::memory_order_relaxed) + times, detail::memory_order_relaxed);
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
