// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/attached/attached_thread.hpp"
#include "core/team.hpp"
#include "openmp/environment/machine.hpp"
#include "openmp/tasks/task.hpp"

namespace nuthatch::openmp {

struct thread;

/// Counts of the tasks of teams with several threads.
struct task_statistics {
  std::uint64_t deferred = 0;
  std::uint64_t stolen = 0;     ///< of these, executed by another thread than the generating one
  std::uint64_t immediate = 0;  ///< executed immediately
};

/// Of all task teams so far. Any thread; approximate for those that execute tasks.
[[nodiscard]] task_statistics all_task_statistics() noexcept;

/// The schedulers that these task teams have had, each once, separated by commas.
[[nodiscard]] std::string all_schedulers();

/// Counts the tasks that a thread has queued. More tasks than suffice for all other threads are of
/// no use: from then on tasks are executed immediately, which costs a tenth.
///
/// A few suffice that were queued before the current task started, since thieves take older tasks
/// first, which are larger; or very many of any age, which bounds their memory:
///
///     | oldest .................. | created by the current task ... newest |
///       `queued_at_start`, less     all of them
///       what others have stolen
class alignas(base::interference_size) task_throttle {
 public:
  void add() noexcept { count(deferred_); }

  /// One of them starts on the thread that generated it.
  void begin_own() noexcept { count(begun_); }

  /// One of them starts on another thread.
  void any_note_stolen() noexcept { stolen_.fetch_add(1, detail::memory_order_relaxed); }

  /// One was executed immediately.
  void note_immediate() noexcept { count(immediate_); }

  /// The number of queued tasks, which a task records as it starts.
  [[nodiscard]] std::uint32_t queued() const noexcept { return get(deferred_) - get(begun_); }

  [[nodiscard]] bool has_older(std::uint32_t found_by_task) noexcept {
    return holds(
        [&] { return static_cast<std::int32_t>(found_by_task - stolen_seen_) >= enough_older; });
  }

  [[nodiscard]] bool has_waiting(std::uint32_t many) noexcept {
    return holds([&] { return queued() - stolen_seen_ >= many; });
  }

  /// Whether `many` tasks are queued, or have been, and three quarters of them have not started
  /// since. So the queue is filled from time to time, and belongs to the thieves in between.
  [[nodiscard]] bool is_full(std::uint32_t many) noexcept {
    is_full_ = has_waiting(is_full_ ? many / 4 : many);
    return is_full_;
  }

  void any_add_to(task_statistics& all) const noexcept {
    all.deferred += deferred_.load(detail::memory_order_relaxed);
    all.stolen += stolen_.load(detail::memory_order_relaxed);
    all.immediate += immediate_.load(detail::memory_order_relaxed);
  }

 private:
  using counter = detail::statistic<std::uint64_t>;

  static constexpr std::int32_t enough_older = 3;

  static void count(counter& counter) noexcept {
    counter.store(counter.load(detail::memory_order_relaxed) + 1, detail::memory_order_relaxed);
  }

  static std::uint32_t get(const counter& counter) noexcept {
    return static_cast<std::uint32_t>(counter.load(detail::memory_order_relaxed));
  }

  /// Thieves change the count of stolen tasks all the time, and its cache line with it. So it is
  /// read only if the last known value would suffice; since then the number of queued tasks can
  /// only have decreased.
  template <class Enough>
  bool holds(Enough&& enough) noexcept {
    if (!enough()) {
      return false;
    }
    stolen_seen_ = get(stolen_);
    return enough();
  }

  // Changed by the thread itself only.
  counter deferred_{0};
  counter begun_{0};
  counter immediate_{0};
  std::uint32_t stolen_seen_ = 0;
  bool is_full_ = false;

  alignas(base::interference_size) counter stolen_{0};
};

/// The threads of a team as guests of a core team, whose queues hold their explicit tasks. A team
/// gets one with its first task.
///
/// If no scheduler is named, it is `shepherd_mts` for threads on several chips, else
/// `shepherd_ws`.
class task_team {
 public:
  /// Each thread is bound to a place, of which that is one CPU. Empty if the threads are not bound.
  explicit task_team(std::uint32_t team_size,
                     const std::vector<unsigned>& cpus = {},
                     platform::platform& on = this_process());
  task_team(const task_team&) = delete;
  task_team& operator=(const task_team&) = delete;
  ~task_team();

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(guests_.size());
  }

  [[nodiscard]] const std::vector<unsigned>& cpus() const noexcept { return cpus_; }

  [[nodiscard]] core::attached_thread& at(std::uint32_t number) noexcept {
    return *guests_[number];
  }

  [[nodiscard]] task_throttle& throttle_of(std::uint32_t number) noexcept {
    return throttles_[number];
  }

  /// Whether a child of the generating task is executed immediately. Its first child is not, nor
  /// one while it has no incomplete child: so the newer of two is executed first, which search
  /// programs are written for, while the other can be stolen. In a deep tree that would be a task
  /// of each level, so it holds only until some dozens are queued.
  [[nodiscard, gnu::always_inline]] bool has_enough(std::uint32_t number,
                                                    const task& generating_task) noexcept {
    constexpr std::uint32_t enough_first = 128;
    const bool has_one =
        generating_task.innermost_node != nullptr && generating_task.innermost_node->has_children();
    task_throttle& throttle = throttles_[number];
    return (has_one ? throttle.has_older(generating_task.queued_at_start)
                    : throttle.has_waiting(enough_first)) ||
           has_too_many(number);
  }

  [[nodiscard]] bool has_too_many(std::uint32_t number) noexcept {
    return throttles_[number].is_full(most_waiting_);
  }

  /// The limit for tasks with incomplete predecessors. It is higher: while the generating thread
  /// waits, nobody creates the tasks after this one, which may be independent.
  [[nodiscard]] bool has_too_many_in_order(std::uint32_t number) noexcept {
    constexpr std::uint32_t many = 8'192;
    return throttles_[number].has_waiting(std::max(most_waiting_, many));
  }

  /// Whether a detached task was created. Relaxed: surely true for its creator only.
  [[nodiscard]] bool has_detached() const noexcept {
    return has_detached_.load(detail::memory_order_relaxed);
  }

  void note_detached() noexcept {
    has_detached_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// The highest priority of queued tasks; 0: they have none.
  [[nodiscard]] std::uint32_t highest_waiting() noexcept {
    return all_.attached().prioritized().any_highest();
  }

  /// A thread outside of the team completes a task. Threads that wait for the task may continue at
  /// once, and the task team exists until this object is destroyed. Constructed while the task is
  /// counted.
  class external_completion {
   public:
    explicit external_completion(task_team& task_team) noexcept : task_team_(task_team) {
      task_team_.external_completions_.fetch_add(
          1, detail::memory_order_relaxed);  // the completion of the task orders it
    }

    external_completion(const external_completion&) = delete;
    external_completion& operator=(const external_completion&) = delete;

    ~external_completion() {
      task_team_.external_completions_.fetch_sub(1, detail::memory_order_release);
    }

   private:
    task_team& task_team_;
  };

  void any_add_to(task_statistics& all) const noexcept;

  /// Makes all threads test again what they wait for.
  void tell_all() noexcept;

 private:
  task_team(const options& options, const std::vector<unsigned>& cpus, platform::platform& on);

  std::uint32_t most_waiting_;
  std::unique_ptr<task_throttle[]> throttles_;
  const std::vector<unsigned> cpus_;
  core::team all_;
  std::vector<std::unique_ptr<core::attached_thread>> guests_;
  detail::atomic<std::uint32_t> external_completions_{0};
  detail::atomic<bool> has_detached_{/*value=*/false};
};

}  // namespace nuthatch::openmp
