// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::detail {

/// A worker's word in which others set requests. It also contains what a fork has to test of the
/// stack, so that a fork tests both by one instruction (see forks_at_once).
///
///     bits 63 … 48    47 … 0
///     requests        the upper bits of an offset in a stack; 0 while anything is requested
///
/// Roles: any thread sets requests; see core::worker for who clears which.
///
/// Invariants:
///  P1  If no request is set, the lower bits are `upper_stack_bits`.
///  P2  No address of a stack or of a task block has any of the bits 63 … 48, so such an address
///      and the word have no bit in common while anything is requested.
///
/// Cost: a test is one instruction; a change of the word is a load and a compare-and-exchange, both
/// repeated if another thread changes the word in between.
class poll_word {
 public:
  constexpr poll_word() noexcept = default;

  /// Requires that no other thread uses the word yet.
  void begin(std::uint64_t upper_bits) noexcept {
    upper_stack_bits = upper_bits;
    word_.store(upper_bits, memory_order_relaxed);
  }

  // Relaxed: a request that is seen one spawn later is only served later; the queue through which
  // it is served synchronizes what it requests.
  [[nodiscard, gnu::always_inline]] bool pending() const noexcept {
#if defined(__x86_64__)
    if constexpr (atomics_are_plain_memory) {
      // Compilers do not compare an atomic object in memory, but load it into a register first.
      using upper_part [[gnu::may_alias]] = std::uint16_t;
      const auto& upper = reinterpret_cast<const upper_part*>(&word_)[shift / 16];
      bool nonzero;  // NOLINT(cppcoreguidelines-init-variables): the assembly writes it
      asm volatile("cmpw $0, %1" : "=@ccne"(nonzero) : "m"(upper));
      return nonzero;
    }
#endif
    return requests() != 0;
  }

  /// Returns whether nothing is requested and `block` is a task block, not null: one test for both.
  /// Also returns false for blocks at addresses without any of `upper_stack_bits`, which
  /// core::task_block_pool leaves out. Relaxed, as pending().
  [[nodiscard, gnu::always_inline]] bool admits(const void* block) const noexcept {
#if defined(__x86_64__)
    if constexpr (atomics_are_plain_memory) {
      bool common;  // NOLINT(cppcoreguidelines-init-variables): the assembly writes it
      asm volatile("testq %1, %2" : "=@ccnz"(common) : "r"(block), "m"(word_));
      return common;
    }
#endif
    return (word_.load(memory_order_relaxed) & reinterpret_cast<std::uintptr_t>(block)) != 0;
  }

  /// The requests, loaded with relaxed order.
  [[nodiscard]] std::uint32_t requests() const noexcept {
    return static_cast<std::uint32_t>(word_.load(memory_order_relaxed) >> shift);
  }

  /// Sets those of the requests that are not set. Does not write if all of them are, which would
  /// take the cache line from the owner.
  void any_set_missing(std::uint32_t wanted) noexcept {
    std::uint64_t old = word_.load(memory_order_relaxed);
    while ((old >> shift & wanted) != wanted && !try_change(old, with(old, wanted))) {
    }
  }

  /// Sets the requests by a read-modify-write even if they are set.
  void any_set(std::uint32_t wanted) noexcept {
    std::uint64_t old = word_.load(memory_order_relaxed);
    while (!try_change(old, with(old, wanted))) {
    }
  }

  /// Clears those of the requests that are set. Returns whether any was.
  bool any_clear(std::uint32_t served) noexcept {
    std::uint64_t old = word_.load(memory_order_relaxed);
    while ((old >> shift & served) != 0) {
      if (try_change(old, without(old, served))) {
        return true;
      }
    }
    return false;
  }

  /// The word, for the test of a fork.
  [[nodiscard, gnu::always_inline]] const atomic<std::uint64_t>& word() const noexcept {
    return word_;
  }

  /// The upper bits of an offset in a stack, all clear where the stack is nearly full. Constant
  /// after begin().
  std::uint64_t upper_stack_bits = 0;

 private:
  static constexpr unsigned shift = 48;
  static constexpr std::uint64_t stack_bits = (std::uint64_t{1} << shift) - 1;

  // Acquires what a requester wrote before, and releases what the caller did.
  [[nodiscard]] bool try_change(std::uint64_t& old, std::uint64_t wanted) noexcept {
    return word_.compare_exchange_strong(old, wanted, memory_order_seq_cst, memory_order_relaxed);
  }

  [[nodiscard]] static std::uint64_t with(std::uint64_t old, std::uint32_t wanted) noexcept {
    return (old & ~stack_bits) | std::uint64_t{wanted} << shift;
  }

  [[nodiscard]] std::uint64_t without(std::uint64_t old, std::uint32_t served) const noexcept {
    const std::uint64_t left = old & ~stack_bits & ~(std::uint64_t{served} << shift);
    return left == 0 ? upper_stack_bits : left;
  }

  atomic<std::uint64_t> word_ = 0;
};

}  // namespace nuthatch::detail
