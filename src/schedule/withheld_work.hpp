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

/// Works by what they are taken back for: what follows a spawn by itself, tasks by the join that
/// counts them, newest first. Memory makes it faster, and so may be missing: adding one cannot
/// fail. Not synchronised.
class work_by_join {
 public:
  /// Throws std::bad_alloc.
  work_by_join();

  /// What it is found by: of a task of that join, a child of a scope or another one; of what
  /// follows a spawn.
  using key = std::uintptr_t;
  [[nodiscard]] static key key_of(const detail::join_counter& join, bool child_of_scope) noexcept;
  [[nodiscard]] static key key_of(core::work_item what) noexcept;

  /// The same, well mixed.
  [[nodiscard]] static std::uint64_t hash_of(key of) noexcept;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  /// A single work item: no chain of several siblings.
  void push(core::work_item added) noexcept;

  /// The newest that has the key, and is wanted(work).
  template <class Wanted = decltype([](core::work_item) { return true; })>
  [[nodiscard]] core::work_item take(key of, Wanted wanted = {}) noexcept {
    return taken(slots_[slot_of(of, slots_)].take_first_if(
        [&](core::work_item each) { return key_of(each) == of && wanted(each); }));
  }

  /// Any that is wanted(work); the newest, if they are all of one key.
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

  slots slots_;             // by key, newest first; a power of two
  std::size_t latest_ = 0;  // the slot
  std::size_t count_ = 0;
};

/// The works that a strict replay keeps for the joins that have them back. Those without a step are
/// had newest first, taken-back children in the order of their steps.
///
/// | operation | who may call                                        |
/// |-----------|-----------------------------------------------------|
/// | begin     | who begins a region, before any of it can be held   |
/// | any_…     | any thread                                          |
///
/// Cost: a lock of one of many parts, by key; of taken-back children as well the logarithm of how
/// many of the same join are held.
class withheld_work {
 public:
  withheld_work() = default;

  /// For a schedule of so many steps. Nothing is held. Throws std::bad_alloc.
  void begin(std::size_t steps);

  [[nodiscard]] bool any_is_empty() const noexcept {
    return items_.load(detail::memory_order_relaxed) == 0;
  }

  /// Sequentially consistent, as who is about to sleep looks at it.
  [[nodiscard]] bool any_has_taken_back_children() const noexcept {
    return taken_back_children_.load(detail::memory_order_seq_cst) != 0;
  }

  /// Holds works without a step for worker `of`, if still() under the lock that they are had by.
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

  /// What follows a spawn, whose child of that number has ended.
  [[nodiscard]] core::work_item any_take_remainder(core::work_item wanted,
                                                   std::uint64_t ended) noexcept;

  /// The first step of taken-back children of a join; in the strict lane, of those of scopes.
  /// no_step: there are none.
  [[nodiscard]] std::uint32_t any_first_of(const detail::join_counter& join,
                                           core::lane from) noexcept;

  /// The same child. Empty if another one is the first now.
  [[nodiscard]] core::work_item any_take(const detail::join_counter& join,
                                         core::lane from,
                                         std::uint32_t first) noexcept;

  /// The newest of a join without a step.
  [[nodiscard]] core::work_item any_take_newest(const detail::join_counter& join,
                                                core::lane from) noexcept;

  struct withheld_item {
    core::work_item what;
    std::uint32_t step = no_step;
    unsigned of = 0;  ///< the worker that it was held for, if it has no step and is a task
  };

  /// A taken-back child of the join that has had one for the longest time, if still() under its
  /// lock.
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

  /// Any task; `remainders`: or what follows a spawn. Looks at all parts from `from` on, which it
  /// sets to the one that it came to. Empty if there are no more.
  [[nodiscard]] withheld_item any_take_next(std::size_t& from, bool remainders) noexcept;

 private:
  struct alignas(base::interference_size) part {
    detail::mutex mutex;
    work_by_join without_step NUTHATCH_GUARDED_BY(mutex);
    std::uint32_t first_root NUTHATCH_GUARDED_BY(mutex) =
        no_step;  // of the heaps of taken-back children
  };

  // A taken-back child. Those of a join are a pairing heap by steps. The roots are lists: of each
  // part, and of all together by age, which does not depend on addresses.
  struct node {
    core::work_item what;
    std::uint32_t child = no_step;
    std::uint32_t next = no_step;  // of the same parent; of a root, another one of the part

    // Of a root, under the lock of all.
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
  std::vector<node> nodes_;    // by step; each under the lock of the part that it is in
  detail::mutex heaps_mutex_;  // taken under that
  std::uint32_t oldest_ NUTHATCH_GUARDED_BY(heaps_mutex_) = no_step;
  std::uint32_t newest_ NUTHATCH_GUARDED_BY(heaps_mutex_) = no_step;
  detail::atomic<std::size_t> items_{0};
  detail::atomic<std::size_t> taken_back_children_{0};  // among them
};

}  // namespace nuthatch::schedules
