// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/merging.hpp>

namespace nuthatch::detail {

/// Returns the first number from `from` to `to` for which is_before(number) does not hold, as
/// end_of_those_before does, but looks near `from` first.
template <class IsBefore>
[[nodiscard]] std::uint64_t near_end_of_those_before(std::uint64_t from,
                                                     std::uint64_t to,
                                                     IsBefore is_before) {
  std::uint64_t step = 1;
  while (to - from >= step && is_before(from + step - 1)) {
    from += step;
    step *= 2;
  }
  return detail::end_of_those_before(from, std::min(to, from + step - 1), is_before);
}

/// Elements of two sorted ranges that are all equivalent.
struct equivalent_elements {
  two_counts begin;
  two_counts end;
};

/// The way of a set operation through two sorted ranges: it always passes the lesser one of their
/// next elements, or both if these are equivalent.
template <class It1, class It2, class Comp, class Proj1, class Proj2>
struct set_path : sorted_ranges<It1, It2, Comp, Proj1, Proj2> {
  /// Returns how many elements of both are passed when `count` are in all or, if the last two of
  /// them are a pair, perhaps one less.
  [[nodiscard]] two_counts at(std::uint64_t count) const {
    const two_counts merged = this->before(count);
    if (count == 0 || count == this->size()) {
      return merged;
    }
    const equivalent_elements all = around(merged);
    const std::uint64_t offset = count - all.begin.first - all.begin.second;
    const std::uint64_t of_first = all.end.first - all.begin.first;
    const std::uint64_t of_second = all.end.second - all.begin.second;
    const std::uint64_t pairs = std::min({of_first, of_second, offset / 2});
    const std::uint64_t rest = pairs == offset / 2 ? 0 : offset - 2 * pairs;
    return {all.begin.first + pairs + (of_first > of_second ? rest : 0),
            all.begin.second + pairs + (of_first > of_second ? 0 : rest)};
  }

  /// Returns the way from `begin` to `end`.
  [[nodiscard]] set_path part(two_counts begin, two_counts end) const {
    return {{detail::iterator_at(this->first1, begin.first),
             end.first - begin.first,
             detail::iterator_at(this->first2, begin.second),
             end.second - begin.second,
             this->comp,
             this->proj1,
             this->proj2}};
  }

  /// Returns how many elements of the second range are passed before the first one ends.
  [[nodiscard]] std::uint64_t second_when_first_ends() const {
    if (this->n1 == 0) {
      return 0;
    }
    const std::uint64_t last = this->n1 - 1;
    const std::uint64_t less = detail::end_of_those_before(
        0, this->n2, [&, this](std::uint64_t k) { return this->second_is_less(last, k); });
    const std::uint64_t end = detail::end_of_those_before(
        less, this->n2, [&, this](std::uint64_t k) { return !this->first_is_less(last, k); });
    if (less == end) {
      return less;
    }
    const std::uint64_t first_equivalent = detail::end_of_those_before(
        0, this->n1, [&, this](std::uint64_t i) { return this->first_is_less(i, less); });
    return less + std::min(end - less, this->n1 - first_equivalent);
  }

 private:
  /// Returns the elements that are equivalent to the next one of the merged range.
  [[nodiscard]] equivalent_elements around(two_counts next) const {
    const bool in_second =
        next.first == this->n1 ||
        (next.second != this->n2 && this->second_is_less(next.first, next.second));
    return in_second ? around_element(next, this->first2, next.second, this->proj2)
                     : around_element(next, this->first1, next.first, this->proj1);
  }

  template <class It, class Proj>
  [[nodiscard]] equivalent_elements around_element(two_counts next,
                                                   const It& first,
                                                   std::uint64_t i,
                                                   Proj& proj) const {
    const auto is_less = [&, this](const auto& of, std::uint64_t k, auto& proj_of) {
      return static_cast<bool>(std::invoke(
          this->comp, detail::projected_at(of, k, proj_of), detail::projected_at(first, i, proj)));
    };
    const auto is_greater = [&, this](const auto& of, std::uint64_t k, auto& proj_of) {
      return static_cast<bool>(std::invoke(
          this->comp, detail::projected_at(first, i, proj), detail::projected_at(of, k, proj_of)));
    };
    const auto before = [&](const auto& of, std::uint64_t n, auto& proj_of) {
      return n - detail::near_end_of_those_before(
                     0, n, [&](std::uint64_t k) { return !is_less(of, n - 1 - k, proj_of); });
    };
    const auto behind = [&](const auto& of, std::uint64_t from, std::uint64_t n, auto& proj_of) {
      return detail::near_end_of_those_before(
          from, n, [&](std::uint64_t k) { return !is_greater(of, k, proj_of); });
    };
    return {{before(this->first1, next.first, this->proj1),
             before(this->first2, next.second, this->proj2)},
            {behind(this->first1, next.first, this->n1, this->proj1),
             behind(this->first2, next.second, this->n2, this->proj2)}};
  }
};

/// Which elements a set operation copies: those that only one range has, or both have.
struct set_kind {
  bool only_first;
  bool only_second;
  bool both;
};

inline constexpr set_kind set_union_kind{true, true, true};
inline constexpr set_kind set_intersection_kind{false, false, true};
inline constexpr set_kind set_difference_kind{true, false, false};
inline constexpr set_kind only_second_kind{false, true, false};
inline constexpr set_kind set_symmetric_difference_kind{true, true, false};

/// Passes an element, and calls put(at) if it is copied. If that returns false, `at` stays, and
/// this returns false.
template <bool Copies, class Put>
[[gnu::always_inline]] inline bool pass_one(std::uint64_t& at, Put& put) {
  if (Copies && !put(at)) {
    return false;
  }
  ++at;
  return true;
}

/// Passes the elements of one range from `at` to `end`, as pass_one() does.
template <bool Copies, class Put>
[[gnu::always_inline]] inline bool pass_all(std::uint64_t& at, std::uint64_t end, Put& put) {
  while (at != end) {
    if (!detail::pass_one<Copies>(at, put)) {
      return false;
    }
  }
  return true;
}

/// Passes elements until one range has no more; see pass_elements(). Returns false if a function
/// that copies did.
template <set_kind Kind, class Ranges, class PutFirst, class PutSecond>
[[gnu::always_inline]] inline bool pass_until_one_ends(
    const Ranges& in, two_counts& at, two_counts end, PutFirst& put_first, PutSecond& put_second) {
  while (at.first != end.first && at.second != end.second) {
    if (in.first_is_less(at.first, at.second)) {
      if (!detail::pass_one<Kind.only_first>(at.first, put_first)) {
        return false;
      }
    } else if (in.second_is_less(at.first, at.second)) {
      if (!detail::pass_one<Kind.only_second>(at.second, put_second)) {
        return false;
      }
    } else {
      if (!detail::pass_one<Kind.both>(at.first, put_first)) {
        return false;
      }
      ++at.second;
    }
  }
  return true;
}

/// Passes elements from `at` to `end`, and calls put_first(i) or put_second(k) for those that are
/// copied, until one of these returns false: `at` is then before that element.
template <set_kind Kind, class Ranges, class PutFirst, class PutSecond>
void pass_elements(
    const Ranges& in, two_counts& at, two_counts end, PutFirst put_first, PutSecond put_second) {
  if (detail::pass_until_one_ends<Kind>(in, at, end, put_first, put_second) &&
      detail::pass_all<Kind.only_first>(at.first, end.first, put_first)) {
    static_cast<void>(detail::pass_all<Kind.only_second>(at.second, end.second, put_second));
  }
}

/// Passes plain elements from `at` to `end`, and finds those that are copied, without branches, in
/// several places side by side, as merging_lanes does.
template <set_kind Kind, class Path>
class set_lanes {
 public:
  using element = std::iter_value_t<decltype(Path::first1)>;

  /// How many elements may be passed by one object.
  static constexpr std::uint64_t most = 8192 / sizeof(element);

  set_lanes(const Path& path, two_counts at, two_counts end) : path_(path) {
    const Path part = path.part(at, end);
    for (std::size_t lane = 0; lane != lanes; ++lane) {
      at_[lane] = lane == 0 ? at : end_[lane - 1];
      const two_counts passed = part.at(part.size() * (lane + 1) / lanes);
      end_[lane] = {at.first + passed.first, at.second + passed.second};
    }
  }

  /// Returns how many elements are copied.
  std::uint64_t run() {
    while (true) {
      std::uint64_t steps = least_left(0);
      for (std::size_t lane = 1; lane != lanes; ++lane) {
        steps = std::min(steps, least_left(lane));
      }
      if (steps == 0) {
        break;
      }
      run_steps(steps, std::make_index_sequence<lanes>());
    }
    std::uint64_t all = 0;
    for (std::size_t lane = 0; lane != lanes; ++lane) {
      finish(lane);
      all += count_[lane];
    }
    return all;
  }

  /// Copies the elements to an output, from number `to` on.
  template <class Out>
  void copy_to(const Out& out, std::uint64_t to) const {
    for (std::size_t lane = 0; lane != lanes; ++lane) {
      for (std::uint64_t i = 0; i != count_[lane]; ++i) {
        detail::element_at(out, to++) = found_[lane][i];
      }
    }
  }

 private:
  static constexpr std::size_t lanes = 4;

  [[nodiscard]] std::uint64_t least_left(std::size_t lane) const noexcept {
    return std::min(end_[lane].first - at_[lane].first, end_[lane].second - at_[lane].second);
  }

  template <std::size_t... Lane>
  void run_steps(std::uint64_t steps, std::index_sequence<Lane...> /*all*/) {
    two_counts at[lanes] = {at_[Lane]...};
    std::uint64_t count[lanes] = {count_[Lane]...};
    for (; steps != 0; --steps) {
      (pass_one(at[Lane], count[Lane], found_[Lane]), ...);
    }
    ((at_[Lane] = at[Lane]), ...);
    ((count_[Lane] = count[Lane]), ...);
  }

  [[gnu::always_inline]] void pass_one(two_counts& at,
                                       std::uint64_t& count,
                                       element (&found)[most / lanes + 2]) {
    const bool first = path_.first_is_less(at.first, at.second);
    const bool second = path_.second_is_less(at.first, at.second);
    const auto* const chosen = second ? std::addressof(detail::element_at(path_.first2, at.second))
                                      : std::addressof(detail::element_at(path_.first1, at.first));
    found[count] = *chosen;
    count += std::uint64_t{(Kind.only_first && first) || (Kind.only_second && second) ||
                           (Kind.both && first == second)};
    at.first += std::uint64_t{!second};
    at.second += std::uint64_t{!first};
  }

  void finish(std::size_t lane) {
    const auto put_first = [&, this](std::uint64_t i) {
      found_[lane][count_[lane]++] = detail::element_at(path_.first1, i);
      return true;
    };
    const auto put_second = [&, this](std::uint64_t k) {
      found_[lane][count_[lane]++] = detail::element_at(path_.first2, k);
      return true;
    };
    detail::pass_elements<Kind>(path_, at_[lane], end_[lane], put_first, put_second);
  }

  const Path path_;
  two_counts at_[lanes];
  two_counts end_[lanes];
  std::uint64_t count_[lanes] = {};
  element found_[lanes][most / lanes + 2];
};

/// Replaces a number by a greater one.
inline void raise(atomic<std::uint64_t>& number, std::uint64_t to) noexcept {
  std::uint64_t before = number.load(memory_order_relaxed);
  while (before < to &&
         !number.compare_exchange_weak(before, to, memory_order_relaxed, memory_order_relaxed)) {
  }
}

/// A set operation, for carried_loop. Exactly one block meets the first element that finds no
/// place.
template <set_kind Kind, class Path, class Out>
class set_blocks {
 public:
  using value = std::uint64_t;  // how many elements are copied

  struct kept {};

  static constexpr bool totals_are_carried = true;
  static constexpr std::uint64_t times_reduction = 16;  // to find a cut takes long

  set_blocks(const Path& path, const Out& out, std::uint64_t room) noexcept
      : path_(path),
        out_(out),
        room_(room) {}

  std::optional<value> run(std::uint64_t from,
                           std::uint64_t to,
                           const value* start,
                           bool /*wanted*/) {
    if (*start > room_) {
      return *start;
    }
    std::uint64_t copied = *start;
    two_counts at = path_.at(from);
    const two_counts end = path_.at(to);
    if constexpr (has_lanes) {
      while (at.first + at.second != end.first + end.second) {
        const two_counts next = next_of(at, end);
        if (room_ - copied < (next.first - at.first) + (next.second - at.second)) {
          break;
        }
        set_lanes<Kind, Path> some(path_, at, next);
        const std::uint64_t added = some.run();
        some.copy_to(out_, copied);
        copied += added;
        at = next;
      }
    }
    copy_slowly(at, end, copied);
    if (copied > room_) {
      early_end_ = at;
    } else if (copied != *start) {
      detail::raise(last_from_, from);
      detail::raise(last_to_, to);
    }
    return copied;
  }

  [[nodiscard]] static kept keep(std::uint64_t /*blocks*/, std::uint64_t /*length*/) { return {}; }

  value measure(std::uint64_t from, std::uint64_t to, kept& /*in*/, std::uint64_t /*block*/) {
    std::uint64_t count = 0;
    two_counts at = path_.at(from);
    const two_counts end = path_.at(to);
    if constexpr (has_lanes) {
      for (two_counts next; at.first + at.second != end.first + end.second; at = next) {
        next = next_of(at, end);
        count += set_lanes<Kind, Path>(path_, at, next).run();
      }
      return count;
    }
    const auto note = [&count](std::uint64_t /*i*/) {
      ++count;
      return true;
    };
    detail::pass_elements<Kind>(path_, at, end, note, note);
    return count;
  }

  void complete(std::uint64_t from,
                std::uint64_t to,
                value start,
                const kept& /*in*/,
                std::uint64_t /*block*/) {
    static_cast<void>(run(from, to, &start, /*wanted=*/false));
  }

  [[nodiscard]] static value join(value left, value right) noexcept { return left + right; }

  /// Where the first element that finds no place is.
  [[nodiscard]] two_counts early_end() const noexcept { return early_end_; }

  /// How many elements of both are passed up to the last copied one; none if there is none.
  [[nodiscard]] two_counts end_of_last() const {
    const std::uint64_t from = last_from_.load(memory_order_relaxed);
    const std::uint64_t to = last_to_.load(memory_order_relaxed);
    two_counts at = path_.at(from);
    two_counts end{};
    const auto note_first = [&](std::uint64_t i) {
      end = {i + 1, at.second + (Kind.both ? 1 : 0)};
      return true;
    };
    const auto note_second = [&](std::uint64_t k) {
      end = {at.first, k + 1};
      return true;
    };
    detail::pass_elements<Kind>(path_, at, path_.at(to), note_first, note_second);
    return end;
  }

 private:
  static constexpr bool has_lanes =
      chosen_without_branch<decltype(Path::first1), decltype(Path::first2)>;

  /// Where the way from `at` to `end` is after a chunk.
  [[nodiscard]] two_counts next_of(two_counts at, two_counts end) const {
    constexpr std::uint64_t most = set_lanes<Kind, Path>::most;
    const Path part = path_.part(at, end);
    if (part.size() <= most) {
      return end;
    }
    const two_counts passed = part.at(most);
    return {at.first + passed.first, at.second + passed.second};
  }

  /// Copies elements up to the first one that finds no place; then `copied` is more than the room.
  void copy_slowly(two_counts& at, two_counts end, std::uint64_t& copied) {
    const auto has_place = [&, this] {
      return copied++ != room_;
    };
    detail::pass_elements<Kind>(
        path_,
        at,
        end,
        [&, this](std::uint64_t i) {
          if (!has_place()) {
            return false;
          }
          detail::element_at(out_, copied - 1) = detail::element_at(path_.first1, i);
          return true;
        },
        [&, this](std::uint64_t k) {
          if (!has_place()) {
            return false;
          }
          detail::element_at(out_, copied - 1) = detail::element_at(path_.first2, k);
          return true;
        });
  }

  const Path& path_;
  const Out& out_;
  const std::uint64_t room_;
  two_counts early_end_{};
  // The last block that copied anything. Relaxed: the joins of the loop order the accesses.
  atomic<std::uint64_t> last_from_{0};
  atomic<std::uint64_t> last_to_{0};
};

/// How far a set operation came in both ranges and in its output.
struct set_end {
  two_counts read;
  std::uint64_t copied;
  bool early;  // an element found no place
};

/// Runs a set operation. If all elements found a place, `read` is all; for an intersection, up to
/// the last copied element.
template <set_kind Kind, class Path, class Out>
set_end run_set_operation(const parallel_policy& how,
                          const Path& path,
                          const Out& out,
                          std::uint64_t room) {
  const two_counts all{path.n1, path.n2};
  if (path.size() == 0) {
    return {all, 0, false};
  }
  set_blocks<Kind, Path, Out> blocks(path, out, room);
  const std::uint64_t none = 0;
  const std::uint64_t copied =
      *detail::run_carried(how, path.size(), blocks, &none, /*wanted=*/true, shares_bytes<Out>);
  if (copied > room) {
    return {blocks.early_end(), room, true};
  }
  constexpr bool is_intersection = Kind.both && !Kind.only_first;
  return {is_intersection ? blocks.end_of_last() : all, copied, false};
}

}  // namespace nuthatch::detail
