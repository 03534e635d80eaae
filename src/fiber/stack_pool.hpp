// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/fiber.hpp>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::fiber {

/// Returns the fiber whose stack contains `address`, which must be on a fiber's stack. The size and
/// alignment of the pool's stacks are a power of two, and their last word points to the header.
[[nodiscard]] detail::fiber* fiber_at(const void* address, std::size_t stack_size) noexcept;

/// Counts for statistics.
struct stack_counts {
  std::size_t live = 0;  ///< with the workers: running, suspended or cached
  std::size_t peak = 0;
};

/// Returns how many stacks of this process were still in use, or lost, when their runtimes ended: 0
/// unless a runtime ended while it had tasks, or Nuthatch lost a stack. Any thread may call it.
[[nodiscard]] std::size_t stacks_left_in_use() noexcept;

/// All stacks of one runtime: creates them in slabs, keeps those that no worker needs, and returns
/// their memory to the system.
///
/// Every stack lies in a slot whose size and alignment are the same power of two:
///
///   | guard page | stack, growing down            | header | colour | pointer to the header |
///
/// The colour, different from stack to stack, spreads headers and first frames over the sets of the
/// L1 cache, in which slots of equal alignment would all collide.
///
/// Any thread may call any function. A lock is taken, since workers come here only when their own
/// cache is empty or overfull.
class stack_pool {
 public:
  /// `stack_size`: bytes, rounded up to a power of two of at least min_stack_size. `max_stacks`:
  /// the maximal number of stacks; 0 means as many as the kernel's limit on mappings allows.
  /// `warm`: the number of unused stacks that keep their memory.
  stack_pool(std::size_t stack_size, std::size_t max_stacks, std::size_t warm);
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;
  ~stack_pool();

  static constexpr std::size_t min_stack_size = std::size_t{16} << 10;
  static constexpr std::size_t max_stack_size = std::size_t{1} << 36;

  /// Returns 1 to `most` fibers linked by next_free, with null at the end. Throws
  /// stack_limit_error.
  [[nodiscard]] detail::fiber* any_acquire(std::size_t most);

  /// Takes back a chain linked by next_free.
  void any_release(detail::fiber* chain) noexcept;

  [[nodiscard]] std::size_t stack_size() const noexcept { return stack_size_; }

  /// Returns the bits of an offset into a stack that are all zero if the stack is nearly full: if
  /// less than an eighth is left of it, or less than making another stack or throwing needs.
  [[nodiscard]] std::size_t upper_bits() const noexcept;

  /// Returns how many quarters of the maximal number of stacks are completely in use. A hint.
  [[nodiscard]] unsigned quarters_in_use() const noexcept {
    return quarters_.load(detail::memory_order_relaxed);
  }

  /// Returns whether at least half of the maximal number are in use. A hint.
  [[nodiscard]] bool seems_scarce() const noexcept { return quarters_in_use() >= 2; }

  /// Returns the maximal number of stacks.
  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }

  [[nodiscard]] stack_counts counts() const;
  void reset_peak();

 private:
  struct slab {
    std::byte* reserved;
    std::size_t bytes;
    std::byte* first;
    std::size_t stacks;
  };

  void grow() NUTHATCH_REQUIRES(mutex_);
  void note_use() noexcept NUTHATCH_REQUIRES(mutex_);
  [[nodiscard]] slab map_slab(std::size_t stacks) const;
  [[nodiscard]] slab map_slab_or_smaller(std::size_t stacks) const NUTHATCH_REQUIRES(mutex_);
  detail::fiber* make_fiber(std::byte* slot) NUTHATCH_REQUIRES(mutex_);
  void cool(detail::fiber& idle) noexcept;
  [[nodiscard]] static std::size_t automatic_limit();

  const std::size_t stack_size_;
  const std::size_t warm_;
  const std::size_t limit_;
  const bool limit_is_automatic_;

  mutable detail::mutex mutex_;
  std::vector<slab> slabs_ NUTHATCH_GUARDED_BY(mutex_);
  std::vector<detail::fiber*> free_ NUTHATCH_GUARDED_BY(mutex_);  // the warm ones are at the end
  // The number of stacks at the beginning that have returned their memory.
  std::size_t cold_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  std::size_t made_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  std::size_t peak_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  detail::atomic<unsigned> quarters_{0};  // written only when it changes
};

}  // namespace nuthatch::fiber
