// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/filter_blocks.hpp>
#include <nuthatch/detail/scratch.hpp>
#include <nuthatch/fork_join.hpp>

namespace nuthatch::detail {

/// Returns the first number from `from` to `to` for which is_before(number) does not hold; it holds
/// for all numbers before that.
template <class IsBefore>
[[nodiscard]] std::uint64_t end_of_those_before(std::uint64_t from,
                                                std::uint64_t to,
                                                IsBefore is_before) {
  // Without branches that nobody can foresee.
  for (std::uint64_t left = to - from; left != 0;) {
    const std::uint64_t half = (left + 1) / 2;
    const bool before = is_before(from + half - 1);
    from += before ? half : 0;
    left = before ? left - half : half - 1;
  }
  return from;
}

/// How many elements of two ranges.
struct two_counts {
  std::uint64_t first;
  std::uint64_t second;
};

/// Two sorted ranges.
template <class It1, class It2, class Comp, class Proj1, class Proj2>
struct sorted_ranges {
  It1 first1;
  std::uint64_t n1;
  It2 first2;
  std::uint64_t n2;
  Comp& comp;
  Proj1& proj1;
  Proj2& proj2;

  [[nodiscard]] std::uint64_t size() const noexcept { return n1 + n2; }

  /// Whether element i of the first range is less than element k of the second one.
  [[nodiscard]] bool first_is_less(std::uint64_t i, std::uint64_t k) const {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first1, i, proj1), detail::projected_at(first2, k, proj2)));
  }

  /// Whether element k of the second range is less than element i of the first one. Otherwise it
  /// comes later in the merged range.
  [[nodiscard]] bool second_is_less(std::uint64_t i, std::uint64_t k) const {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first2, k, proj2), detail::projected_at(first1, i, proj1)));
  }

  /// How many elements of both are among the first `count` ones of the merged range.
  [[nodiscard]] two_counts before(std::uint64_t count) const {
    const std::uint64_t i = detail::end_of_those_before(
        count > n2 ? count - n2 : 0, std::min(count, n1), [&, this](std::uint64_t of_first) {
          return !second_is_less(of_first, count - of_first - 1);
        });
    return {i, count - i};
  }
};

/// Whether two ranges have plain elements of one type, so that one of two can be chosen without a
/// branch.
template <class It1, class It2>
inline constexpr bool chosen_without_branch =
    // NOLINTNEXTLINE(misc-redundant-expression): they may be of two types
    copied_for_nothing<It1> && copied_for_nothing<It2> &&
    std::same_as<std::iter_value_t<It1>, std::iter_value_t<It2>>;

/// Merges elements of two ranges: calls put_first(i) or put_second(k) for each, and then advances
/// `at` behind it.
template <class Ranges, class Put1, class Put2>
void merge_part(const Ranges& in, two_counts& at, two_counts end, Put1 put_first, Put2 put_second) {
  while (at.first != end.first && at.second != end.second) {
    if (in.second_is_less(at.first, at.second)) {
      put_second(at.second);
      ++at.second;
    } else {
      put_first(at.first);
      ++at.first;
    }
  }
  for (; at.first != end.first; ++at.first) {
    put_first(at.first);
  }
  for (; at.second != end.second; ++at.second) {
    put_second(at.second);
  }
}

/// Copies what is left of a part of the merged range to the same numbers of an output.
template <class Ranges, class Out>
void copy_rest(const Ranges& in, const Out& out, two_counts at, two_counts end) {
  detail::merge_part(
      in,
      at,
      end,
      [&](std::uint64_t i) {
        detail::element_at(out, at.first + at.second) = detail::element_at(in.first1, i);
      },
      [&](std::uint64_t k) {
        detail::element_at(out, at.first + at.second) = detail::element_at(in.first2, k);
      });
}

/// Copies parts of a merged range, each of plain elements, to the same numbers of an output. Which
/// of two elements comes next is chosen without a branch, and the parts are made side by side,
/// since each element waits for the one before it.
template <class Ranges, class Out, std::size_t Lanes>
class merging_lanes {
 public:
  merging_lanes(const Ranges& in, const Out& out, std::uint64_t from, std::uint64_t to)
      : in_(in),
        out_(out) {
    for (std::size_t lane = 0; lane != Lanes; ++lane) {
      at_[lane] = lane == 0 ? in.before(from) : end_[lane - 1];
      end_[lane] = in.before(from + (to - from) * (lane + 1) / Lanes);
    }
  }

  void run() {
    while (true) {
      std::uint64_t steps = least_left(0);
      for (std::size_t lane = 1; lane != Lanes; ++lane) {
        steps = std::min(steps, least_left(lane));
      }
      if (steps == 0) {
        break;
      }
      run_steps(steps, std::make_index_sequence<Lanes>());
    }
    for (std::size_t lane = 0; lane != Lanes; ++lane) {
      if constexpr (Lanes == 1) {
        detail::copy_rest(in_, out_, at_[lane], end_[lane]);
      } else {
        merging_lanes<Ranges, Out, 1>(in_, out_, at_[lane], end_[lane]).run();
      }
    }
  }

  merging_lanes(const Ranges& in, const Out& out, two_counts at, two_counts end)
    requires(Lanes == 1)
      : in_(in),
        out_(out),
        at_{at},
        end_{end} {}

 private:
  /// How many elements are left in the range of which a lane has fewer.
  [[nodiscard]] std::uint64_t least_left(std::size_t lane) const noexcept {
    return std::min(end_[lane].first - at_[lane].first, end_[lane].second - at_[lane].second);
  }

  template <std::size_t... Lane>
  void run_steps(std::uint64_t steps, std::index_sequence<Lane...> /*all*/) {
    const Ranges in = in_;
    const Out out = out_;
    std::uint64_t first[Lanes] = {at_[Lane].first...};
    const std::uint64_t done[Lanes] = {at_[Lane].first + at_[Lane].second...};
    for (std::uint64_t step = 0; step != steps; ++step) {
      ((first[Lane] += merge_one(in, out, first[Lane], done[Lane] + step)), ...);
    }
    ((at_[Lane] = {first[Lane], done[Lane] + steps - first[Lane]}), ...);
  }

  /// Copies element `count`, before which there are `i` of the first range. Returns 1 if it is of
  /// the first range.
  [[gnu::always_inline]] static std::uint64_t merge_one(const Ranges& in,
                                                        const Out& out,
                                                        std::uint64_t i,
                                                        std::uint64_t count) {
    const bool second = in.second_is_less(i, count - i);
    const auto* const chosen = second ? std::addressof(detail::element_at(in.first2, count - i))
                                      : std::addressof(detail::element_at(in.first1, i));
    detail::element_at(out, count) = *chosen;
    return std::uint64_t{!second};
  }

  const Ranges& in_;
  const Out& out_;
  two_counts at_[Lanes];
  two_counts end_[Lanes];
};

/// Copies a part of the merged range of two ranges to the same numbers of an output.
template <class Ranges, class Out>
void copy_merged(const Ranges& in, const Out& out, std::uint64_t from, std::uint64_t to) {
  constexpr std::size_t lanes = 4;
  constexpr std::uint64_t few = 16 * lanes;
  if constexpr (chosen_without_branch<decltype(in.first1), decltype(in.first2)>) {
    if (to - from >= few) {
      merging_lanes<Ranges, Out, lanes>(in, out, from, to).run();
      return;
    }
  }
  detail::copy_rest(in, out, in.before(from), in.before(to));
}

/// Two neighbouring sorted parts of a range.
template <class It, class Comp, class Proj>
using sorted_neighbours = sorted_ranges<It, It, Comp, Proj, Proj>;

template <class It, class Comp, class Proj>
[[nodiscard]] sorted_neighbours<It, Comp, Proj> neighbours_of(const It& first,
                                                              two_counts size,
                                                              Comp& comp,
                                                              Proj& proj) {
  return {first, size.first, detail::iterator_at(first, size.first), size.second, comp, proj, proj};
}

/// Merges two neighbouring parts of a range by way of memory. Moving elements does not throw.
/// Comparing two may: then all elements return, in any order.
template <class It, class Comp, class Proj>
class merging_in_place {
 public:
  using value = std::iter_value_t<It>;

  merging_in_place(const It& first, two_counts size, Comp& comp, Proj& proj, value* memory)
      : first_(first),
        n_(size.first + size.second),
        chunks_((n_ + chunk - 1) / chunk),
        memory_(memory),
        in_{memory, size.first, memory + size.first, size.second, comp, proj, proj},
        cuts_(chunks_ + 1, size),
        is_merged_(chunks_) {
    // The elements are still in the range.
    const auto range = detail::neighbours_of(first, size, comp, proj);
    for_each_of(chunks_, [&, this](std::uint64_t c) { cuts_[c] = range.before(c * chunk); });
  }

  void run() {
    detail::move_each_chunk<It>(chunks_, [this](std::uint64_t c) { move_there(c); });
    try {
      for_each_of(chunks_, [this](std::uint64_t c) { merge_back(c); });
    } catch (...) {
      for (std::uint64_t c = 0; c != chunks_; ++c) {
        if (is_merged_[c] == 0) {
          put_rest(c, cuts_[c], c * chunk);
        }
      }
      throw;
    }
  }

 private:
  static constexpr std::uint64_t chunk = 2048;

  template <class Each>
  static void for_each_of(std::uint64_t chunks, Each each) {
    detail::for_each_chunk<It>(chunks, each);
  }

  [[nodiscard]] std::uint64_t end_of(std::uint64_t c) const noexcept {
    return std::min((c + 1) * chunk, n_);
  }

  void move_there(std::uint64_t c) noexcept {
    for (std::uint64_t i = c * chunk; i != end_of(c); ++i) {
      std::construct_at(memory_ + i, std::ranges::iter_move(detail::iterator_at(first_, i)));
    }
  }

  void merge_back(std::uint64_t c) {
    two_counts at = cuts_[c];  // NOLINT(misc-const-correctness): for some types, it changes
    const two_counts end = cuts_[c + 1];
    std::uint64_t to = c * chunk;
    auto put_first = [&, this](std::uint64_t i) {
      put(to++, i);
    };
    auto put_second = [&, this](std::uint64_t k) {
      put(to++, in_.n1 + k);
    };
    try {
      if constexpr (chosen_without_branch<It, value*>) {
        // These elements are copied, so the memory still has all of them after an exception.
        detail::copy_merged(in_, first_, c * chunk, end_of(c));
      } else {
        detail::merge_part(in_, at, end, put_first, put_second);
      }
      is_merged_[c] = 1;
    } catch (...) {
      put_rest(c, at, to);
      throw;
    }
  }

  void put_rest(std::uint64_t c, two_counts at, std::uint64_t to) noexcept {
    for (; at.first != cuts_[c + 1].first; ++at.first) {
      put(to++, at.first);
    }
    for (; at.second != cuts_[c + 1].second; ++at.second) {
      put(to++, in_.n1 + at.second);
    }
    is_merged_[c] = 1;
  }

  void put(std::uint64_t to, std::uint64_t from) noexcept {
    detail::element_at(first_, to) = std::move(memory_[from]);
    std::destroy_at(memory_ + from);
  }

  const It& first_;
  const std::uint64_t n_;
  const std::uint64_t chunks_;
  value* memory_;
  sorted_ranges<value*, value*, Comp, Proj, Proj> in_;
  std::vector<two_counts> cuts_;
  std::vector<unsigned char> is_merged_;
};

/// Merges two neighbouring parts by rotating pieces of them, which loses no element, whatever
/// throws.
template <class It, class Comp, class Proj>
void merge_by_rotation(const It& first, two_counts size, Comp& comp, Proj& proj) {
  constexpr std::uint64_t few = 512;
  if (size.first == 0 || size.second == 0) {
    return;
  }
  const auto in = detail::neighbours_of(first, size, comp, proj);
  two_counts cut{};
  if (size.first >= size.second) {
    cut.first = size.first / 2;
    cut.second = detail::end_of_those_before(
        0, size.second, [&](std::uint64_t k) { return in.second_is_less(cut.first, k); });
  } else {
    cut.second = size.second / 2;
    cut.first = detail::end_of_those_before(
        0, size.first, [&](std::uint64_t i) { return !in.second_is_less(i, cut.second); });
  }
  // A rotation. The result of that of std::ranges does not compile with Clang 14 and GCC's library.
  const It rotated = detail::iterator_at(first, cut.first);
  const It rotated_end = detail::iterator_at(in.first2, cut.second);
  std::ranges::reverse(rotated, in.first2);
  std::ranges::reverse(in.first2, rotated_end);
  std::ranges::reverse(rotated, rotated_end);
  if (size.first + size.second == 2) {
    return;
  }
  auto left = [&] {
    detail::merge_by_rotation(first, cut, comp, proj);
  };
  auto right = [&] {
    const It begin = detail::iterator_at(first, cut.first + cut.second);
    detail::merge_by_rotation(
        begin, {size.first - cut.first, size.second - cut.second}, comp, proj);
  };
  if (size.first + size.second <= few || shares_bytes<It>) {
    left();
    right();
  } else {
    nuthatch::fork_join(adaptive, left, right);
  }
}

/// Merges two neighbouring parts of a range.
template <class It, class Comp, class Proj>
void merge_in_place(const It& first, two_counts size, Comp& comp, Proj& proj) {
  if (size.first == 0 || size.second == 0) {
    return;
  }
  // What is in place at the beginning and at the end stays there.
  const auto in = detail::neighbours_of(first, size, comp, proj);
  const std::uint64_t from = detail::end_of_those_before(
      0, size.first, [&](std::uint64_t i) { return !in.second_is_less(i, 0); });
  if (from == size.first) {
    return;
  }
  size.second = detail::end_of_those_before(
      0, size.second, [&](std::uint64_t k) { return in.second_is_less(size.first - 1, k); });
  size.first -= from;
  const It begin = detail::iterator_at(first, from);
  if constexpr (moves_to_scratch<It>) {
    const scratch<std::iter_value_t<It>> memory(size.first + size.second);
    if (memory.get() != nullptr) {
      merging_in_place<It, Comp, Proj>(begin, size, comp, proj, memory.get()).run();
      return;
    }
  }
  detail::merge_by_rotation(begin, size, comp, proj);
}

}  // namespace nuthatch::detail
