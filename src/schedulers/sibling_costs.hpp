// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"

namespace nuthatch::scheduling {

/// How long stolen children of scopes take, as far as that is known: what is worth moving to
/// another core, and how many at a time. Any worker may call anything; all of it is hints, so every
/// access is relaxed.
class sibling_costs {
 public:
  /// Children that take less are tiny: moving one to another core, a cache line that has just been
  /// written, and often another one for its result, costs as much.
  static constexpr std::uint64_t tiny_ns = 250;

  /// `children` that travelled together took `ns` altogether. Returns for how long their thief
  /// should look for other work before it asks for such children again, when it was `patience_ns`
  /// the last time: the more often they were tiny, the longer.
  [[nodiscard]] std::uint64_t any_note(std::uint32_t children,
                                       std::uint64_t ns,
                                       std::uint64_t patience_ns) noexcept {
    constexpr std::uint64_t first_ns = 2'000;
    constexpr std::uint64_t most_ns = 100'000;
    const std::uint64_t each_ns = ns / children;
    // Perhaps another worker's value is lost.
    const std::uint64_t before = each_ns_.load(detail::memory_order_relaxed);
    each_ns_.store(before == 0 ? each_ns + 1 : (3 * before + each_ns) / 4 + 1,
                   detail::memory_order_relaxed);
    return each_ns < tiny_ns ? std::clamp(2 * patience_ns, first_ns, most_ns) : 0;
  }

  /// 0 as long as nothing is known.
  [[nodiscard]] std::uint64_t mean_ns() const noexcept {
    return each_ns_.load(detail::memory_order_relaxed);
  }

  /// Known to be tiny.
  [[nodiscard]] bool siblings_are_tiny() const noexcept {
    const std::uint64_t each_ns = mean_ns();
    return each_ns != 0 && each_ns < tiny_ns;
  }

  /// Known to be so short that some should travel together.
  [[nodiscard]] bool siblings_are_short() const noexcept {
    return mean_ns() != 0 && siblings_per_item() > 1;
  }

  /// Known not to be tiny: worth having some ready before they are asked for.
  [[nodiscard]] bool worth_publishing_early() const noexcept { return mean_ns() >= tiny_ns; }

  /// How many should travel together.
  [[nodiscard]] std::uint32_t siblings_per_item() const noexcept {
    const std::uint64_t each_ns = mean_ns();
    return each_ns == 0 ? first_piece
                        : static_cast<std::uint32_t>(
                              std::clamp<std::uint64_t>(piece_ns / each_ns, 1, most_in_piece));
  }

  /// So many or fewer are few: `takers` get no more than a piece each. Of short ones none are: the
  /// rest of a loop, and what was stolen together, would be published one by one.
  [[nodiscard]] std::uint32_t few_for(unsigned idle_workers) const noexcept {
    return siblings_are_short() ? 0 : idle_workers * siblings_per_item();
  }

  /// How many pieces to make ready when `asked` are wanted, with so many `workers`. An owner
  /// answers only between two children. If these take their time, two pieces for each other worker
  /// are ready at once.
  [[nodiscard]] unsigned pieces_for(unsigned asked, unsigned workers) const noexcept {
    return worth_publishing_early() ? std::max(asked, 2 * (workers - 1)) : asked;
  }

 private:
  // Ten times what its steal costs. A parent seldom waits longer for a thief.
  static constexpr std::uint64_t piece_ns = 5'000;
  static constexpr std::uint32_t most_in_piece = 64;
  static constexpr std::uint32_t first_piece = 8;

  alignas(base::interference_size) detail::atomic<std::uint64_t> each_ns_{0};
};

}  // namespace nuthatch::scheduling
