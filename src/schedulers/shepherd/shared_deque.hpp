// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/work_item.hpp"
#include "platform/short_lock.hpp"

namespace nuthatch::scheduling {

/// A double-ended queue of work items that several workers share: the queue that "OpenMP Task
/// Scheduling Strategies for Multicore NUMA Systems" (Olivier et al.) calls for in its conclusions.
/// It is an array under a short lock; docs/decisions gives the reasons, and the measured
/// alternatives.
///
/// | operation              | who may call                                                   |
/// |------------------------|----------------------------------------------------------------|
/// | any_push               | the worker that it names                                       |
/// | any_push_all           | the same, for what it has stolen                               |
/// | any_take_*             | any worker                                                     |
/// | any_take_back          | the worker that got the ticket                                 |
/// | any_nonempty, any_size | any thread; seq_cst, for a sleeper's last check                |
///
/// Each call acquires the lock once. It waits for nothing else, except for memory when the array
/// grows to twice the number of its items, or shrinks because it is empty.
///
/// Invariants:
///  SD1 Slots [oldest_, end_) contain work items, and holes where one was taken from the middle.
///      The first and the last of them are not holes.
///  SD2 Each ticket is given out once, in rising order, so tickets rise from slot to slot, holes
///      included. So binary search finds a ticket, and it never names another work item than its
///      own, even if memory of the item was reused.
///  SD3 size_ is the number of work items. From zero to one it rises by a sequentially consistent
///      store, before the pusher looks for sleepers. So a worker that was asleep before is seen by
///      all pushers from then on, and a worker that announces its sleep later sees that there is
///      work, or that it has been taken.
class shared_deque {
 public:
  using ticket = std::uint64_t;  ///< 0 is none

  /// Whether a call had to wait for another one.
  struct use {
    bool waited = false;
  };

  struct put : use {
    ticket its = 0;  ///< 0: there was no memory, and the item was not added
  };

  struct taken : use {
    core::work_item what;
    /// Newer items are in the queue, or private to the worker that put this one here, which kept
    /// them at the time.
    bool inverted = false;
    bool of_other = false;  ///< another worker has put it here
  };

  shared_deque();
  shared_deque(const shared_deque&) = delete;
  shared_deque& operator=(const shared_deque&) = delete;
  ~shared_deque() = default;

  /// Describes a work item that is put here.
  struct origin {
    unsigned by = 0;           ///< the worker that puts it here
    bool off_chain = false;    ///< it is bound to no stack
    bool keeps_newer = false;  ///< that worker has newer work items, which it keeps
  };

  [[nodiscard]] put any_push(core::work_item added, origin from) noexcept;

  /// Adds work items, given oldest first: all of them or none.
  [[nodiscard]] put any_push_all(const core::work_item* first,
                                 unsigned count,
                                 origin from) noexcept;

  /// Takes the newest item, or the oldest; empty if there is none. `by` is the worker that takes
  /// it.
  [[nodiscard]] taken any_take_newest(unsigned by) noexcept;
  [[nodiscard]] taken any_take_oldest(unsigned by) noexcept;

  /// Takes the oldest item if any item is bound to no stack: such may keep arriving, always on top.
  [[nodiscard]] taken any_take_oldest_under_off_chain(unsigned by) noexcept;

  /// Takes the oldest items, oldest first: `most`, or half of those present, rounded up, if that is
  /// less. Otherwise the owner of this queue would be the next to steal.
  struct bulk : use {
    unsigned count = 0;
    bool off_chain = false;  ///< whether some of them are bound to no stack
  };

  [[nodiscard]] bulk any_take_oldest(core::work_item* into, unsigned most) noexcept {
    return any_take_oldest(into, [most](core::work_item) { return most; });
  }

  /// The same with most(oldest item) for `most`, which is called under the lock.
  template <class Most>
    requires std::invocable<Most, core::work_item>
  [[nodiscard]] bulk any_take_oldest(core::work_item* into, Most&& most) noexcept {
    const section mine(*this);
    return oldest_ == end_ ? bulk{mine.use()}
                           : take_bulk(into, most(slot(oldest_).what), mine.use());
  }

  /// Takes that item, if it is still here.
  [[nodiscard]] taken any_take_back(ticket its, unsigned by) noexcept;

  /// The same if wanted(item), which is called under the lock. `here` is set to whether it was
  /// here.
  template <class Wanted>
  [[nodiscard]] taken any_take_back_if(ticket its, unsigned by, bool& here, Wanted&& wanted) {
    const section mine(*this);
    const std::int64_t at = find(its);
    here = at != none;
    return here && wanted(slot(at).what) ? take(at, by, mine.use()) : nothing(mine.use());
  }

  /// Takes the newest, or oldest, item for which wanted(item) holds. It is called under the lock,
  /// for one item after the other.
  template <class Wanted>
  [[nodiscard]] taken any_take_newest_if(unsigned by, Wanted&& wanted) {
    const section mine(*this);
    for (std::int64_t at = end_ - 1; at >= oldest_; --at) {
      if (slot(at).what && wanted(slot(at).what)) {
        return take(at, by, mine.use());
      }
    }
    return nothing(mine.use());
  }

  template <class Wanted>
  [[nodiscard]] taken any_take_oldest_if(unsigned by, Wanted&& wanted) {
    const section mine(*this);
    for (std::int64_t at = oldest_; at < end_; ++at) {
      if (slot(at).what && wanted(slot(at).what)) {
        return take(at, by, mine.use());
      }
    }
    return nothing(mine.use());
  }

  /// Returns whether the item is here. It may be taken at any time.
  [[nodiscard]] bool any_has(ticket its) noexcept;

  /// Returns the number of work items that fit without more memory.
  [[nodiscard]] std::size_t any_capacity() noexcept;

  [[nodiscard]] bool any_nonempty() const noexcept { return any_size() != 0; }

  [[nodiscard]] std::uint32_t any_size() const noexcept {
    return size_.load(detail::memory_order_seq_cst);
  }

  /// A hint that is cheaper to read.
  [[nodiscard]] std::uint32_t likely_size() const noexcept {
    return size_.load(detail::memory_order_relaxed);
  }

 private:
  static constexpr std::int64_t none = -1;

  /// A work item and, from the highest bits on: its ticket, the worker that put it, and the two
  /// flags.
  struct entry {
    core::work_item what;
    std::uint64_t stamp = 0;

    [[nodiscard]] ticket its() const noexcept { return stamp >> ticket_shift; }

    [[nodiscard]] unsigned by() const noexcept {
      return static_cast<unsigned>(stamp >> by_shift) & (max_by - 1);
    }

    [[nodiscard]] bool off_chain() const noexcept { return (stamp & off_chain_bit) != 0; }

    [[nodiscard]] bool keeps_newer() const noexcept { return (stamp & keeps_newer_bit) != 0; }
  };

  static constexpr std::uint64_t keeps_newer_bit = 1;
  static constexpr std::uint64_t off_chain_bit = 2;
  static constexpr unsigned by_shift = 2;
  static constexpr unsigned by_bits = 12;
  static constexpr unsigned max_by = 1U << by_bits;
  static constexpr unsigned ticket_shift = by_shift + by_bits;

  /// Holds the lock. It frees unused memory after releasing the lock.
  class NUTHATCH_SCOPED_CAPABILITY section {
   public:
    explicit section(shared_deque& of) NUTHATCH_ACQUIRE(of.lock_)
        : of_(of),
          waited_(of.lock_.lock()) {}

    section(const section&) = delete;
    section& operator=(const section&) = delete;

    ~section() NUTHATCH_RELEASE() {
      const std::unique_ptr<entry[]> unused = std::move(of_.unused_);
      of_.lock_.unlock();
    }

    [[nodiscard]] shared_deque::use use() const noexcept { return {waited_}; }

   private:
    shared_deque& of_;
    bool waited_;
  };

  [[nodiscard]] static taken nothing(shared_deque::use used) noexcept {
    taken result;
    result.waited = used.waited;
    return result;
  }

  [[nodiscard]] entry& slot(std::int64_t at) noexcept NUTHATCH_REQUIRES(lock_) {
    return slots_[static_cast<std::size_t>(at & mask_)];
  }

  [[nodiscard]] std::int64_t find(ticket its) noexcept NUTHATCH_REQUIRES(lock_);
  [[nodiscard]] taken take(std::int64_t at, unsigned by, shared_deque::use used) noexcept
      NUTHATCH_REQUIRES(lock_);
  [[nodiscard]] bulk take_bulk(core::work_item* into,
                               unsigned most,
                               shared_deque::use used) noexcept NUTHATCH_REQUIRES(lock_);
  [[nodiscard, gnu::always_inline]] core::work_item remove(entry& from) noexcept
      NUTHATCH_REQUIRES(lock_);
  [[nodiscard, gnu::always_inline]] bool make_room(unsigned more) noexcept NUTHATCH_REQUIRES(lock_);
  [[nodiscard]] bool grow(unsigned more) noexcept NUTHATCH_REQUIRES(lock_);
  void move_into(entry* larger, std::int64_t capacity) noexcept NUTHATCH_REQUIRES(lock_);
  [[gnu::always_inline]] ticket append(core::work_item added, origin from) noexcept
      NUTHATCH_REQUIRES(lock_);
  [[gnu::always_inline]] void note_size(std::uint32_t before, std::uint32_t now) noexcept
      NUTHATCH_REQUIRES(lock_);
  [[gnu::always_inline]] void trim() noexcept NUTHATCH_REQUIRES(lock_);
  void shrink() noexcept NUTHATCH_REQUIRES(lock_);

  alignas(base::interference_size) platform::short_lock lock_;
  std::int64_t mask_ NUTHATCH_GUARDED_BY(lock_);
  std::int64_t oldest_ NUTHATCH_GUARDED_BY(lock_) = 0;
  std::int64_t end_ NUTHATCH_GUARDED_BY(lock_) = 0;
  ticket last_ticket_ NUTHATCH_GUARDED_BY(lock_) = 0;
  std::uint32_t off_chain_ NUTHATCH_GUARDED_BY(lock_) = 0;  // the number of items bound to no stack
  // Pushes that fail before memory is requested again, because there was none.
  std::uint32_t pushes_without_memory_ NUTHATCH_GUARDED_BY(lock_) = 0;
  std::unique_ptr<entry[]> slots_ NUTHATCH_GUARDED_BY(lock_);
  std::unique_ptr<entry[]> unused_ NUTHATCH_GUARDED_BY(lock_);  // to be freed
  // Beside the other fields: a thread that reads it is about to take the lock.
  detail::atomic<std::uint32_t> size_{0};
};

}  // namespace nuthatch::scheduling
