// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

class task_ender;
struct deferred_task;

/// A task in the order of its siblings: it begins when all before it have ended. Each of these has
/// a list of those that come after it, which is closed as it ends:
///
///     ended task          running task ──► link ──► link ──► (none)
///     closed                                │        │     a part each of a task that waits
///
/// Roles: the *maker* is the thread that makes it, and puts it after others; the *ender* is the one
/// on which its task ends. From when the list is closed, the ender looks at links of later tasks
/// only, so the maker may use the point again.
class dependence_point {
 public:
  dependence_point() noexcept = default;

  /// Of no task: somebody waits, at the task team's `waits_at`, for what comes before it.
  explicit dependence_point(std::uint32_t waits_at) noexcept : waits_at_(waits_at) {}

  dependence_point(const dependence_point&) = delete;
  dependence_point& operator=(const dependence_point&) = delete;
  ~dependence_point() = default;

  /// Of that task from now on; not of another one that has not ended. Maker.
  void begin(deferred_task& task) noexcept;

  /// `later`, which is not complete, comes after this. Nothing if this has ended. Maker of `later`.
  void come_before(dependence_point& later);

  /// Its task has ended, and nobody on its thread looks at it any more. Acquire: what that did.
  [[nodiscard]] bool has_ended() const noexcept {
    return later_.load(detail::memory_order_acquire) == closed();
  }

  /// All that come before it know of it. True if they have ended, and the task may begin. Maker,
  /// once.
  [[nodiscard]] bool is_complete() noexcept;

  /// Whether nothing is before it any more, once is_complete() was false. Sequentially consistent.
  [[nodiscard]] bool may_begin() const noexcept {
    return before_.load(detail::memory_order_seq_cst) == 0;
  }

  /// Its task has ended: those begin that nothing else is before. Ender, once.
  void end(const task_ender& by) noexcept;

  /// It ends with its task, if that has not; it is in memory of its own. Maker, last.
  void let_go() noexcept;

  /// How many name it, and a list that it is in: its maker's to use.
  std::uint32_t names = 0;
  dependence_point* next = nullptr;

 private:
  struct link {
    dependence_point* later = nullptr;  // null: its maker has let it go
    link* next = nullptr;
  };

  static constexpr std::int32_t not_complete = std::numeric_limits<std::int32_t>::max() / 2;

  static link* closed() noexcept;
  [[nodiscard]] bool add(link& made) noexcept;
  [[nodiscard]] link& link_after(std::uint32_t others);

  deferred_task* task_ = nullptr;
  std::uint32_t waits_at_ = 0;
  std::uint32_t all_before_ = 0;  // that had not ended when this came after them
  // Of these, how many have not ended; until it is complete, that is less those that have.
  detail::atomic<std::int32_t> before_{not_complete};
  detail::atomic<link*> later_{nullptr};
  std::array<link, 2> own_links_;  // one for each task before it; in the lists of these
  std::vector<std::unique_ptr<link[]>> more_links_;  // each twice as many as the one before
  link let_go_;                                      // in its own list
};

}  // namespace nuthatch::openmp
