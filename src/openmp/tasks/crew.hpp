// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/attached_thread.hpp"
#include "core/team.hpp"
#include "openmp/environment/machine.hpp"
#include "openmp/tasks/task.hpp"

namespace nuthatch::openmp {

struct thread;

/// What became of the tasks of teams of several threads.
struct task_statistics {
  std::uint64_t deferred = 0;
  std::uint64_t taken = 0;    ///< of these, by another member than the one that made them
  std::uint64_t at_once = 0;  ///< executed where they were made
};

/// Of all crews that there were. Any thread; of those that execute tasks, about right.
[[nodiscard]] task_statistics all_task_statistics() noexcept;

/// Of the schedulers that these crews had, each once, with commas.
[[nodiscard]] std::string all_schedulers();

/// How many tasks that a member made wait to be executed. More than enough for all others is of no
/// use: from then on tasks are executed where they are made, which costs a tenth.
///
/// Enough are some that were there before the running task began, since what others take first is
/// older, and so larger; or very many of any age, which bounds the memory that they take:
///
///     | oldest ......... | made by the running task ...... newest |
///       `found`, less what others have taken     all of them
class alignas(base::interference_size) task_load {
 public:
  void add() noexcept { count(made_); }

  /// One of them begins. The member that made it.
  void begin_own() noexcept { count(begun_); }

  /// Another member.
  void any_begin() noexcept { taken_.fetch_add(1, detail::memory_order_relaxed); }

  /// One was executed where it was made.
  void note_executed_at_once() noexcept { count(at_once_); }

  /// What a task finds that begins now, to be kept with it.
  [[nodiscard]] std::uint32_t found() const noexcept { return get(made_) - get(begun_); }

  [[nodiscard]] bool has_older(std::uint32_t found_by_task) noexcept {
    return holds(
        [&] { return static_cast<std::int32_t>(found_by_task - taken_seen_) >= enough_older; });
  }

  [[nodiscard]] bool has_waiting(std::uint32_t many) noexcept {
    return holds([&] { return found() - taken_seen_ >= many; });
  }

  /// Whether so many wait, or have waited, and not three quarters of them have begun since. So they
  /// are filled up now and then, and others have the queue for themselves between.
  [[nodiscard]] bool is_full(std::uint32_t many) noexcept {
    is_full_ = has_waiting(is_full_ ? many / 4 : many);
    return is_full_;
  }

  void any_add_to(task_statistics& all) const noexcept {
    all.deferred += made_.load(detail::memory_order_relaxed);
    all.taken += taken_.load(detail::memory_order_relaxed);
    all.at_once += at_once_.load(detail::memory_order_relaxed);
  }

 private:
  using counter = detail::statistic<std::uint64_t>;

  static constexpr std::int32_t enough_older = 3;

  static void count(counter& of) noexcept {
    of.store(of.load(detail::memory_order_relaxed) + 1, detail::memory_order_relaxed);
  }

  static std::uint32_t get(const counter& of) noexcept {
    return static_cast<std::uint32_t>(of.load(detail::memory_order_relaxed));
  }

  /// Others take tasks all the time, and the line of that count with them. So it is looked at only
  /// where what was seen last would do; since then there can only be fewer.
  template <class Enough>
  bool holds(Enough&& enough) noexcept {
    if (!enough()) {
      return false;
    }
    taken_seen_ = get(taken_);
    return enough();
  }

  // The member's alone to change.
  counter made_{0};
  counter begun_{0};
  counter at_once_{0};
  std::uint32_t taken_seen_ = 0;
  bool is_full_ = false;

  alignas(base::interference_size) counter taken_{0};
};

/// The members of a team as guests of a core team, in whose queues their explicit tasks are. A team
/// has one once it has made a task.
///
/// Where none is named, the scheduler is `shepherd_mts` for members on several chips, else
/// `shepherd_ws`.
class crew {
 public:
  /// Each member is bound to a place, of which that is one cpu. If they are not bound, there are
  /// no cpus.
  explicit crew(std::uint32_t members,
                const std::vector<unsigned>& cpus = {},
                platform::platform& on = this_process());
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew();

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(guests_.size());
  }

  [[nodiscard]] const std::vector<unsigned>& cpus() const noexcept { return cpus_; }

  [[nodiscard]] core::attached_thread& at(std::uint32_t number) noexcept {
    return *guests_[number];
  }

  [[nodiscard]] task_load& load_of(std::uint32_t number) noexcept { return loads_[number]; }

  /// Whether a task that this one makes should be executed at once. The first of its children is
  /// not, nor one while there are no others: so of two the newer comes first, which searches are
  /// written for, and while one is executed the other can be taken. In a deep tree that would be a
  /// task of each level, so it holds only until some dozens wait.
  [[nodiscard, gnu::always_inline]] bool has_enough(std::uint32_t number,
                                                    const task& maker) noexcept {
    constexpr std::uint32_t enough_first = 128;
    const bool has_one = maker.children != nullptr && maker.children->has_children();
    task_load& load = loads_[number];
    return (has_one ? load.has_older(maker.found) : load.has_waiting(enough_first)) ||
           has_too_many(number);
  }

  [[nodiscard]] bool has_too_many(std::uint32_t number) noexcept {
    return loads_[number].is_full(most_waiting_);
  }

  /// The same of those that wait for others. They are more, since who makes one knows what follows.
  [[nodiscard]] bool has_too_many_in_order(std::uint32_t number) noexcept {
    constexpr std::uint32_t many = 8'192;
    return loads_[number].has_waiting(std::max(most_waiting_, many));
  }

  /// Whether it has had detached tasks. Who made one knows.
  [[nodiscard]] bool has_detached() const noexcept {
    return has_detached_.load(detail::memory_order_relaxed);
  }

  void note_detached() noexcept {
    has_detached_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// The highest priority of tasks that wait to be executed; 0: they have none.
  [[nodiscard]] std::uint32_t highest_waiting() noexcept {
    return all_.prioritized().any_highest();
  }

  /// A thread that is no member ends a task. What waits for that may go on at once, and the crew is
  /// still there until this is not. Made while the task is counted.
  class outsider {
   public:
    explicit outsider(crew& of) noexcept : of_(of) {
      of_.outsiders_.fetch_add(1, detail::memory_order_relaxed);  // the end of the task orders it
    }

    outsider(const outsider&) = delete;
    outsider& operator=(const outsider&) = delete;

    ~outsider() { of_.outsiders_.fetch_sub(1, detail::memory_order_release); }

   private:
    crew& of_;
  };

  void any_add_to(task_statistics& all) const noexcept;

  /// All look again for what they wait for.
  void tell_all() noexcept;

 private:
  crew(const options& wanted, const std::vector<unsigned>& cpus, platform::platform& on);

  std::uint32_t most_waiting_;
  std::unique_ptr<task_load[]> loads_;
  const std::vector<unsigned> cpus_;
  core::team all_;
  std::vector<std::unique_ptr<core::attached_thread>> guests_;
  detail::atomic<std::uint32_t> outsiders_{0};
  detail::atomic<bool> has_detached_{/*value=*/false};
};

}  // namespace nuthatch::openmp
