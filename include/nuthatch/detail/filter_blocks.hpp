// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch::detail {

/// Whether elements are so small and plain that copying one for nothing takes less time than a
/// branch that cannot be foreseen.
template <class Iterator>
inline constexpr bool copied_for_nothing =
    std::copyable<std::iter_value_t<Iterator>> &&
    std::is_trivially_copyable_v<std::iter_value_t<Iterator>> &&
    std::is_trivially_default_constructible_v<std::iter_value_t<Iterator>> &&
    sizeof(std::iter_value_t<Iterator>) <= 2 * sizeof(double) &&
    std::is_lvalue_reference_v<std::iter_reference_t<Iterator>> &&
    std::same_as<std::remove_cvref_t<std::iter_reference_t<Iterator>>, std::iter_value_t<Iterator>>;

/// Which elements of several blocks a test selects. Each block has words of its own.
class selections {
 public:
  selections(std::uint64_t blocks, std::uint64_t length)
      : words_of_block_((length + bits - 1) / bits),
        words_(blocks * words_of_block_) {}

  /// Tests the elements of a block, each once. Returns how many are selected.
  template <class Test>
  std::uint64_t select(std::uint64_t block, std::uint64_t from, std::uint64_t to, Test& test) {
    std::uint64_t selected = 0;
    std::size_t word = block * words_of_block_;
    for (std::uint64_t end = from; from != to; from = end) {
      end = from + std::min(to - from, bits);
      std::uint64_t mask = 0;
      for (std::uint64_t i = from; i != end; ++i) {
        mask |= std::uint64_t{test(i)} << (i - from);
      }
      words_[word++] = mask;
      selected += static_cast<std::uint64_t>(std::popcount(mask));
    }
    return selected;
  }

  /// Whether element number i of a block was selected.
  [[nodiscard]] bool has(std::uint64_t block, std::uint64_t i) const noexcept {
    return (words_[block * words_of_block_ + i / bits] >> (i % bits) & 1U) != 0;
  }

  /// Calls visit(i) for the selected elements of a block that begins at `from`, until it returns
  /// false.
  template <class Visit>
  void visit_selected(std::uint64_t block, std::uint64_t from, Visit visit) const {
    for (std::size_t word = 0; word != words_of_block_; ++word) {
      for (std::uint64_t mask = words_[block * words_of_block_ + word]; mask != 0;
           mask &= mask - 1) {
        if (!visit(from + word * bits + static_cast<std::uint64_t>(std::countr_zero(mask)))) {
          return;
        }
      }
    }
  }

 private:
  static constexpr std::uint64_t bits = 64;

  std::size_t words_of_block_;
  std::vector<std::uint64_t> words_;
};

/// How far an algorithm came whose outputs may be too short: to the first element that finds no
/// place, and how many elements before it were selected.
struct filter_end {
  std::uint64_t elements;
  std::uint64_t selected;
};

/// Copies the elements for whose numbers test(i) holds, for carried_loop. Exactly one block meets
/// the first selected element that finds no place: before it, at most `room` were selected.
template <class Test, class In, class Out>
class copying_filter {
 public:
  using value = std::uint64_t;  // how many are selected
  using kept = selections;
  static constexpr bool totals_are_carried = true;

  copying_filter(
      Test& test, const In& in, const Out& out, std::uint64_t room, std::uint64_t n) noexcept
      : test_(test),
        in_(in),
        out_(out),
        room_(room),
        end_{n, room} {}

  std::optional<value> run(std::uint64_t from,
                           std::uint64_t to,
                           const value* start,
                           bool /*wanted*/) {
    std::uint64_t selected = *start;
    if (selected > room_) {
      return selected;
    }
    Test test = test_;
    if constexpr (copied_for_nothing<In>) {
      while (from != to) {
        const std::uint64_t count = std::min(to - from, at_a_time);
        if (room_ - selected < count) {
          break;
        }
        selected += copy_some(from, from + count, selected, test);
        from += count;
      }
    }
    for (; from != to && selected <= room_; ++from) {
      if (test(from)) {
        place(from, selected++);
      }
    }
    return selected;
  }

  [[nodiscard]] static kept keep(std::uint64_t blocks, std::uint64_t length) {
    return kept(blocks, length);
  }

  value measure(std::uint64_t from, std::uint64_t to, kept& in, std::uint64_t block) {
    Test test = test_;
    return in.select(block, from, to, test);
  }

  void complete(
      std::uint64_t from, std::uint64_t /*to*/, value start, const kept& in, std::uint64_t block) {
    if (start <= room_) {
      in.visit_selected(block, from, [&, this](std::uint64_t i) { return place(i, start++); });
    }
  }

  [[nodiscard]] static value join(value left, value right) noexcept { return left + right; }

  /// How far the copies came, once `selected` elements have been.
  [[nodiscard]] filter_end end(std::uint64_t selected) const noexcept {
    return selected > room_ ? end_ : filter_end{end_.elements, selected};
  }

 private:
  static constexpr std::uint64_t at_a_time = 128;

  /// Copies the selected ones of some elements, all of which would find a place, without branches.
  [[gnu::always_inline]] std::uint64_t copy_some(std::uint64_t from,
                                                 std::uint64_t to,
                                                 std::uint64_t selected,
                                                 Test& test) {
    std::iter_value_t<In> found[at_a_time];
    std::uint64_t count = 0;
    for (std::uint64_t i = from; i != to; ++i) {
      found[count] = detail::element_at(in_, i);
      count += std::uint64_t{test(i)};
    }
    for (std::uint64_t i = 0; i != count; ++i) {
      detail::element_at(out_, selected + i) = std::as_const(found[i]);
    }
    return count;
  }

  /// Returns whether there was place.
  [[gnu::always_inline]] bool place(std::uint64_t i, std::uint64_t selected) {
    if (selected == room_) [[unlikely]] {
      end_.elements = i;
      return false;
    }
    detail::element_at(out_, selected) = detail::element_at(in_, i);
    return true;
  }

  Test& test_;
  const In& in_;
  const Out& out_;
  const std::uint64_t room_;
  filter_end end_;
};

/// Copies the elements for whose numbers test(i) holds to one output and the others to another one,
/// for carried_loop. Exactly one block meets the first element that finds no place.
template <class Test, class In, class OutTrue, class OutFalse>
class distributing_filter {
 public:
  using value = std::uint64_t;  // how many are selected
  using kept = selections;
  static constexpr bool totals_are_carried = true;

  Test& test;
  const In& in;
  const OutTrue& out_true;
  const OutFalse& out_false;
  const std::uint64_t room_true;
  const std::uint64_t room_false;
  std::optional<filter_end> early_end{};

  std::optional<value> run(std::uint64_t from,
                           std::uint64_t to,
                           const value* start,
                           bool /*wanted*/) {
    return distribute(from, to, *start, test);
  }

  [[nodiscard]] static kept keep(std::uint64_t blocks, std::uint64_t length) {
    return kept(blocks, length);
  }

  value measure(std::uint64_t from, std::uint64_t to, kept& flags, std::uint64_t block) {
    return flags.select(block, from, to, test);
  }

  void complete(
      std::uint64_t from, std::uint64_t to, value start, const kept& flags, std::uint64_t block) {
    auto known = [&flags, block, from](std::uint64_t i) {
      return flags.has(block, i - from);
    };
    distribute(from, to, start, known);
  }

  [[nodiscard]] static value join(value left, value right) noexcept { return left + right; }

 private:
  /// Returns how many elements are selected up to the end of the block or, if one found no place,
  /// so many that no further block finds any.
  template <class Known>
  value distribute(std::uint64_t from, std::uint64_t to, std::uint64_t selected, Known& is_true) {
    if (selected > room_true || from - selected > room_false) {
      return selected;
    }
    if constexpr (copied_for_nothing<In>) {
      while (from != to) {
        const std::uint64_t count = std::min(to - from, at_a_time);
        if (room_true - selected < count || room_false - (from - selected) < count) {
          break;
        }
        selected += distribute_some(from, from + count, selected, is_true);
        from += count;
      }
    }
    for (; from != to; ++from) {
      const bool is = is_true(from);
      if (is ? selected == room_true : from - selected == room_false) {
        early_end = filter_end{from, selected};
        return selected + (is ? 1 : 0);
      }
      if (is) {
        detail::element_at(out_true, selected++) = detail::element_at(in, from);
      } else {
        detail::element_at(out_false, from - selected) = detail::element_at(in, from);
      }
    }
    return selected;
  }

  static constexpr std::uint64_t at_a_time = 128;

  /// The same for some elements, all of which find a place, without branches. Returns how many of
  /// them are selected.
  template <class Known>
  [[gnu::always_inline]] std::uint64_t distribute_some(std::uint64_t from,
                                                       std::uint64_t to,
                                                       std::uint64_t selected,
                                                       Known& is_true) {
    std::iter_value_t<In> found[at_a_time];
    std::iter_value_t<In> others[at_a_time];
    std::uint64_t count = 0;
    for (std::uint64_t i = from; i != to; ++i) {
      const bool is = is_true(i);
      found[count] = detail::element_at(in, i);
      others[i - from - count] = detail::element_at(in, i);
      count += std::uint64_t{is};
    }
    for (std::uint64_t i = 0; i != count; ++i) {
      detail::element_at(out_true, selected + i) = std::as_const(found[i]);
    }
    for (std::uint64_t i = 0; i != to - from - count; ++i) {
      detail::element_at(out_false, from - selected + i) = std::as_const(others[i]);
    }
    return count;
  }
};

}  // namespace nuthatch::detail
