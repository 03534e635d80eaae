// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/options.hpp>

#include "base/cache_line.hpp"
#include "openmp/model/contention_group.hpp"
#include "openmp/model/icvs.hpp"
#include "openmp/model/team_member.hpp"
#include "openmp/model/work_share_list.hpp"
#include "openmp/synchronization/barrier.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "openmp/synchronization/unfinished_threads.hpp"

namespace nuthatch::openmp {

class task_team;
struct thread;

/// The threads that execute one parallel region, or one thread outside of all regions. A team is
/// reused for later regions.
///
/// A thread that waits here, at a barrier or for the end of the region, executes explicit tasks
/// meanwhile. It does not search for tasks before the region has created one: the first task
/// notifies the waiting threads.
///
/// Roles: the *primary* thread encountered the region and is thread 0. The threads of the region
/// include it.
class team {
 public:
  team();

  /// `notify_idle(context)` notifies threads that have left the team when the first task is
  /// created.
  team(void (*notify_idle)(void* context) noexcept, void* context) noexcept;

  team(const team&) = delete;
  team& operator=(const team&) = delete;
  ~team();

  /// Allocates room for `team_size` threads. Primary, between regions. Throws std::bad_alloc.
  void reserve(std::uint32_t team_size);

  /// Prepares a region, before the threads enter. Called by the primary thread. `from` is its
  /// thread, or null for the initial team.
  void begin(std::uint32_t team_size, const thread* from) noexcept;

  /// Makes the threads begin in a worksharing construct, which make(work_share) initializes. Called
  /// by the primary thread, after begin().
  template <class Make>
  void begin_in_work_share(Make&& make) {
    before_first_ = first_work_share_;
    work_shares_.add(make);
    first_work_share_ = &work_shares_.newest();
  }

  /// Assigns places to the threads, and `bind` to the implicit tasks' ICV for nested regions.
  /// Primary, after begin().
  void assign_places(const place_assignment& where, proc_bind bind) noexcept {
    places_ = where;
    has_places_ = true;
    implicit_icvs_.bind = bind;
  }

  /// The assigned places.
  [[nodiscard]] const place_assignment& places() const noexcept { return places_; }

  /// Makes the calling thread execute the implicit task `number`. Each thread calls this first.
  void enter(thread& self, std::uint32_t number) noexcept;

  /// Ends the implicit task of a thread other than the primary.
  void leave(thread& self) noexcept;

  /// Executes tasks, after the thread has left, until the region ends. Returns at once if it has
  /// ended. is_still_it() tells whether the team still executes the region that the thread was in.
  template <class IsStillIt>
  void run_tasks(thread& self, IsStillIt&& is_still_it) noexcept {
    // The thread that closes the region waits for threads that were counted before. If this one was
    // not, the region is closed already; or a later one is open, which the second test detects.
    unfinished_threads_.enter();
    if (accepting_.load(detail::memory_order_seq_cst) && is_still_it()) {
      wake_primary();
      drain_until_closed(self);
    }
    unfinished_threads_.leave();
  }

  /// Waits until all other threads have left and all tasks are complete, then returns to the
  /// enclosing team. Called by the primary thread.
  void end(thread& self) noexcept;

  /// Called in the child of a fork, on the copy of the primary thread. There are no other threads
  /// and no tasks.
  void reset_after_fork() noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

  /// Whether other threads may execute the tasks of a thread.
  [[nodiscard]] bool may_defer_tasks() const noexcept { return may_defer_tasks_; }

  [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

  /// The number of enclosing regions with several threads, this one included.
  [[nodiscard]] std::uint32_t active_level() const noexcept { return active_level_; }

  /// The encountering thread's record in the enclosing team; null for the initial team.
  [[nodiscard]] team_member* parent_member() const noexcept { return parent_member_; }

  /// The contention group of the outermost enclosing team. Any thread of the team.
  [[nodiscard]] contention_group& group() noexcept {
    team* outermost = this;
    while (outermost->parent_member_ != nullptr) {
      outermost = outermost->parent_member_->team;
    }
    return outermost->group_;
  }

  [[nodiscard]] work_share_list& work_shares() noexcept { return work_shares_; }

  /// Waits at a barrier. Returns true if the region was cancelled, in which case no thread waits
  /// any more.
  bool barrier_wait(thread& self) noexcept {
    return barrier_wait(self, [] {});
  }

  /// The last thread to arrive calls last() before the others are released.
  template <class Last>
  bool barrier_wait(thread& self, Last&& last) noexcept {
    if (active_task_team() != nullptr) {
      drain_descendants(self);
    }
    const auto end_round = [&] {
      // Stores only a changed value: all threads read the fields beside it.
      if (is_worksharing_cancelled()) [[unlikely]] {
        worksharing_cancelled_.store(/*value=*/false, detail::memory_order_relaxed);
      }
      last();
    };
    if (size_ == 1) {
      end_round();
    } else if (!is_cancelled()) {
      barrier::generation_type seen = 0;
      if (!barrier_.arrive(size_, seen, end_round)) {
        wait_for_generation(self, seen);
      } else if (active_task_team() != nullptr) {
        wake_task_team();
      }
    }
    return is_cancelled();
  }

  /// Whether this thread is the first to encounter the single construct.
  [[nodiscard]] bool claim_single(team_member& self) noexcept {
    std::uint32_t seen = self.single_count++;
    return size_ == 1 ||
           (single_count_.load(detail::memory_order_relaxed) == seen &&
            single_count_.compare_exchange_strong(
                seen, seen + 1, detail::memory_order_relaxed, detail::memory_order_relaxed));
  }

  [[nodiscard]] bool is_cancelled() const noexcept {
    return cancelled_.load(detail::memory_order_relaxed);
  }

  void cancel() noexcept;

  /// Whether the current worksharing construct was cancelled. Reset at the next barrier.
  [[nodiscard]] bool is_worksharing_cancelled() const noexcept {
    return worksharing_cancelled_.load(detail::memory_order_relaxed);
  }

  void cancel_worksharing() noexcept {
    worksharing_cancelled_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// Whether any taskgroup of the region was cancelled.
  [[nodiscard]] bool has_cancelled_taskgroups() const noexcept {
    return has_cancelled_taskgroups_.load(detail::memory_order_relaxed);
  }

  void note_cancelled_taskgroup() noexcept {
    has_cancelled_taskgroups_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// The reductions in which all tasks of the region may participate, or null. See reductions.hpp.
  [[nodiscard]] std::uintptr_t* reductions() const noexcept { return reductions_; }

  /// Sets the reductions of the region. Primary, after begin().
  void have_reductions(std::uintptr_t* data) noexcept { reductions_ = data; }

  /// The task team of this region; null until the region has created a task.
  [[nodiscard]] task_team* active_task_team() const noexcept {
    return active_.load(detail::memory_order_acquire);
  }

  /// The same for a thread that creates a task. Ends the program if the team is too large for a
  /// task team; only immediate detached tasks need one in such teams.
  [[nodiscard]] task_team& require_task_team() noexcept {
    task_team* const found = active_task_team();
    return found != nullptr ? *found : make_task_team();
  }

 private:
  [[gnu::noinline]] task_team& make_task_team() noexcept;
  void rebuild_task_team();
  [[gnu::noinline]] void wake_task_team() const noexcept;
  [[gnu::noinline]] void drain_descendants(thread& self) const noexcept;
  void release_own_icvs(task& task) const noexcept;
  template <class Of>
  void wait(thread& self,
            futex_word& word,
            const Of& of,
            bool (*done)(const void*) noexcept) noexcept;
  void wait_for_generation(thread& self, barrier::generation_type seen) noexcept;
  void wait_at_join(thread& self) noexcept;
  void wake_primary() const noexcept;
  void drain_until_closed(thread& self) noexcept;
  void close_task_team() noexcept;

  std::uint32_t size_ = 1;
  std::uint32_t level_ = 0;
  std::uint32_t active_level_ = 0;
  std::uint32_t capacity_ = 0;
  team_member* parent_member_ = nullptr;
  task* encountering_ = nullptr;
  icvs implicit_icvs_{};
  bool may_defer_tasks_ = false;
  bool has_places_ = false;
  place_assignment places_;
  work_share* before_first_ = nullptr;
  work_share* first_work_share_ = nullptr;
  detail::atomic<task_team*> active_{nullptr};
  std::uintptr_t* reductions_ = nullptr;
  detail::atomic<bool> cancelled_{/*value=*/false};
  detail::atomic<bool> worksharing_cancelled_{/*value=*/false};
  detail::atomic<bool> has_cancelled_taskgroups_{/*value=*/false};
  std::unique_ptr<team_member[]> members_;
  void (*const notify_idle_)(void* context) noexcept = nullptr;
  void* const idle_context_ = nullptr;
  contention_group group_;  // used if the team has no parent
  futex_lock lock_;         // guards the creation of the task team
  std::unique_ptr<task_team> task_team_;
  place_assignment task_team_places_;             // valid if threads are bound
  barrier::generation_type join_generation_ = 0;  // of the primary thread
  alignas(base::interference_size) work_share_list work_shares_;
  barrier barrier_;
  alignas(base::interference_size) detail::atomic<std::uint32_t> single_count_{0};
  barrier join_barrier_;  // the primary waits here for all others and does not arrive itself
  // Whether the region has created tasks and has not ended. Read by threads that run tasks.
  alignas(base::interference_size) detail::atomic<bool> accepting_{/*value=*/false};
  unfinished_threads unfinished_threads_;
};

}  // namespace nuthatch::openmp
