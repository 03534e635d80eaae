// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

class task_completion;
struct deferred_task;

/// A task in the order of its siblings: it begins when all before it have ended. Each of these has
/// a list of those that come after it, which is closed as it ends:
///
///     ended task          running task ──► link ──► link ──► (none)
///     closed                                │        │     a part each of a task that waits
///
/// Roles: the *generating thread* is the thread that makes it, and puts it after others; the
/// *ender* is the one on which its task ends. From when the list is closed, the ender looks at
/// links of later tasks only, so the maker may use the point again.
class depend_node {
 public:
  depend_node() noexcept = default;

  /// Of no task: somebody waits, at the task team's `waits_at`, for what comes before it.
  explicit depend_node(std::uint32_t waits_at) noexcept : waiting_thread_(waits_at) {}

  depend_node(const depend_node&) = delete;
  depend_node& operator=(const depend_node&) = delete;
  ~depend_node() = default;

  /// Of that task from now on; not of another one that has not ended. Maker.
  void begin(deferred_task& task) noexcept;

  /// `later`, which is not complete, comes after this. Nothing if this has ended. Maker of `later`.
  void add_successor(depend_node& successor);

  /// Its task has ended, and nobody on its thread looks at it any more. Acquire: what that did.
  [[nodiscard]] bool has_completed() const noexcept {
    return successors_.load(detail::memory_order_acquire) == closed();
  }

  /// All that come before it know of it. True if they have ended, and the task may begin. Maker,
  /// once.
  [[nodiscard]] bool finish_registration() noexcept;

  /// Whether nothing is before it any more, once finish_registration() was false. Sequentially
  /// consistent.
  [[nodiscard]] bool is_ready() const noexcept {
    return pending_predecessors_.load(detail::memory_order_seq_cst) == 0;
  }

  /// Its task has ended: those begin that nothing else is before. Ender, once.
  void release_successors(const task_completion& by) noexcept;

  /// It ends with its task, if that has not; it is in memory of its own. Maker, last.
  void release() noexcept;

  /// How many name it, and a list that it is in: its maker's to use.
  std::uint32_t ref_count = 0;
  depend_node* next = nullptr;

 private:
  struct link {
    depend_node* successor = nullptr;  // null: its maker has let it go
    link* next = nullptr;
  };

  static constexpr std::int32_t not_registered = std::numeric_limits<std::int32_t>::max() / 2;

  static link* closed() noexcept;
  [[nodiscard]] bool add(link& new_link) noexcept;
  [[nodiscard]] link& link_after(std::uint32_t others);

  deferred_task* task_ = nullptr;
  std::uint32_t waiting_thread_ = 0;
  std::uint32_t predecessors_ = 0;  // that had not ended when this came after them
  // Of these, how many have not ended; until it is complete, that is less those that have.
  detail::atomic<std::int32_t> pending_predecessors_{not_registered};
  detail::atomic<link*> successors_{nullptr};
  std::array<link, 2> own_links_;  // one for each task before it; in the lists of these
  std::vector<std::unique_ptr<link[]>> more_links_;  // each twice as many as the one before
  link release_link_;                                // in its own list
};

}  // namespace nuthatch::openmp
