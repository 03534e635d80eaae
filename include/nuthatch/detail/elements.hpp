// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/parallel_for.hpp>

namespace nuthatch::detail {

/// A range that an algorithm takes beside one that ends: it may be without end.
template <class Range>
concept bounded_by_other_range =
    sized_random_access_range<Range> ||
    (std::ranges::random_access_range<Range> &&
     std::same_as<std::ranges::sentinel_t<Range>, std::unreachable_sentinel_t>);

/// The sentinel of such a range.
template <class Sentinel, class Iterator>
concept bounded_by_other_sentinel = std::sized_sentinel_for<Sentinel, Iterator> ||
                                    std::same_as<Sentinel, std::unreachable_sentinel_t>;

/// The number of elements. The difference may have 128 bits, as for std::views::iota over
/// std::size_t.
template <class Iterator, class Sentinel>
[[nodiscard]] constexpr std::uint64_t size_of_range(const Iterator& first, const Sentinel& last) {
  if constexpr (std::same_as<Sentinel, std::unreachable_sentinel_t>) {
    return std::numeric_limits<std::uint64_t>::max();
  } else {
    return static_cast<std::uint64_t>(last - first);
  }
}

/// The end of a range, with a distance from its beginning if it has an end.
template <class Range>
[[nodiscard]] constexpr auto end_of_range(Range&& r) {
  if constexpr (std::ranges::sized_range<Range>) {
    return std::ranges::begin(r) + std::ranges::distance(r);
  } else {
    return std::unreachable_sentinel;
  }
}

/// The iterator to the element of this number.
template <class Iterator>
[[nodiscard, gnu::always_inline]] constexpr Iterator iterator_at(const Iterator& first,
                                                                 std::uint64_t i) {
  return first + static_cast<std::iter_difference_t<Iterator>>(i);
}

/// The element of this number.
template <class Iterator>
[[nodiscard, gnu::always_inline]] constexpr decltype(auto) element_at(const Iterator& first,
                                                                      std::uint64_t i) {
  return first[static_cast<std::iter_difference_t<Iterator>>(i)];
}

/// Returns what f returns for the elements of this number of one range or several. If an element is
/// no object of its range, but computed by the iterator, f may return a reference to it, or into
/// it: then the result is a value, since that element ends with the call.
template <class Function, class... Iterator>
[[nodiscard, gnu::always_inline]] constexpr decltype(auto) call_with_elements(
    Function& f, std::uint64_t i, const Iterator&... first) {
  using result = std::invoke_result_t<Function&, std::iter_reference_t<Iterator>...>;
  constexpr bool elements_last = (std::is_reference_v<std::iter_reference_t<Iterator>> && ...);
  if constexpr (elements_last || !std::is_reference_v<result>) {
    return std::invoke(f, detail::element_at(first, i)...);
  } else {
    return std::remove_cvref_t<result>(std::invoke(f, detail::element_at(first, i)...));
  }
}

/// The projection of the element of this number.
template <class Iterator, class Projection>
[[nodiscard, gnu::always_inline]] constexpr decltype(auto) projected_at(const Iterator& first,
                                                                        std::uint64_t i,
                                                                        Projection& projection) {
  return detail::call_with_elements(projection, i, first);
}

/// Converts an iterator into the range to what an algorithm over the range returns.
template <class Range>
[[nodiscard]] constexpr auto iterator_of(std::ranges::iterator_t<Range> at) {
  return std::ranges::borrowed_iterator_t<Range>(std::move(at));
}

/// Returns until when a thread that runs no task runs elements itself, in nanoseconds of a
/// monotonic clock: handing them to a runtime would take as long.
[[nodiscard]] std::uint64_t begin_on_caller() noexcept;

/// Returns whether that time has come.
[[nodiscard]] bool caller_is_due(std::uint64_t until) noexcept;

/// Calls block(i, end) for blocks at the beginning of the numbers of `n` elements, if the calling
/// thread should run these itself. Returns the first number that is left; n once is_over() holds.
///
/// Few elements may take long each, and then they are all to run in parallel. So they are many, or
/// the program states a grain otherwise.
template <class Block, class IsOver>
[[nodiscard]] std::uint64_t run_beginning(const parallel_policy& how,
                                          std::uint64_t n,
                                          Block& block,
                                          IsOver is_over) {
  constexpr std::uint64_t many = 512;
  constexpr std::uint64_t longest = 512;
  if (n < many || how.stated_grain().iterations != 0 || this_worker() != nullptr) {
    return 0;
  }
  const std::uint64_t until = begin_on_caller();
  std::uint64_t done = 0;
  for (std::uint64_t length = 8; done != n; length = std::min(2 * length, longest)) {
    const std::uint64_t end = done + std::min(n - done, length);
    block(done, end);
    done = is_over() ? n : end;
    if (caller_is_due(until)) {
      break;
    }
  }
  return done;
}

/// Calls each(i) for the numbers of `n` elements, in parallel.
template <class Each>
void for_each_number(const parallel_policy& how,
                     std::uint64_t n,
                     Each&& each,
                     when_stopped then = when_stopped::throws) {
  auto serially = [&each](std::uint64_t i, std::uint64_t end) {
    for (; i != end; ++i) {
      each(i);
    }
  };
  const std::uint64_t done = detail::run_beginning(how, n, serially, [] { return false; });
  detail::run_loop_anywhere<spawn_policy::adaptive, /*Each=*/true>(
      done, n, each, how.stated_grain(), /*any_size=*/true, then);
}

/// Calls block(i, end) for blocks of these numbers. Once is_over() holds, not all of them need be.
template <class Block, class IsOver>
void for_each_block(const parallel_policy& how, std::uint64_t n, Block&& block, IsOver is_over) {
  const std::uint64_t done = detail::run_beginning(how, n, block, is_over);
  const grain size = how.stated_grain();
  detail::run_loop_anywhere<spawn_policy::adaptive, /*Each=*/false>(
      done, n, block, size, /*any_size=*/size.iterations == 0);
}

template <class Block>
void for_each_block(const parallel_policy& how, std::uint64_t n, Block&& block) {
  detail::for_each_block(how, n, block, [] { return false; });
}

/// Returns a copy of a value that an algorithm assigns or compares, because it may be one of the
/// elements that the algorithm changes; the value itself if it cannot be copied.
template <class Value>
[[nodiscard]] constexpr decltype(auto) kept_value(const Value& value) {
  if constexpr (std::copy_constructible<Value>) {
    return Value(value);
  } else {
    return (value);
  }
}

/// Whether elements share bytes, so that two blocks may not be written at a time.
template <class Iterator>
inline constexpr bool shares_bytes = std::is_same_v<Iterator, std::vector<bool>::iterator>;

/// Calls each(i) for the numbers of `n` elements, which it writes through these iterators. Elements
/// that share bytes are written by the calling thread alone.
template <class... Written, class Each>
void for_each_written(const parallel_policy& how, std::uint64_t n, Each&& each) {
  if constexpr ((shares_bytes<Written> || ...)) {
    for (std::uint64_t i = 0; i < n; ++i) {
      each(i);
    }
  } else {
    detail::for_each_number(how, n, each);
  }
}

enum class wanted_number : std::uint8_t { any, first };

/// Whether a test takes no longer than a look whether the search is over.
template <class Test>
inline constexpr bool is_short_test = requires { requires Test::is_short; };

/// One search for a number for which test(i) holds.
template <wanted_number Wanted, class Test>
class number_search : public search_body {
 public:
  number_search(std::uint64_t n, Test& test) noexcept : n_(n), bound_(n), test_(test) {}

  /// Tests the numbers of a block, as long as they can be the answer.
  ///
  /// Several at a time, between two looks at the bound: a look for each would take as long as the
  /// comparison of two integers. The test is a copy, so that what it captures stays in registers.
  void operator()(std::uint64_t i, std::uint64_t end) {
    constexpr std::uint64_t between_looks = is_short_test<Test> ? 16 : 8;
    auto test = test_;
    // Relaxed, here and below: the joins of the loop order what the tests did.
    for (; end - i >= between_looks && i < bound_.load(memory_order_relaxed); i += between_looks) {
#pragma GCC unroll 16
      for (std::uint64_t k = 0; k != between_looks; ++k) {
        if (test(i + k)) {
          note(i + k);
          return;
        }
      }
    }
    for (; i != end && i < bound_.load(memory_order_relaxed); ++i) {
      if (test(i)) {
        note(i);
        return;
      }
    }
  }

  [[nodiscard]] bool is_over() const noexcept { return bound_.load(memory_order_relaxed) != n_; }

  /// Returns whether numbers from i on are not the answer.
  [[nodiscard]] bool is_over(std::uint64_t i) const noexcept {
    return i >= bound_.load(memory_order_relaxed);
  }

  /// The first number that was found or, if any is wanted, 0; n if there is none.
  [[nodiscard]] std::uint64_t answer() const noexcept { return bound_.load(memory_order_relaxed); }

 private:
  [[gnu::noinline]] void note(std::uint64_t found) noexcept {
    if constexpr (Wanted == wanted_number::any) {
      found = 0;
    }
    std::uint64_t before = bound_.load(memory_order_relaxed);
    while (found < before && !bound_.compare_exchange_weak(
                                 before, found, memory_order_relaxed, memory_order_relaxed)) {
    }
  }

  const std::uint64_t n_;
  atomic<std::uint64_t> bound_;  // only numbers below it matter
  Test& test_;
};

/// Returns the first of the numbers for which test(i) holds or, if any is wanted, 0; n if there is
/// none.
template <wanted_number Wanted, class Test>
[[nodiscard]] std::uint64_t number_that_holds(const parallel_policy& how,
                                              std::uint64_t n,
                                              Test& test) {
  number_search<Wanted, Test> search(n, test);
  detail::for_each_block(how, n, search, [&search] { return search.is_over(); });
  return search.answer();
}

/// Whether test(i) holds for any of the numbers.
template <class Test>
[[nodiscard]] bool holds_for_any(const parallel_policy& how, std::uint64_t n, Test&& test) {
  return detail::number_that_holds<wanted_number::any>(how, n, test) != n;
}

/// Returns the first of the numbers for which test(i) holds, otherwise n.
template <class Test>
[[nodiscard]] std::uint64_t first_that_holds(const parallel_policy& how,
                                             std::uint64_t n,
                                             Test&& test) {
  return detail::number_that_holds<wanted_number::first>(how, n, test);
}

/// Returns the last of the numbers for which test(i) holds, otherwise n.
template <class Test>
[[nodiscard]] std::uint64_t last_that_holds(const parallel_policy& how,
                                            std::uint64_t n,
                                            Test&& test) {
  const std::uint64_t from_end =
      detail::first_that_holds(how, n, [&](std::uint64_t i) { return test(n - 1 - i); });
  return from_end == n ? n : n - 1 - from_end;
}

}  // namespace nuthatch::detail
