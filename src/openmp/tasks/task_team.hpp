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
#include "openmp/model/task.hpp"

namespace nuthatch::openmp {

/// Counts of the tasks of teams with several threads.
struct task_statistics {
  std::uint64_t deferred = 0;
  std::uint64_t stolen = 0;     ///< of these, executed by another thread than the generating one
  std::uint64_t immediate = 0;  ///< executed immediately
};

/// The counts of all task teams so far. Any thread; approximate for teams that are executing tasks.
[[nodiscard]] task_statistics all_task_statistics() noexcept;

/// The schedulers that these task teams have had: each one once, separated by commas.
[[nodiscard]] std::string all_schedulers();

/// Counts the tasks that a thread has queued. More queued tasks than all other threads need are
/// useless; from then on tasks are executed immediately, which costs less.
///
/// A few suffice if they were queued before the current task started, since thieves take older
/// tasks first, which are larger. Otherwise very many of any age suffice, which bounds their
/// memory:
///
///     | oldest .................. | created by the current task ... newest |
///       `queued_at_start`, less     all of them
///       what others have stolen
class alignas(base::interference_size) task_throttle {
 public:
  void add() noexcept { count(deferred_); }

  /// Counts the start of a queued task on the thread that generated it.
  void begin_own() noexcept { count(begun_); }

  /// Counts the start of a queued task on another thread.
  void any_note_stolen() noexcept { stolen_.fetch_add(1, detail::memory_order_relaxed); }

  /// Counts a task that was executed immediately.
  void note_immediate() noexcept { count(immediate_); }

  /// The number of queued tasks, which a task records as it starts.
  [[nodiscard]] std::uint32_t queued() const noexcept { return get(deferred_) - get(begun_); }

  [[nodiscard]] bool has_older(std::uint32_t found_by_task, std::uint32_t many) noexcept {
    return holds([&] {
      return static_cast<std::int32_t>(found_by_task - stolen_seen_) >=
             static_cast<std::int32_t>(many);
    });
  }

  [[nodiscard]] bool has_waiting(std::uint32_t many) noexcept {
    return holds([&] { return queued() - stolen_seen_ >= many; });
  }

  /// Whether `many` tasks are queued; or were, and not three quarters of them have started since.
  /// So the queue is filled from time to time, and in between only the thieves use it.
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

  static void count(counter& counter) noexcept {
    counter.store(counter.load(detail::memory_order_relaxed) + 1, detail::memory_order_relaxed);
  }

  static std::uint32_t get(const counter& counter) noexcept {
    return static_cast<std::uint32_t>(counter.load(detail::memory_order_relaxed));
  }

  /// Tests a condition on the count of stolen tasks. Thieves write that count and its cache line
  /// all the time. So it is read only if the condition holds for the last known value; since then
  /// the number of queued tasks can only have decreased.
  template <class Enough>
  bool holds(Enough&& enough) noexcept {
    if (!enough()) {
      return false;
    }
    stolen_seen_ = get(stolen_);
    return enough();
  }

  // Changed only by the thread itself.
  counter deferred_{0};
  counter begun_{0};
  counter immediate_{0};
  std::uint32_t stolen_seen_ = 0;
  bool is_full_ = false;

  alignas(base::interference_size) counter stolen_{0};
};

/// The threads of a team as attached threads of a core team, whose queues hold their explicit
/// tasks. A team gets a task team with its first task.
///
/// If no scheduler is named, it is `shepherd_mts` for threads on several chips, and otherwise
/// `shepherd_ws`.
class task_team {
 public:
  /// `cpus` holds one CPU of each thread's place. It is empty if the threads are not bound.
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

  /// See task_limits.
  [[nodiscard]] std::uint32_t max_queued() const noexcept { return max_queued_; }

  /// Whether a detached task was created. Relaxed: reliable only for the thread that created it.
  [[nodiscard]] bool has_detached() const noexcept {
    return has_detached_.load(detail::memory_order_relaxed);
  }

  void note_detached() noexcept {
    has_detached_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// The highest priority of queued tasks; 0 if none has a priority.
  [[nodiscard]] std::uint32_t highest_waiting() noexcept {
    return all_.attached().prioritized().any_highest();
  }

  /// A completion of a task by a thread outside of the team. Threads that wait for the task may
  /// resume at once; the task team exists until this object is destroyed. Construct it while the
  /// task is counted.
  class external_completion {
   public:
    explicit external_completion(task_team& task_team) noexcept : task_team_(task_team) {
      task_team_.external_completions_.fetch_add(
          1, detail::memory_order_relaxed);  // ordered by the completion of the task
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

  /// Makes all threads test their wait conditions again.
  void tell_all() noexcept;

 private:
  task_team(const options& options, const std::vector<unsigned>& cpus, platform::platform& on);

  std::uint32_t max_queued_;
  std::unique_ptr<task_throttle[]> throttles_;
  const std::vector<unsigned> cpus_;
  core::team all_;
  std::vector<std::unique_ptr<core::attached_thread>> guests_;
  detail::atomic<std::uint32_t> external_completions_{0};
  detail::atomic<bool> has_detached_{/*value=*/false};
};

}  // namespace nuthatch::openmp
