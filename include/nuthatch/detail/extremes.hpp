// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/known_operations.hpp>

namespace nuthatch::detail {

/// The element that an algorithm looks for.
enum class extreme : std::uint8_t { first_least, first_most, last_most };

/// Elements by their numbers, with the order of their projections.
template <class Iterator, class Comp, class Proj>
class ordered_elements {
 public:
  using value = std::remove_cvref_t<std::indirect_result_t<Proj&, Iterator>>;

  /// Whether a comparison takes no longer than reading the elements, and changes nothing.
  static constexpr bool are_numbers =
      std::is_arithmetic_v<value> && is_standard_order<Comp, value> &&
      (std::is_same_v<Proj, std::identity> || std::is_member_object_pointer_v<Proj>);

  ordered_elements(const Iterator& first, Comp& comp, Proj& proj) noexcept
      : first_(first),
        comp_(comp),
        proj_(proj) {}

  [[nodiscard, gnu::always_inline]] decltype(auto) at(std::uint64_t i) const {
    return detail::projected_at(first_, i, proj_);
  }

  /// Returns whether b is beyond a.
  template <extreme Which, class First, class Second>
  [[nodiscard, gnu::always_inline]] bool is_beyond(First&& a, Second&& b) const {
    if constexpr (Which == extreme::first_least) {
      return static_cast<bool>(std::invoke(comp_, std::forward<Second>(b), std::forward<First>(a)));
    } else {
      return static_cast<bool>(std::invoke(comp_, std::forward<First>(a), std::forward<Second>(b)));
    }
  }

  /// Returns whether b wins over a, which comes before it.
  template <extreme Which, class First, class Second>
  [[nodiscard, gnu::always_inline]] bool wins(First&& a, Second&& b) const {
    if constexpr (Which == extreme::last_most) {
      return !is_beyond<Which>(std::forward<Second>(b), std::forward<First>(a));
    } else {
      return is_beyond<Which>(std::forward<First>(a), std::forward<Second>(b));
    }
  }

 private:
  Iterator first_;
  Comp& comp_;
  Proj& proj_;
};

/// The element that wins over all others, by its number; `none` before any.
template <extreme Which, class Elements>
class winner_of_blocks {
 public:
  winner_of_blocks(const Elements& of, std::uint64_t none) noexcept
      : of_(of),
        none_(none),
        winner_(none) {}

  /// Lets an element compete. Elements may do so in any order.
  void any_compete(std::uint64_t i) {
    // Relaxed: the joins of the loop order what the comparisons did.
    std::uint64_t before = winner_.load(memory_order_relaxed);
    while (wins_over(before, i, of_.at(i)) &&
           !winner_.compare_exchange_weak(before, i, memory_order_relaxed, memory_order_relaxed)) {
    }
  }

  /// Returns whether `b`, which is at number i or near it, wins over number `a`.
  template <class Element>
  [[nodiscard, gnu::always_inline]] bool wins_over(std::uint64_t a,
                                                   std::uint64_t i,
                                                   Element&& b) const {
    return a == none_ || (a < i ? of_.template wins<Which>(of_.at(a), std::forward<Element>(b))
                                : !of_.template wins<Which>(std::forward<Element>(b), of_.at(a)));
  }

  [[nodiscard]] std::uint64_t get() const noexcept { return winner_.load(memory_order_relaxed); }

 private:
  const Elements& of_;
  const std::uint64_t none_;
  atomic<std::uint64_t> winner_;
};

/// The winner of consecutive elements, which are added at the end.
template <extreme Which, class Elements>
class winner_of_block {
 public:
  winner_of_block(const Elements& of, std::uint64_t first) : of_(of), best_(first) {}

  /// Returns whether this element wins over all before.
  [[nodiscard]] bool add(std::uint64_t i) {
    const bool wins = of_.template wins<Which>(of_.at(best_), of_.at(i));
    best_ = wins ? i : best_;
    return wins;
  }

  [[nodiscard]] std::uint64_t get() const noexcept { return best_; }

 private:
  const Elements& of_;
  std::uint64_t best_;
};

/// The winner among numbers, in short chunks of the elements. Few chunks contain a new one. So it
/// is looked for only where the extreme of the chunk, which is computed in lanes without branches,
/// wins over all that is known of other chunks.
template <extreme Which, class Elements>
class winner_of_chunks {
 public:
  winner_of_chunks(const Elements& of, winner_of_blocks<Which, Elements>& all)
      : of_(of),
        all_(all) {}

  void any_add(std::uint64_t from, std::uint64_t to) {
    const value most = extreme_of(from, to);
    if (!all_.wins_over(all_.get(), from, most)) {
      return;
    }
    if constexpr (Which == extreme::last_most) {
      for (--to; to != from && of_.template is_beyond<Which>(of_.at(to), most); --to) {
      }
      all_.any_compete(to);
    } else {
      for (; from + 1 != to && of_.template is_beyond<Which>(of_.at(from), most); ++from) {
      }
      all_.any_compete(from);
    }
  }

 private:
  using value = typename Elements::value;

  [[gnu::always_inline]] void extend(value& most, value next) const {
    most = of_.template is_beyond<Which>(most, next) ? next : most;
  }

  [[nodiscard]] value extreme_of(std::uint64_t from, std::uint64_t to) const {
    constexpr std::uint64_t lanes = 8;
    value most = of_.at(from);
    if (to - from >= lanes) {
      value of_lane[lanes];
      for (std::uint64_t lane = 0; lane != lanes; ++lane) {
        of_lane[lane] = of_.at(from + lane);
      }
      for (from += lanes; to - from >= lanes; from += lanes) {
#pragma GCC unroll 8
        for (std::uint64_t lane = 0; lane != lanes; ++lane) {
          extend(of_lane[lane], of_.at(from + lane));
        }
      }
      for (const value each : of_lane) {
        extend(most, each);
      }
    }
    for (; from != to; ++from) {
      extend(most, of_.at(from));
    }
    return most;
  }

  const Elements& of_;
  winner_of_blocks<Which, Elements>& all_;
};

/// Calls chunk(from, to) for short chunks of a block.
template <class Chunk>
void for_each_chunk(std::uint64_t from, std::uint64_t to, Chunk chunk) {
  constexpr std::uint64_t longest = 256;
  while (from != to) {
    const std::uint64_t end = from + std::min(to - from, longest);
    chunk(from, end);
    from = end;
  }
}

/// Returns the number of the element that wins over all others, n if there is none.
template <extreme Which, class Elements>
[[nodiscard]] std::uint64_t winner_of(const parallel_policy& how,
                                      std::uint64_t n,
                                      const Elements& of) {
  winner_of_blocks<Which, Elements> winner(of, n);
  detail::for_each_block(how, n, [&](std::uint64_t from, std::uint64_t to) {
    if constexpr (Elements::are_numbers) {
      winner_of_chunks<Which, Elements> chunks(of, winner);
      detail::for_each_chunk(
          from, to, [&chunks](std::uint64_t i, std::uint64_t end) { chunks.any_add(i, end); });
    } else {
      winner_of_block<Which, Elements> best(of, from);
      while (++from != to) {
        static_cast<void>(best.add(from));
      }
      winner.any_compete(best.get());
    }
  });
  return winner.get();
}

/// The numbers of the first smallest and the last largest element; n for both if there is none.
struct extreme_numbers {
  std::uint64_t least;
  std::uint64_t most;
};

template <class Elements>
[[nodiscard]] extreme_numbers extremes_of(const parallel_policy& how,
                                          std::uint64_t n,
                                          const Elements& of) {
  winner_of_blocks<extreme::first_least, Elements> least(of, n);
  winner_of_blocks<extreme::last_most, Elements> most(of, n);
  detail::for_each_block(how, n, [&](std::uint64_t from, std::uint64_t to) {
    if constexpr (Elements::are_numbers) {
      winner_of_chunks<extreme::first_least, Elements> least_chunks(of, least);
      winner_of_chunks<extreme::last_most, Elements> most_chunks(of, most);
      detail::for_each_chunk(from, to, [&](std::uint64_t i, std::uint64_t end) {
        least_chunks.any_add(i, end);
        most_chunks.any_add(i, end);
      });
    } else {
      winner_of_block<extreme::first_least, Elements> least_here(of, from);
      winner_of_block<extreme::last_most, Elements> most_here(of, from);
      while (++from != to) {
        if (!least_here.add(from)) {
          static_cast<void>(most_here.add(from));
        }
      }
      least.any_compete(least_here.get());
      most.any_compete(most_here.get());
    }
  });
  return {least.get(), most.get()};
}

}  // namespace nuthatch::detail
