// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/options.hpp>

#include "base/cache_line.hpp"
#include "openmp/locks/futex_lock.hpp"
#include "openmp/threads/barrier.hpp"
#include "openmp/threads/contention_group.hpp"
#include "openmp/threads/icvs.hpp"
#include "openmp/threads/team_member.hpp"
#include "openmp/threads/unfinished_threads.hpp"
#include "openmp/worksharing/work_share_list.hpp"

namespace nuthatch::openmp {

class task_team;
struct thread;

/// The threads that execute one parallel region, or one thread outside of all. A team is used for
/// one region after the other.
///
/// Who waits here, for all to come to a barrier or to leave, executes explicit tasks meanwhile. As
/// long as the region has made none, it does not look for any: the first one pokes those who wait.
///
/// Roles: the *primary* is the thread that came to the region, and is member 0; members are the
/// threads of the region, the primary included.
class team {
 public:
  team();

  /// As the first task is made, poke(context) tells threads of it that have left.
  team(void (*poke)(void* of) noexcept, void* of) noexcept;

  team(const team&) = delete;
  team& operator=(const team&) = delete;
  ~team();

  /// Makes room for so many members. Primary, between regions. Throws std::bad_alloc.
  void reserve(std::uint32_t team_size);

  /// Before the members enter. Primary, whose team around this one is that of `from`; null for the
  /// outermost one.
  void begin(std::uint32_t team_size, const thread* from) noexcept;

  /// The members begin in a construct, which make(share) makes. Primary, after begin().
  template <class Make>
  void begin_in_work_share(Make&& make) {
    before_first_ = first_work_share_;
    work_shares_.add(make);
    first_work_share_ = &work_shares_.newest();
  }

  /// The members are to be put there; the tasks of the region say `bind` of regions that they
  /// begin. Primary, after begin().
  void assign_places(const place_assignment& where, binding bind) noexcept {
    places_ = where;
    has_places_ = true;
    implicit_icvs_.bind = bind;
  }

  /// As it was put.
  [[nodiscard]] const place_assignment& places() const noexcept { return places_; }

  /// What the member runs is in its thread from now on. Each member, first.
  void enter(thread& self, std::uint32_t number) noexcept;

  /// A member has done its part. Not the primary.
  void leave(thread& self) noexcept;

  /// A member that has left executes tasks until the region ends, if it has not. Whether it is the
  /// region that this member was in, is_still_it() says.
  template <class IsStillIt>
  void run_tasks(thread& self, IsStillIt&& is_still_it) noexcept {
    // Who closes the region waits for helpers that were counted before. Else it is closed already;
    // and if it is open, that is a later one, of which the member knows by its second look.
    unfinished_threads_.enter();
    if (accepting_.load(detail::memory_order_seq_cst) && is_still_it()) {
      wake_primary();
      drain_until_closed(self);
    }
    unfinished_threads_.leave();
  }

  /// Waits until all others have left and all tasks have ended, and returns to what was around the
  /// region. Primary.
  void end(thread& self) noexcept;

  /// In the child of a fork, on the copy of the primary's thread: the others are not here, nor is
  /// anything of the tasks that there were.
  void reset_after_fork() noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

  /// Of more members than this, each executes what it makes at once.
  static constexpr std::uint32_t max_deferring_team_size = max_workers;

  /// Whether a member may have tasks executed by others.
  [[nodiscard]] bool may_defer_tasks() const noexcept { return may_defer_tasks_; }

  [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

  /// How many regions there are around this one that have several members, with itself.
  [[nodiscard]] std::uint32_t active_level() const noexcept { return active_level_; }

  /// Null for the outermost one.
  [[nodiscard]] team_member* parent_member() const noexcept { return parent_member_; }

  /// That of the outermost team around it. Any member.
  [[nodiscard]] contention_group& group() noexcept {
    team* outermost = this;
    while (outermost->parent_member_ != nullptr) {
      outermost = outermost->parent_member_->team;
    }
    return outermost->group_;
  }

  [[nodiscard]] work_share_list& work_shares() noexcept { return work_shares_; }

  /// Member: a barrier. True if the region was cancelled, and nobody waits any more.
  bool barrier_wait(thread& self) noexcept {
    return barrier_wait(self, [] {});
  }

  /// The last that comes calls last() first.
  template <class Last>
  bool barrier_wait(thread& self, Last&& last) noexcept {
    if (active_task_team() != nullptr) {
      drain_descendants(self);
    }
    const auto end_round = [&] {
      // A store only where it changes something: all members look at what is beside it.
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

  /// Whether this member is the first to come to the single construct. Member.
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

  /// Whether the worksharing construct at hand was cancelled: till the next barrier.
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

  /// In which all tasks of the region may take part; null: there are none. See reductions.hpp.
  [[nodiscard]] std::uintptr_t* reductions() const noexcept { return reductions_; }

  /// Primary, after begin().
  void have_reductions(std::uintptr_t* data) noexcept { reductions_ = data; }

  /// Who executes the tasks of this region; null as long as it has made none.
  [[nodiscard]] task_team* active_task_team() const noexcept {
    return active_.load(detail::memory_order_acquire);
  }

  /// The same for who makes one. Ends the program if the team is too large for a task team, which
  /// only detached tasks need that are executed at once.
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
  void (*const notify_idle_)(void* of) noexcept = nullptr;
  void* const idle_context_ = nullptr;
  contention_group group_;  // if there is no team around it
  futex_lock lock_;         // of the next one
  std::unique_ptr<task_team> task_team_;
  place_assignment task_team_places_;             // its members, if there are places
  barrier::generation_type join_generation_ = 0;  // the primary's
  alignas(base::interference_size) work_share_list work_shares_;
  barrier barrier_;
  alignas(base::interference_size) detail::atomic<std::uint32_t> single_count_{0};
  barrier join_barrier_;  // where the primary waits, which does not come itself, for all others
  // To helpers: it has tasks, and has not ended.
  alignas(base::interference_size) detail::atomic<bool> accepting_{/*value=*/false};
  unfinished_threads unfinished_threads_;
};

}  // namespace nuthatch::openmp
