// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/scheduler.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

class team;
class worker;

/// A thread that is not the team's own and executes one of its workers (hosts::attached_threads).
/// It pushes tasks, and runs tasks on its own stack where it waits. Tasks of attached threads never
/// suspend: a wait in them runs other tasks, or the thread sleeps. So no fiber is created, no
/// private lists are used, and no worker is asked for work that only a spawn could publish.
///
/// Roles: the owner is the thread that executes the worker; there is one at a time.
class alignas(base::interference_size) attached_thread {
 public:
  explicit attached_thread(worker& executed) noexcept : executed_(executed) {}

  attached_thread(const attached_thread&) = delete;
  attached_thread& operator=(const attached_thread&) = delete;
  ~attached_thread() = default;

  /// A condition to wait for. All functions are called with `of`.
  struct awaited {
    /// Whether the condition holds. Has to be sequentially consistent, as in a sleeper's last look.
    bool (*done)(const void* of) noexcept;
    /// Which tasks may run meanwhile, on top of the waiting one. Called while no other thread can
    /// take the task; it must neither wait nor spawn. Null permits all. Requires
    /// scheduler_needs::filters.
    bool (*may_run)(const void* of, work_item each) noexcept;
    const void* of;
    /// Whether tasks that `join` counts may run; called for tasks that are pushed while the thread
    /// sleeps. `join` is the join of the task. Null if `may_run` is null.
    bool (*may_run_from)(const void* of, const detail::join_counter* join) noexcept = nullptr;
    /// Which tasks may run if there is none for `may_run`; permits those as well. If it is set,
    /// `may_run_from` covers all of these tasks. Null permits no others.
    bool (*may_run_else)(const void* of, work_item each) noexcept = nullptr;
  };

  [[nodiscard]] worker& executed() const noexcept { return executed_; }

  /// Makes a task available to other threads. `join` is its join if that outlives this call.
  /// Otherwise it is null, which costs more if other threads sleep. Owner.
  void push(detail::task& made, const detail::join_counter* join) noexcept;

  /// The same for a task that precedes all tasks of lower or no priority. `priority` is not 0.
  /// Owner.
  void push_prioritized(detail::task& made,
                        std::uint32_t priority,
                        const detail::join_counter* join) noexcept;

  /// Runs the first prioritized task that may run; see awaited. Returns false if there is none.
  /// Owner.
  bool run_prioritized_if(bool (*may_run)(const void* of, work_item each) noexcept,
                          const void* of) noexcept;

  /// Runs a task that may run; see awaited. Searches the queues of all workers, its own first.
  /// Returns false if there is none. Owner.
  bool run_if(bool (*may_run)(const void* of, work_item each) noexcept, const void* of) noexcept;

  /// Runs the task that the worker pushed last, if `join` counts it and no other thread has taken
  /// it. Returns whether it did. Owner.
  bool run_newest_of(const detail::join_counter& join) noexcept;

  /// Runs tasks until `what` holds. If there are none, it searches for a while, then sleeps. Owner.
  void help_until(const awaited& what) noexcept;

  /// Makes the thread check its condition, also if it sleeps. Any thread may call this, after a
  /// sequentially consistent access that done() can observe.
  void any_tell() noexcept {
    if (sleeps_.load(detail::memory_order_seq_cst)) {
      wake();
    }
  }

 private:
  void run(work_item fresh) noexcept;
  [[nodiscard]] find_result find_work(const awaited& what, const search_state& now) noexcept;
  [[nodiscard]] work_item take_if(bool (*may_run)(const void* of, work_item each) noexcept,
                                  const void* of) noexcept;
  [[nodiscard]] work_item take_prioritized(bool (*may_run)(const void* of, work_item each) noexcept,
                                           const void* of) noexcept;
  [[nodiscard]] work_item sleep(const awaited& what) noexcept;
  [[nodiscard]] work_item sleep_selectively(const awaited& what) noexcept;
  void settle(work_item found) noexcept;
  void wake() noexcept;

  worker& executed_;
  std::uint64_t searches_since_ns_ = 0;
  const detail::join_counter* token_ = nullptr;  // see selective_sleepers
  unsigned dozes_ = 0;                           // since it last ran a task
  detail::atomic<bool> sleeps_{/*value=*/false};
};

}  // namespace nuthatch::core
