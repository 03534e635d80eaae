// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"

namespace nuthatch::scheduling {

/// Estimates how long stolen children of scopes run, to decide what is worth moving to another
/// core, and how many children at a time. Any worker may call any function; all values are hints,
/// so every access is relaxed.
class sibling_costs {
 public:
  /// Children that run for less are tiny: moving one to another core costs as much. It takes a
  /// cache line that has just been written, and often another one for the result.
  static constexpr std::uint64_t tiny_ns = 250;

  /// Notes that `children` that travelled together took `ns` in total. Returns for how long their
  /// thief should search for other work before it requests such children again. It was
  /// `patience_ns` the last time, and grows while children are tiny.
  [[nodiscard]] std::uint64_t any_note(std::uint32_t children,
                                       std::uint64_t ns,
                                       std::uint64_t patience_ns) noexcept {
    constexpr std::uint64_t first_ns = 2'000;
    constexpr std::uint64_t max_ns = 100'000;
    const std::uint64_t each_ns = ns / children;
    // May overwrite another worker's value.
    const std::uint64_t before = each_ns_.load(detail::memory_order_relaxed);
    each_ns_.store(before == 0 ? each_ns + 1 : (3 * before + each_ns) / 4 + 1,
                   detail::memory_order_relaxed);
    return each_ns < tiny_ns ? std::clamp(2 * patience_ns, first_ns, max_ns) : 0;
  }

  /// Returns the mean duration; 0 while nothing is known.
  [[nodiscard]] std::uint64_t mean_ns() const noexcept {
    return each_ns_.load(detail::memory_order_relaxed);
  }

  /// Returns whether children are known to be tiny.
  [[nodiscard]] bool siblings_are_tiny() const noexcept {
    const std::uint64_t each_ns = mean_ns();
    return each_ns != 0 && each_ns < tiny_ns;
  }

  /// Returns whether children are known to be so short that several should travel together.
  [[nodiscard]] bool siblings_are_short() const noexcept {
    return mean_ns() != 0 && siblings_per_item() > 1;
  }

  /// Returns whether children are known not to be tiny: then it is worth publishing some before
  /// they are requested.
  [[nodiscard]] bool worth_publishing_early() const noexcept { return mean_ns() >= tiny_ns; }

  /// Returns how many children should travel together.
  [[nodiscard]] std::uint32_t siblings_per_item() const noexcept {
    const std::uint64_t each_ns = mean_ns();
    return each_ns == 0 ? first_piece
                        : static_cast<std::uint32_t>(
                              std::clamp<std::uint64_t>(piece_ns / each_ns, 1, max_in_piece));
  }

  /// Returns the number up to which children are few: idle workers get at most one piece each.
  /// There are never few short ones: otherwise the end of a loop, and what was stolen together,
  /// would be published one by one.
  [[nodiscard]] std::uint32_t few_for(unsigned idle_workers) const noexcept {
    return siblings_are_short() ? 0 : idle_workers * siblings_per_item();
  }

  /// Returns how many pieces to publish if `asked` are requested, with `workers` in total. An owner
  /// answers only between two children. If children take long, two pieces per other worker are
  /// published at once.
  [[nodiscard]] unsigned pieces_for(unsigned asked, unsigned workers) const noexcept {
    return worth_publishing_early() ? std::max(asked, 2 * (workers - 1)) : asked;
  }

 private:
  // Ten times the cost of stealing it. A parent seldom waits longer for a thief.
  static constexpr std::uint64_t piece_ns = 5'000;
  static constexpr std::uint32_t max_in_piece = 64;
  static constexpr std::uint32_t first_piece = 8;

  alignas(base::interference_size) detail::atomic<std::uint64_t> each_ns_{0};
};

}  // namespace nuthatch::scheduling
