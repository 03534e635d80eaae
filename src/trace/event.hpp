#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/statistics.hpp>

namespace nuthatch::trace {

/// What can happen to work. Counters, and whatever else looks at a run, read this one schema.
enum class event : std::uint8_t {
  spawn,              ///< a spawn; reported only while somebody asked for spawns
  publish,            ///< work was put where others can take it
  take_back,          ///< its owner got it back
  steal,              ///< work was taken from another worker
  stolen_tasks,       ///< tasks and continuations in what was stolen
  failed_steal,       ///< an attempt that lost a race
  suspend,            ///< a task waited and was switched away from
  sleep,              ///< a worker went to sleep
  wake,               ///< a worker woke another
  mail,               ///< work was sent to another place's mailbox
  cross_place_steal,  ///< a steal from a worker, or out of the mailbox, of another place
  // Of schedulers that ask by messages.
  request_sent,       ///< a thief sent a steal request
  request_declined,   ///< one reached a worker that had nothing to give
  request_forwarded,  ///< that worker sent it on
  request_returned,   ///< that worker sent it back to its thief: it was the last
  request_answered,   ///< works were sent to a thief, because it had asked or slept
  seizure,            ///< a thief took work out of the deque of a worker that did not answer
  idle_update,        ///< the manager was told that a worker is not idle any more
  poll_hit,           ///< a running task's spawn or poll answered at least one request
  waited_ns,          ///< nanoseconds that a worker waited for work without sleeping
  all_idle,           ///< the manager found all workers out of work
  // The most there ever was on one worker, not a count; looked at only while somebody asked for
  // spawns.
  chain_peak,        ///< stacks in its chain
  owned_fresh_peak,  ///< fresh tasks that are its own
  answer_size,  ///< an answer of one task; the events that follow, of 2 to 3, 4 to 7, and so on
  largest_answer_size = answer_size + nuthatch::answer_sizes - 1,
  count_of_events
};

inline constexpr std::size_t events = static_cast<std::size_t>(event::count_of_events);

/// Works that have `tasks` tasks altogether were sent.
[[nodiscard]] constexpr event answer_of(std::uint64_t tasks) noexcept {
  const auto size = static_cast<std::size_t>(std::bit_width(tasks)) - 1;
  return static_cast<event>(static_cast<std::size_t>(event::answer_size) +
                            std::min(size, nuthatch::answer_sizes - 1));
}

/// How often each event happened on one worker. Written by that worker, read by anyone, statistics
/// only.
class event_counters {
 public:
  void owner_note(event what, std::uint64_t times = 1) noexcept {
    auto& counter = counters_[static_cast<std::size_t>(what)];
    // Not a read-modify-write: there is one writer. Relaxed: statistics only.
    counter.store(counter.load(detail::memory_order_relaxed) + times, detail::memory_order_relaxed);
  }

  void owner_note_peak(event what, std::uint64_t value) noexcept {
    auto& counter = counters_[static_cast<std::size_t>(what)];
    // As above.
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
