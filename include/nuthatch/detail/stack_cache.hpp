// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/fiber.hpp>

namespace nuthatch::fiber {
class stack_pool;
}

namespace nuthatch::detail {

/// The free stacks that a worker has at hand, and where its chain of stacks may end (B3, B4).
///
/// Role: the owner, for all.
class stack_cache {
 public:
  /// The first one; null: the cache is empty.
  [[nodiscard]] fiber* first() const noexcept { return first_; }

  /// Whether there is a stack at hand for a further child, and room for it in the chain (B4).
  [[gnu::always_inline]] [[nodiscard]] bool chain_may_grow() const noexcept {
    return first_ != nullptr && static_cast<std::int32_t>(first_->position - end_of_chain_) < 0;
  }

  /// A child runs on `child`, which was the first, or has returned from it.
  [[gnu::always_inline]] void take(fiber* child) noexcept { first_ = child->next_free; }

  [[gnu::always_inline]] void put_back(fiber* child) noexcept { first_ = child; }

  // ---- what follows is in src/core/memory/stack_cache.cpp ----

  /// Takes a stack for fresh work. Requires that there is one.
  [[nodiscard]] fiber& take_for_start() noexcept;

  /// Takes the stack of a task that has ended, `ended` itself, which may still be running there:
  /// nobody else can use it before the caller has jumped off it.
  void put_ended(fiber& ended) noexcept;

  /// `first` is the whole stack chain now, which may have `threshold` stacks.
  void begin_chain(fiber& first, std::uint32_t threshold) noexcept;

  /// The chain begins with `first` now, which is part of it.
  void shorten_chain(const fiber& first, std::uint32_t threshold) noexcept {
    end_of_chain_ = first.position + threshold;
  }

  /// How many stacks the chain has whose last one is `last`.
  [[nodiscard]] std::uint32_t chain_length(const fiber& last,
                                           std::uint32_t threshold) const noexcept {
    return last.position - (end_of_chain_ - threshold) + 1;
  }

  /// Fills the empty cache behind the running fiber, or, null, that of a worker without a task.
  /// Throws stack_limit_error.
  void fill(nuthatch::fiber::stack_pool& from, unsigned workers, fiber* running);

  /// Gives some back where ended tasks have left many.
  void trim(nuthatch::fiber::stack_pool& to) noexcept;

  /// Gives all back.
  void clear(nuthatch::fiber::stack_pool& to) noexcept;

 private:
  fiber* first_ = nullptr;
  std::uint32_t end_of_chain_ = 0;  // the position behind the last stack that may be spawned onto
  std::uint32_t ended_ = 0;         // came from tasks that ended away from their spawner
};

}  // namespace nuthatch::detail
