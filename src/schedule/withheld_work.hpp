// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/scheduler.hpp"
#include "core/work_item_list.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// A hash table of work items. The key of a task is the join that counts it, the key of a remainder
/// is the remainder; tasks of one join are in the order newest first. If memory for growing is
/// lacking, the table only becomes slower, so adding an item cannot fail. Not synchronized.
class work_by_join {
 public:
  /// Throws std::bad_alloc.
  work_by_join();

  /// The key of a work item: for a task, its join, and whether it is a child of a scope; for a
  /// remainder, itself.
  using key = std::uintptr_t;
  [[nodiscard]] static key key_of(const detail::join_counter& join, bool child_of_scope) noexcept;
  [[nodiscard]] static key key_of(core::work_item what) noexcept;

  /// Returns a well-mixed hash.
  [[nodiscard]] static std::uint64_t hash_of(key of) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  /// Adds a single work item, not a chain of several siblings.
  void push(core::work_item added) noexcept;

  /// Takes the newest item with that key for which wanted(item) holds.
  template <class Wanted = decltype([](core::work_item) { return true; })>
  [[nodiscard]] core::work_item take(key of, Wanted wanted = {}) noexcept {
    return taken(slots_[slot_of(of, slots_)].take_first_if(
        [&](core::work_item each) { return key_of(each) == of && wanted(each); }));
  }

  /// Takes any item for which wanted(item) holds; the newest, if all have the same key.
  template <class Wanted>
  [[nodiscard]] core::work_item take_any(Wanted&& wanted) noexcept {
    for (std::size_t i = 0; count_ != 0 && i < slots_.size(); ++i) {
      const std::size_t slot = (latest_ + i) & (slots_.size() - 1);
      if (const core::work_item found = slots_[slot].take_first_if(wanted)) {
        latest_ = slot;
        return taken(found);
      }
    }
    return {};
  }

 private:
  using slots = std::vector<core::work_item_list>;

  [[nodiscard]] static std::size_t slot_of(key of, const slots& in) noexcept {
    return hash_of(of) & (in.size() - 1);
  }

  core::work_item taken(core::work_item one) noexcept;
  void grow() noexcept;

  slots slots_;             // by key, newest first; the size is a power of two
  std::size_t latest_ = 0;  // the slot
  std::size_t count_ = 0;
};

/// The work items that a strict replay keeps for the joins that take them back. Items without a
/// step are taken newest first, taken-back children in the order of their steps.
///
/// | operation | who may call                                                   |
/// |-----------|----------------------------------------------------------------|
/// | begin     | the task that begins a region, before any of it can be held    |
/// | any_…     | any thread                                                     |
///
/// Cost: the lock of one of many parts, by key; for taken-back children also the logarithm of the
/// number of held children of the same join.
class withheld_work {
 public:
  withheld_work() = default;

  /// For a schedule of so many steps. Nothing may be held. Throws std::bad_alloc.
  void begin(std::size_t steps);

  [[nodiscard]] bool any_is_empty() const noexcept {
    return items_.load(detail::memory_order_relaxed) == 0;
  }

  /// Sequentially consistent, because a worker that is about to sleep calls it.
  [[nodiscard]] bool any_has_taken_back_children() const noexcept {
    return taken_back_children_.load(detail::memory_order_seq_cst) != 0;
  }

  /// Holds work items without a step for worker `of`, if still() under the lock that protects
  /// taking them.
  [[nodiscard]] bool any_withhold_if(core::work_item given, unsigned of, auto still) noexcept {
    part& at = part_of(work_by_join::key_of(given));
    const detail::mutex_lock lock(at.mutex);
    if (!still()) {
      return false;
    }
    core::work_item_list singles;
    const std::uint32_t count = singles.push_back(given);
    while (const core::work_item one = singles.pop_front()) {
      at.without_step.push(one);
      note_holder(one, of);
    }
    items_.fetch_add(count, detail::memory_order_relaxed);
    return true;
  }

  void any_withhold(core::work_item taken_back_child, std::uint32_t step) noexcept;

  /// Takes a remainder whose child with the hash `ended` has ended.
  [[nodiscard]] core::work_item any_take_remainder(core::work_item wanted,
                                                   std::uint64_t ended) noexcept;

  /// Returns the first step of the taken-back children of a join; in the stack-chain lane, only of
  /// children of scopes. Returns no_step if there are none.
  [[nodiscard]] std::uint32_t any_first_of(const detail::join_counter& join,
                                           core::lane from) noexcept;

  /// Takes that child. Returns nothing if another one is the first now.
  [[nodiscard]] core::work_item any_take(const detail::join_counter& join,
                                         core::lane from,
                                         std::uint32_t first) noexcept;

  /// Takes the newest item without a step of a join.
  [[nodiscard]] core::work_item any_take_newest(const detail::join_counter& join,
                                                core::lane from) noexcept;

  struct withheld_item {
    core::work_item what;
    std::uint32_t step = no_step;
    unsigned of = 0;  ///< the worker it was held for, if it is a task without a step
  };

  /// Takes a taken-back child of the join that has had one for the longest time, if still() under
  /// its lock.
  [[nodiscard]] core::work_item any_steal(auto still) noexcept {
    while (any_has_taken_back_children()) {
      const heap oldest = oldest_heap();
      if (oldest.root == no_step) {
        break;
      }
      part& at = part_of(oldest.of);
      const detail::mutex_lock lock(at.mutex);
      if (std::uint32_t* const root = find_root(at, oldest.of); *root == oldest.root) {
        return still() ? take_first(*root) : core::work_item();
      }
    }
    return {};
  }

  /// Takes any task; with `remainders`, or any remainder. Searches all parts from `from` on, which
  /// it sets to the part that it reached. Returns nothing if there are no more.
  [[nodiscard]] withheld_item any_take_next(std::size_t& from, bool remainders) noexcept;

 private:
  struct alignas(base::interference_size) part {
    detail::mutex mutex;
    work_by_join without_step NUTHATCH_GUARDED_BY(mutex);
    std::uint32_t first_root NUTHATCH_GUARDED_BY(mutex) =
        no_step;  // of the heaps of taken-back children
  };

  // A taken-back child. Those of a join form a pairing heap by steps. The roots are in lists: one
  // of each part, and one of all by age, which does not depend on addresses.
  struct node {
    core::work_item what;
    std::uint32_t child = no_step;
    std::uint32_t next = no_step;  // of the same parent; for a root, the next in the part

    // For a root, protected by heaps_mutex_.
    std::uint32_t older = no_step;
    std::uint32_t newer = no_step;
    work_by_join::key of = 0;
  };

  struct heap {
    std::uint32_t root;
    work_by_join::key of;
  };

  static constexpr std::size_t parts = 256;

  static void note_holder(core::work_item held, unsigned of) noexcept;
  core::work_item taken(core::work_item held) noexcept;
  [[nodiscard]] part& part_of(work_by_join::key of) noexcept;
  [[nodiscard]] std::uint32_t* find_root(part& at, work_by_join::key of) noexcept
      NUTHATCH_REQUIRES(at.mutex);
  [[nodiscard]] std::uint32_t meld(std::uint32_t a, std::uint32_t b) noexcept;
  [[nodiscard]] std::uint32_t meld_children(std::uint32_t first) noexcept;
  core::work_item take_first(std::uint32_t& root) noexcept;
  [[nodiscard]] heap oldest_heap() noexcept;
  void add_heap(std::uint32_t root, work_by_join::key of) noexcept;
  void change_root(std::uint32_t before, std::uint32_t now) noexcept;
  void link_heap(std::uint32_t older, std::uint32_t newer) noexcept NUTHATCH_REQUIRES(heaps_mutex_);

  std::array<part, parts> parts_;
  std::vector<node> nodes_;    // by step; each protected by the lock of its part
  detail::mutex heaps_mutex_;  // acquired while a part's lock is held
  std::uint32_t oldest_ NUTHATCH_GUARDED_BY(heaps_mutex_) = no_step;
  std::uint32_t newest_ NUTHATCH_GUARDED_BY(heaps_mutex_) = no_step;
  detail::atomic<std::size_t> items_{0};
  detail::atomic<std::size_t> taken_back_children_{0};  // the number of them among the items
};

}  // namespace nuthatch::schedules
