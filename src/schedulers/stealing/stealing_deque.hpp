// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/work_item.hpp"

namespace nuthatch::scheduling {

/// An unbounded double-ended queue of work items: its owner pushes and pops at the bottom, thieves
/// take from the top.
///
/// | operation               | who may call | returns                                          |
/// |-------------------------|--------------|--------------------------------------------------|
/// | owner_push              | the owner    |                                                  |
/// | owner_peek_newest       | the owner    | what owner_pop would return at most, or empty    |
/// | owner_pop               | the owner    | the newest item, or empty                        |
/// | thief_steal             | any thread   | the oldest item; empty if none, or a race lost   |
/// | owner_take_continuation | the owner    | the oldest continuation, or empty; older fresh   |
/// |                         |              | work moves behind everything that is newer       |
/// | thief_take_continuation | any thread   | the oldest item if it is a continuation; see     |
/// |                         |              | thief_steal                                      |
/// | any_likely_nonempty     | any thread   | a hint; exact for a caller that is ordered after |
/// |                         |              | the last push                                    |
/// | owner_size              | the owner    | the number of work items, or a few more: some    |
/// |                         |              | were just stolen                                 |
///
/// Invariants:
///  D1  The work lies in slots [top_, bottom_) of the array; top_ never decreases.
///  D2  Only the owner writes bottom_, slots, and array_; top_ changes by compare-and-swap only.
///  D3  The thread that moves top_ past a slot wins it. The owner contends for it only when it is
///      the last one.
///  D4  An array that was replaced is kept, unchanged, until the deque ends: a thief that still
///      reads it finds in slot top_ what the new one has there too, or fails to move top_.
///
/// Progress: owner operations are wait-free, except for growing, which may find no memory;
/// thief_steal is lock-free.
///
/// Source: Chase and Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005. Memory orders: where the
/// published C11 version has fences, the accesses to top_ and bottom_ are sequentially consistent
/// here. That costs the owner a locked instruction per push and pop. The cost does not matter,
/// since only published work comes here, and ThreadSanitizer can follow the accesses. The purpose
/// of each order:
/// - owner_push stores bottom_ after the slot, seq_cst (release): a thief that sees the new bottom_
///   sees the slot, the array, and all that the work points to. Seq_cst also against a sleeper's
///   last check.
/// - owner_pop stores bottom_ and then loads top_, thief_steal loads top_ and then bottom_, all
///   seq_cst: of an owner and a thief after the last item, at least one sees the other's claim, and
///   the compare-and-swap decides. (An exchange in place of a store is the same instruction on
///   x86-64. On AArch64 it costs a little more than the store would, and is also right under an
///   emulator that lets loads overtake such stores, as QEMU does.)
/// - array_ is loaded with acquire after bottom_: a thief that saw a bottom_ from after a growth
///   must not index the old array. (Relaxed is the published bug.)
class stealing_deque {
 public:
  stealing_deque();
  stealing_deque(const stealing_deque&) = delete;
  stealing_deque& operator=(const stealing_deque&) = delete;
  ~stealing_deque() = default;

  /// Returns false, without adding anything, if the deque is full and there is no memory for a
  /// larger one.
  bool owner_push(core::work_item added) noexcept;

  [[nodiscard]] core::work_item owner_peek_newest() const noexcept;

  [[nodiscard]] core::work_item owner_pop() noexcept;

  /// Sets `lost` if there was work, but another thread got it.
  [[nodiscard]] core::work_item thief_steal(bool& lost) noexcept;

  [[nodiscard]] core::work_item owner_take_continuation() noexcept;

  [[nodiscard]] core::work_item thief_take_continuation() noexcept;

  [[nodiscard]] bool any_likely_nonempty() const noexcept {
    return bottom_.load(detail::memory_order_seq_cst) > top_.load(detail::memory_order_seq_cst);
  }

  [[nodiscard]] std::uint64_t owner_size() const noexcept {
    return static_cast<std::uint64_t>(bottom_.load(detail::memory_order_relaxed) -
                                      top_.load(detail::memory_order_relaxed));
  }

 private:
  [[nodiscard]] std::int64_t owner_count_to_waited() const noexcept;

  class ring {
   public:
    explicit ring(std::int64_t size)
        : mask_(size - 1),
          slots_(std::make_unique<slot[]>(static_cast<std::size_t>(size))) {}

    [[nodiscard]] std::int64_t size() const noexcept { return mask_ + 1; }

    // Relaxed: D1 and D3 decide whether what was read counts; bottom_ orders it.
    void put(std::int64_t i, core::work_item w) noexcept {
      at(i).store(w.word(), detail::memory_order_relaxed);
    }

    [[nodiscard]] core::work_item get(std::int64_t i) const noexcept {
      return core::work_item::from_word(at(i).load(detail::memory_order_relaxed));
    }

   private:
    using slot = detail::atomic<std::uintptr_t>;

    [[nodiscard]] slot& at(std::int64_t i) const noexcept {
      return slots_[static_cast<std::size_t>(i & mask_)];
    }

    std::int64_t mask_;
    std::unique_ptr<slot[]> slots_;
  };

  /// Returns null if there is no memory.
  [[nodiscard]] ring* grow(const ring& full, std::int64_t top, std::int64_t bottom) noexcept;

  alignas(base::interference_size) detail::atomic<std::int64_t> top_{0};
  alignas(base::interference_size) detail::atomic<std::int64_t> bottom_{0};
  detail::atomic<ring*> array_;
  std::vector<std::unique_ptr<ring>> rings_;  // the owner's; D4
};

}  // namespace nuthatch::scheduling
