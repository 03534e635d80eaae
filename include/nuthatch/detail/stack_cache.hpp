// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/fiber.hpp>

namespace nuthatch::fiber {
class stack_pool;
}

namespace nuthatch::detail {

/// The free stacks of a worker, and where its stack chain has to end (B3, B4).
///
/// Role: only the owner calls the functions.
class stack_cache {
 public:
  /// Returns the first stack; null if the cache is empty.
  [[nodiscard]] fiber* first() const noexcept { return first_; }

  /// Returns whether a stack is available for a further child, and the chain has room for it (B4).
  [[gnu::always_inline]] [[nodiscard]] bool chain_may_grow() const noexcept {
    return first_ != nullptr && static_cast<std::int32_t>(first_->position - end_of_chain_) < 0;
  }

  /// A child starts on `child`, which was the first stack; put_back: the child has returned from
  /// it.
  [[gnu::always_inline]] void take(fiber* child) noexcept { first_ = child->next_free; }

  [[gnu::always_inline]] void put_back(fiber* child) noexcept { first_ = child; }

  // ---- what follows is in src/core/stack_cache.cpp ----

  /// Takes a stack for fresh work. Requires a cache that is not empty.
  [[nodiscard]] fiber& take_for_start() noexcept;

  /// Puts the stack of an ended task into the cache. The code may still be running on that stack:
  /// no other thread can use it before the caller has jumped off it.
  void put_ended(fiber& ended) noexcept;

  /// Notes that `first` is now the whole stack chain, which may have `threshold` stacks.
  void begin_chain(fiber& first, std::uint32_t threshold) noexcept;

  /// Notes that the chain now begins with `first`, which is part of it.
  void shorten_chain(const fiber& first, std::uint32_t threshold) noexcept {
    end_of_chain_ = first.position + threshold;
  }

  /// Returns the length of the chain that ends with `last`.
  [[nodiscard]] std::uint32_t chain_length(const fiber& last,
                                           std::uint32_t threshold) const noexcept {
    return last.position - (end_of_chain_ - threshold) + 1;
  }

  /// Fills the empty cache behind the running fiber, or, if that is null, the cache of a worker
  /// without a task. Throws stack_limit_error.
  void fill(nuthatch::fiber::stack_pool& from, unsigned workers, fiber* running);

  /// Returns stacks to the pool if ended tasks have left many.
  void trim(nuthatch::fiber::stack_pool& to) noexcept;

  /// Returns all stacks to the pool.
  void clear(nuthatch::fiber::stack_pool& to) noexcept;

 private:
  fiber* first_ = nullptr;
  std::uint32_t end_of_chain_ = 0;  // the position behind the last stack that may be used
  std::uint32_t ended_ = 0;         // stacks from tasks that ended away from their spawner
};

}  // namespace nuthatch::detail
