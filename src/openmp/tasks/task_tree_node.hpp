// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// What has child tasks: a task, or a taskgroup, whose children are those that are made in it. It
/// knows how many of them have not ended, and how many descendants there may be.
///
/// Roles: the owner is the thread that executes the task; children end on any thread.
///
/// Children that end on their parent's thread are counted plainly, others by an addition:
///
///     made = ended here + ended elsewhere + still running
///
/// A node is there as long as it has descendants, so that these find out from whom they descend. So
/// one that ends with children left *stays*, and its parent counts that. Where it stays, nobody
/// owns it any more. Whoever ends its last descendant lets go of it. A descendant that is about to
/// have children itself *moves up* from a parent that stays. So a chain of tasks, each of which
/// makes the next and ends, leaves nothing behind.
///
/// Cost of a child: two plain additions; where it was stolen, one of them is locked.
class task_tree_node {
 public:
  /// From its beginning on, what is for others as well.
  static constexpr std::size_t bytes_for_others = 24;

  task_tree_node() noexcept = default;

  /// `owner` is the member that executes the task. Null has no parent: an implicit task.
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

  /// A child is made. Owner.
  void add_child() noexcept {
    if (++created_ == many) [[unlikely]] {
      rebase_counts();
    }
  }

  /// Whether it has had no children, in general: false if it may have descendants. Owner.
  [[nodiscard]] bool is_new() const noexcept { return created_ == 0 && retained_in(load()) == 0; }

  /// Whether children have not ended. Sequentially consistent. Owner.
  [[nodiscard]] bool has_children() const noexcept {
    return created_ != completed_locally_ &&
           created_ != completed_locally_ + completed_remotely(load());
  }

  /// Whether children have not ended, or have descendants that have not. Sequentially consistent.
  /// Owner.
  [[nodiscard]] bool has_descendants() const noexcept {
    const std::int64_t counts = load();
    return created_ != completed_locally_ + completed_remotely(counts) || retained_in(counts) != 0;
  }

  /// Whether it is a descendant of `other`, or that itself. Any thread that knows it to be there.
  [[nodiscard]] bool is_same_or_below(const task_tree_node& other) const noexcept {
    const task_tree_node* node = this;
    while (node->depth_ > other.depth_) {
      node = node->parent_;
    }
    return node == &other;
  }

  // ---- from a parent that has ended to one that has not ----

  /// Whether it stays, and so has an owner no more. Any thread that knows it to be there.
  [[nodiscard]] bool is_retained() const noexcept {
    return counts_.load(detail::memory_order_acquire) < owned;
  }

  /// An ancestor, which counts it as a child that stays, is its parent from now on. Owner of this,
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

  /// Of one taskgroup.
  [[nodiscard]] bool is_cancelled() const noexcept {
    return cancelled_.load(detail::memory_order_relaxed);
  }

  // ---- endings ----

  /// A child has ended on the owner's thread, while it owns the node. False if it does not.
  [[nodiscard]] bool complete_child_locally() noexcept {
    completed_locally_ += retained_ ? 0 : 1;
    return !retained_;
  }

  /// A child has ended elsewhere, or the node stays. The owner may go on at once. True if the node
  /// stayed for that child: let go of it.
  [[nodiscard]] bool complete_child_remotely() noexcept {
    // Sequentially consistent: who waits for it, and falls asleep, sees it or is seen.
    return counts_.fetch_add(1, detail::memory_order_seq_cst) == -1;
  }

  /// A child stays. Before that counts as ended.
  void add_retained() noexcept { counts_.fetch_add(one_retained, detail::memory_order_relaxed); }

  /// A child that stayed is let go of. True if the node stayed for that: let go of it.
  [[nodiscard]] bool remove_retained() noexcept {
    return counts_.fetch_sub(one_retained, detail::memory_order_seq_cst) == one_retained;
  }

  /// The task ends with descendants left: from now on it is nobody's. True if there are none after
  /// all: let go of it. Owner.
  [[nodiscard]] bool retain() noexcept {
    retained_ = true;
    const std::int64_t owes = owned + static_cast<std::int64_t>(created_ - completed_locally_);
    return counts_.fetch_sub(owes, detail::memory_order_acq_rel) == owes;
  }

 private:
  // From the right: 32 bits for children that ended elsewhere, less all that did not end here once
  // the node stays; how many children stay; whether it is owned. It is 0 only once it is not, and
  // nothing is left.
  static constexpr std::int64_t one_retained = std::int64_t{1} << 32U;
  static constexpr std::int64_t owned = std::int64_t{1} << 62U;

  // So that what ends elsewhere has room.
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

  // For others as well: who ends a child elsewhere needs these three alone.
  task_tree_node* parent_ = nullptr;
  std::uint32_t depth_ = 0;
  std::uint32_t owner_ = 0;
  detail::atomic<std::int64_t> counts_{owned};

  // The owner's, from the next cache line on: see task_record.
  std::uint32_t created_ = 0;
  std::uint32_t completed_locally_ = 0;
  std::uint32_t depth_of_children_ = 1;
  bool retained_ = false;
  bool reparented_ = false;
  bool is_taskgroup_ = false;
  detail::atomic<bool> cancelled_{/*value=*/false};
};

}  // namespace nuthatch::openmp
