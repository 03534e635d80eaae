// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// A node of the tree of tasks and taskgroups. Its children are the tasks created in it. It counts
/// its incomplete and its retained children.
///
/// Roles: the owner is the thread that executes the task; children complete on any thread.
///
/// Children that complete on the owner's thread are counted without atomics, others by one atomic
/// addition:
///
///     created = completed locally + completed remotely + incomplete
///
/// A node exists as long as it has descendants, so that these can find their ancestors. A task that
/// completes before its children is *retained*, and its parent counts it as such. A retained node
/// has no owner. The thread that completes its last descendant frees it. A descendant of a retained
/// parent is *reparented* before it has children itself. So a chain of tasks, each of which creates
/// the next and completes, leaves no nodes behind.
///
/// Cost of a child: two plain additions; for a stolen child, one of them is atomic.
class task_tree_node {
 public:
  /// The size of the fields at the beginning that other threads access too.
  static constexpr std::size_t bytes_for_others = 24;

  task_tree_node() noexcept = default;

  /// `owner` is the thread that executes the task. A null parent stands for an implicit task.
  void begin(task_tree_node* parent, std::uint32_t owner) noexcept {
    parent_ = parent;
    depth_ = parent == nullptr ? 0 : parent->depth_of_children_;
    depth_of_children_ = depth_ + 1;
    owner_ = owner;
    created_ = 0;
    completed_locally_ = 0;
    retained_ = false;
    reparented_ = false;
    is_taskgroup_ = false;
    cancelled_.store(/*value=*/false, detail::memory_order_relaxed);
    counts_.store(owned, detail::memory_order_relaxed);
  }

  [[nodiscard]] task_tree_node* parent() const noexcept { return parent_; }

  [[nodiscard]] std::uint32_t owner() const noexcept { return owner_; }

  /// Counts a new child. Owner.
  void add_child() noexcept {
    if (++created_ == many) [[unlikely]] {
      rebase_counts();
    }
  }

  /// Whether the node has had no children. Returns false if it may have descendants. Owner.
  [[nodiscard]] bool is_new() const noexcept { return created_ == 0 && retained_in(load()) == 0; }

  /// Whether children may be incomplete, without a look at the children that other threads have
  /// completed. Owner.
  [[nodiscard]] bool may_have_children() const noexcept { return created_ != completed_locally_; }

  /// Whether children are incomplete. Sequentially consistent. Owner.
  [[nodiscard]] bool has_children() const noexcept {
    return created_ != completed_locally_ &&
           created_ != completed_locally_ + completed_remotely(load());
  }

  /// Whether children are incomplete, or retained. Sequentially consistent. Owner.
  [[nodiscard]] bool has_descendants() const noexcept {
    const std::int64_t counts = load();
    return created_ != completed_locally_ + completed_remotely(counts) || retained_in(counts) != 0;
  }

  /// Whether the node is `other` or descends from it. Any thread for which the node exists.
  [[nodiscard]] bool is_same_or_below(const task_tree_node& other) const noexcept {
    const task_tree_node* node = this;
    while (node->depth_ > other.depth_) {
      node = node->parent_;
    }
    return node == &other;
  }

  // ---- from a completed parent to an incomplete one ----

  /// Whether the node is retained, and so has no owner. Any thread for which the node exists.
  [[nodiscard]] bool is_retained() const noexcept {
    return counts_.load(detail::memory_order_acquire) < owned;
  }

  /// Makes the ancestor `to` the parent, which counts the node as retained. Owner of this node,
  /// while it has no descendants.
  void reparent(task_tree_node& to) noexcept {
    to.add_retained();
    parent_ = &to;
    reparented_ = true;
  }

  [[nodiscard]] bool is_reparented() const noexcept { return reparented_; }

  // ---- taskgroups, and their cancellation ----

  void mark_taskgroup() noexcept { is_taskgroup_ = true; }

  [[nodiscard]] bool is_taskgroup() const noexcept { return is_taskgroup_; }

  void cancel() noexcept { cancelled_.store(/*value=*/true, detail::memory_order_relaxed); }

  /// Returns whether the taskgroup was cancelled. Valid for taskgroups only.
  [[nodiscard]] bool is_cancelled() const noexcept {
    return cancelled_.load(detail::memory_order_relaxed);
  }

  // ---- completion ----

  /// Counts a child that completed on the owner's thread, while the thread owns the node. Returns
  /// false if the node is retained.
  [[nodiscard]] bool complete_child_locally() noexcept {
    completed_locally_ += retained_ ? 0 : 1;
    return !retained_;
  }

  /// Counts a child that was completed by another thread, or whose parent is retained. The owner
  /// may resume at once, so the caller must not use the node again unless the result is true. Then
  /// the node was retained for this child only, and the caller frees it.
  [[nodiscard]] bool complete_child_remotely() noexcept {
    // Sequentially consistent: a thread that waits for the child and falls asleep sees it complete,
    // or is seen asleep.
    return counts_.fetch_add(1, detail::memory_order_seq_cst) == -1;
  }

  /// Counts a retained child, before the child is counted as completed.
  void add_retained() noexcept { counts_.fetch_add(one_retained, detail::memory_order_relaxed); }

  /// Counts a retained child that was freed. Returns true if the node was retained for it only:
  /// then the caller frees the node.
  [[nodiscard]] bool remove_retained() noexcept {
    return counts_.fetch_sub(one_retained, detail::memory_order_seq_cst) == one_retained;
  }

  /// Retains the node of a completed task with descendants. Returns true if there are none after
  /// all: then the caller frees the node. Owner.
  [[nodiscard]] bool retain() noexcept {
    retained_ = true;
    const std::int64_t owes = owned + static_cast<std::int64_t>(created_ - completed_locally_);
    return counts_.fetch_sub(owes, detail::memory_order_acq_rel) == owes;
  }

 private:
  // The layout, from the lowest bit: 32 bits for children completed remotely, minus, once the node
  // is retained, the children that did not complete locally; the number of retained children;
  // whether the node has an owner. The value is zero only without an owner and descendants.
  static constexpr std::int64_t one_retained = std::int64_t{1} << 32U;
  static constexpr std::int64_t owned = std::int64_t{1} << 62U;

  // Rebasing at this number keeps room for the count of remote completions.
  static constexpr std::uint32_t many = 1U << 31U;

  [[gnu::noinline]] void rebase_counts() noexcept {
    const std::uint32_t remote = completed_remotely(load());
    counts_.fetch_sub(remote, detail::memory_order_relaxed);
    created_ -= completed_locally_ + remote;
    completed_locally_ = 0;
  }

  [[nodiscard]] std::int64_t load() const noexcept {
    return counts_.load(detail::memory_order_seq_cst);
  }

  static std::uint32_t completed_remotely(std::int64_t counts) noexcept {
    return static_cast<std::uint32_t>(counts);
  }

  static std::int64_t retained_in(std::int64_t counts) noexcept {
    return (counts & (owned - 1)) >> 32U;
  }

  // Accessed by other threads too: a remote completion of a child needs only these three fields.
  task_tree_node* parent_ = nullptr;
  std::uint32_t depth_ = 0;
  std::uint32_t owner_ = 0;
  detail::atomic<std::int64_t> counts_{owned};

  // Accessed by the owner, from the next cache line on: see task_record.
  std::uint32_t created_ = 0;
  std::uint32_t completed_locally_ = 0;
  std::uint32_t depth_of_children_ = 1;
  bool retained_ = false;
  bool reparented_ = false;
  bool is_taskgroup_ = false;
  detail::atomic<bool> cancelled_{/*value=*/false};
};

}  // namespace nuthatch::openmp
