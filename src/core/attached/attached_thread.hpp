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

/// A thread that is not the team's own and executes one of its workers (hosts::attached_threads):
/// it pushes tasks, and runs tasks where it waits, on its own stack. Tasks of attached threads
/// never suspend. What waits in them helps, or the thread sleeps. So no fiber is made, nothing is
/// kept in a worker's lists, and nobody is asked for what only a spawn would give.
///
/// Roles: the owner is the thread, one at a time, that executes the worker.
class alignas(base::interference_size) attached_thread {
 public:
  explicit attached_thread(worker& executed) noexcept : executed_(executed) {}

  attached_thread(const attached_thread&) = delete;
  attached_thread& operator=(const attached_thread&) = delete;
  ~attached_thread() = default;

  /// What it waits for. Both functions are asked with `of`.
  struct awaited {
    /// Whether it is there. As a sleeper's last look has to be: sequentially consistent.
    bool (*done)(const void* of) noexcept;
    /// Which tasks may run meanwhile, on top of what waits. Asked while nobody else can take the
    /// task; it must neither wait nor spawn. Null: all. Requires scheduler_needs::filters.
    bool (*may_run)(const void* of, work_item each) noexcept;
    const void* of;
    /// Whether those that count there may run: of tasks that were pushed while it sleeps. `join` is
    /// as in a task. Null where `may_run` is.
    bool (*may_run_from)(const void* of, const detail::join_counter* join) noexcept = nullptr;
    /// Which run where there are none of `may_run`, and those. Then `may_run_from` is of all these.
    /// Null: no others.
    bool (*may_run_else)(const void* of, work_item each) noexcept = nullptr;
  };

  [[nodiscard]] worker& executed() const noexcept { return executed_; }

  /// Lets others have a task. `join` is its join if that stays until this returns, else null, which
  /// costs more where others sleep. Owner.
  void push(detail::task& made, const detail::join_counter* join) noexcept;

  /// The same of one that goes before all that have a lower priority, or none. Not 0. Owner.
  void push_prioritized(detail::task& made,
                        std::uint32_t priority,
                        const detail::join_counter* join) noexcept;

  /// Runs the first of those that may run; see awaited. False if there is none. Owner.
  bool run_prioritized_if(bool (*may_run)(const void* of, work_item each) noexcept,
                          const void* of) noexcept;

  /// Runs the task that the worker pushed last, if `join` counts it and nobody else has taken it.
  /// False if not. Owner.
  bool run_newest_of(const detail::join_counter& join) noexcept;

  /// Runs tasks until that is there. Where there is none it looks for a while, then sleeps. Owner.
  void help_until(const awaited& what) noexcept;

  /// What it waits for may be there: it looks, also if it sleeps. Any thread, after a sequentially
  /// consistent access that done() can see.
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
  unsigned dozes_ = 0;                           // since it last ran something
  detail::atomic<bool> sleeps_{/*value=*/false};
};

}  // namespace nuthatch::core
