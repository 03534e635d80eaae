// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/known_operations.hpp>

namespace nuthatch::detail {

/// Op combines what was scanned with itself and with operands. What was scanned is needed twice, so
/// Op gets a copy of it, or a reference to a constant if it cannot be copied.
template <class Op, class Value, class Operand>
concept scans =
    std::copy_constructible<Op> && std::movable<Value> && std::convertible_to<Operand, Value> &&
    (std::copyable<Value> ? (std::is_invocable_r_v<Value, Op&, Value, Value> &&
                             std::is_invocable_r_v<Value, Op&, Value, Operand>)
                          : (std::is_invocable_r_v<Value, Op&, const Value&, const Value&> &&
                             std::is_invocable_r_v<Value, Op&, const Value&, Operand>));

/// Returns op(left, right), and leaves `left` as it is.
template <class Value, class Op, class Right>
[[nodiscard, gnu::always_inline]] inline Value combined(Op& op, const Value& left, Right&& right) {
  if constexpr (std::copyable<Value>) {
    return static_cast<Value>(std::invoke(op, Value(left), std::forward<Right>(right)));
  } else {
    return static_cast<Value>(std::invoke(op, left, std::forward<Right>(right)));
  }
}

enum class scan_kind : std::uint8_t { inclusive, exclusive };

/// A scan, for carried_loop: at(i) returns operand number i, and out[i] is written.
///
/// What a block begins with never depends on how the block before was run: it is made of sums that
/// are computed apart from the results, in functions of their own. So the compiler cannot round
/// them differently where a block is measured first, and the results have the same bits whatever is
/// stolen. Operations that group exactly need no sums.
///
/// A long block of small values is scanned in several lanes side by side, since each result waits
/// for the one before it. The sums of the lanes, which are needed for that, add up to the sum of
/// the block. This takes two operations per element, and half the time of one that waits.
template <scan_kind Kind, class Value, class Op, class At, class Out>
class scan_blocks {
 public:
  using value = Value;
  using operand = std::invoke_result_t<At&, std::uint64_t>;

  static constexpr bool totals_are_carried =
      groups_exactly<Op, Value, std::remove_cvref_t<operand>>;

  static constexpr bool has_lanes = !totals_are_carried && std::copyable<Value> &&
                                    std::is_trivially_copyable_v<Value> &&
                                    sizeof(Value) <= 4 * sizeof(double);

  static constexpr std::uint64_t times_reduction = has_lanes ? 8 : 4;  // at least a whole chunk

  struct kept {};

  scan_blocks(Op& op, const At& at, const Out& out) noexcept : op_(op), at_(at), out_(out) {}

  std::optional<Value> run(std::uint64_t from, std::uint64_t to, const Value* start, bool wanted) {
    if constexpr (totals_are_carried) {
      return write_carrying(from, to, start);
    } else {
      std::optional<Value> sum;
      std::optional<Value> next;
      const Value* begin = start;
      for (std::uint64_t end = from; from != to; from = end) {
        end = from + std::min(to - from, longest_chunk);
        std::optional<Value> added = run_chunk(from, end, begin, wanted || end != to);
        if (added) {
          sum.emplace(sum ? join(*sum, *added) : std::move(*added));
          begin = std::addressof(start == nullptr ? *sum : next.emplace(join(*start, *sum)));
        }
      }
      return sum;
    }
  }

  [[nodiscard]] static kept keep(std::uint64_t /*blocks*/, std::uint64_t /*length*/) { return {}; }

  Value measure(std::uint64_t from, std::uint64_t to, kept& /*in*/, std::uint64_t /*block*/) {
    std::uint64_t end = from + std::min(to - from, longest_chunk);
    Value sum = sum_of_chunk(from, end);
    while (end != to) {
      from = end;
      end = from + std::min(to - from, longest_chunk);
      sum = join(sum, sum_of_chunk(from, end));
    }
    return sum;
  }

  void complete(std::uint64_t from,
                std::uint64_t to,
                const Value& start,
                kept& /*in*/,
                std::uint64_t /*block*/) {
    static_cast<void>(run(from, to, std::addressof(start), /*wanted=*/false));
  }

  [[gnu::noinline]] Value join(const Value& left, const Value& right) {
    if constexpr (std::copyable<Value>) {
      return detail::combined<Value>(op_, left, Value(right));
    } else {
      return detail::combined<Value>(op_, left, right);
    }
  }

 private:
  static constexpr std::size_t lanes = 8;
  static constexpr std::uint64_t least_of_lane = 4;
  static constexpr std::uint64_t longest_chunk = 128;

  using every_lane = std::make_index_sequence<lanes>;

  /// The sum up to the end of each lane of a chunk.
  struct lane_sums {
    Value to_end_of[lanes];
  };

  [[nodiscard]] static bool is_divided(std::uint64_t length) noexcept {
    return has_lanes && length >= lanes * least_of_lane;
  }

  /// Writes the results of a chunk. Returns its sum if it is wanted.
  std::optional<Value> run_chunk(std::uint64_t from,
                                 std::uint64_t to,
                                 const Value* start,
                                 bool wanted) {
    if constexpr (has_lanes) {
      if (is_divided(to - from)) {
        const lane_sums sums = sums_of_lanes(from, to);
        write_lanes(from, to, start, sums, every_lane());
        return sums.to_end_of[lanes - 1];
      }
    }
    std::optional<Value> sum;
    if (wanted) {
      sum.emplace(sum_of_chunk(from, to));
    }
    write_chunk(from, to, start);
    return sum;
  }

  // These functions compute all that has to have the same bits wherever it is needed.

  [[gnu::noinline]] Value sum_of_chunk(std::uint64_t from, std::uint64_t to) {
    if constexpr (has_lanes) {
      if (is_divided(to - from)) {
        return sums_of_lanes(from, to).to_end_of[lanes - 1];
      }
    }
    At at = at_;
    auto sum = static_cast<Value>(at(from));
    while (++from != to) {
      sum = next_of(std::move(sum), at(from));
    }
    return sum;
  }

  [[gnu::noinline]] lane_sums sums_of_lanes(std::uint64_t from, std::uint64_t to) {
    return sums_of_lanes(from, to, every_lane());
  }

  template <std::size_t... Lane>
  [[gnu::always_inline]] lane_sums sums_of_lanes(std::uint64_t from,
                                                 std::uint64_t to,
                                                 std::index_sequence<Lane...> /*all*/) {
    const std::uint64_t length = (to - from) / lanes;
    At at = at_;
    lane_sums sums{{static_cast<Value>(at(from + Lane * length))...}};
    for (std::uint64_t i = from + 1; i != from + length; ++i) {
      (static_cast<void>(sums.to_end_of[Lane] =
                             next_of(sums.to_end_of[Lane], at(i + Lane * length))),
       ...);
    }
    for (std::uint64_t i = from + lanes * length; i != to; ++i) {
      sums.to_end_of[lanes - 1] = next_of(sums.to_end_of[lanes - 1], at(i));
    }
    for (std::size_t lane = 1; lane != lanes; ++lane) {
      sums.to_end_of[lane] = next_of(sums.to_end_of[lane - 1], sums.to_end_of[lane]);
    }
    return sums;
  }

  [[gnu::noinline]] void write_lanes(std::uint64_t from,
                                     std::uint64_t to,
                                     const Value* start,
                                     const lane_sums& sums) {
    write_lanes(from, to, start, sums, every_lane());
  }

  template <std::size_t... Lane>
  [[gnu::always_inline]] void write_lanes(std::uint64_t from,
                                          std::uint64_t to,
                                          const Value* start,
                                          const lane_sums& sums,
                                          std::index_sequence<Lane...> /*all*/) {
    const std::uint64_t length = (to - from) / lanes;
    At at = at_;
    const Out out = out_;
    const Value starts[lanes] = {
        (Lane == 0 || start == nullptr
             ? sums.to_end_of[Lane == 0 ? 0 : Lane - 1]
             : next_of(*start, sums.to_end_of[Lane == 0 ? 0 : Lane - 1]))...};
    Value last[lanes] = {write_first(
        at, out, from + Lane * length, Lane == 0 ? start : std::addressof(starts[Lane]))...};
    for (std::uint64_t i = from + 1; i != from + length; ++i) {
      (static_cast<void>(last[Lane] = write_next(at, out, i + Lane * length, last[Lane])), ...);
    }
    for (std::uint64_t i = from + lanes * length; i != to; ++i) {
      last[lanes - 1] = write_next(at, out, i, last[lanes - 1]);
    }
  }

  [[gnu::noinline]] void write_chunk(std::uint64_t from, std::uint64_t to, const Value* start) {
    static_cast<void>(write_carrying(from, to, start));
  }

  /// Writes results, each made of the one before. Returns what follows.
  [[gnu::always_inline]] Value write_carrying(std::uint64_t from,
                                              std::uint64_t to,
                                              const Value* start) {
    At at = at_;
    const Out out = out_;
    Value last = write_first(at, out, from, start);
    while (++from != to) {
      last = write_next(at, out, from, std::move(last));
    }
    return last;
  }

  /// Writes result number i, before which there is `start`. Returns what follows. The operand is
  /// read first, because it may be where the result is written.
  [[gnu::always_inline]] Value write_first(At& at,
                                           const Out& out,
                                           std::uint64_t i,
                                           const Value* start) {
    if constexpr (Kind == scan_kind::inclusive) {
      Value result = start == nullptr ? static_cast<Value>(at(i))
                                      : detail::combined<Value>(op_, *start, at(i));
      detail::element_at(out, i) = std::as_const(result);
      return result;
    } else {
      auto next = detail::combined<Value>(op_, *start, at(i));
      detail::element_at(out, i) = *start;
      return next;
    }
  }

  [[gnu::always_inline]] Value write_next(At& at, const Out& out, std::uint64_t i, Value last) {
    if constexpr (Kind == scan_kind::inclusive) {
      Value result = next_of(std::move(last), at(i));
      detail::element_at(out, i) = std::as_const(result);
      return result;
    } else {
      auto next = detail::combined<Value>(op_, last, at(i));
      detail::element_at(out, i) = std::as_const(last);
      return next;
    }
  }

  template <class Right>
  [[gnu::always_inline]] Value next_of(Value left, Right&& right) {
    if constexpr (std::copyable<Value>) {
      return static_cast<Value>(std::invoke(op_, std::move(left), std::forward<Right>(right)));
    } else {
      return detail::combined<Value>(op_, left, std::forward<Right>(right));
    }
  }

  Op& op_;
  const At& at_;
  const Out& out_;
};

}  // namespace nuthatch::detail
