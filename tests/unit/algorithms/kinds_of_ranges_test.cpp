// SPDX-License-Identifier: Apache-2.0

// Kinds of ranges and elements that differ from arrays of numbers.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class kinds_of_ranges_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(kinds_of_ranges_test, {2, 8});

/// Writes bits, where the standard library has iterators that do: from C++23 on. Neighbouring
/// elements share a byte, so two workers may not write them at a time.
template <class Bits>
void write(parallel_policy how, const std::vector<int>& all, Bits& bits) {
  if constexpr (std::indirectly_writable<typename Bits::iterator, const bool&>) {
    fill(how, bits, true);
    EXPECT_TRUE(all_of(how, bits, [](bool each) { return each; }));
    transform(how, all, bits, [](int each) { return each == 1; });
  } else {
    std::transform(all.begin(), all.end(), bits.begin(), [](int each) { return each == 1; });
  }
}

TEST_P(kinds_of_ranges_test, vector_of_bool) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 2);
      std::vector<bool> bits(n);
      write(how, all, bits);
      EXPECT_EQ(count(how, bits, true), std::ranges::count(all, 1));
      EXPECT_EQ(find(how, bits, true), std::ranges::find(bits, true));
    }
  });
}

// The difference of two of their iterators has more than 64 bits.
TEST_P(kinds_of_ranges_test, numbers_that_are_not_stored) {
  on_policies([](parallel_policy how) {
    constexpr std::uint64_t start = std::uint64_t{1} << 63U;
    const auto numbers = std::views::iota(start, start + 10'000);
    EXPECT_EQ(static_cast<std::uint64_t>(
                  count_if(how, numbers, [](std::uint64_t each) { return each % 3 == 0; })),
              3'333U);
    EXPECT_EQ(*find(how, numbers, start + 7'777), start + 7'777);
    std::vector<std::uint64_t> out(10'000);
    copy(how, numbers, out);
    EXPECT_TRUE(equal(how, out, numbers));
  });
}

// The elements of such a range end with the expression that reads them.
TEST_P(kinds_of_ranges_test, elements_that_are_computed) {
  on_policies([](parallel_policy how) {
    const auto words =
        std::views::iota(0, 3'000) | std::views::transform([](int i) { return std::to_string(i); });
    const auto longer = [](const std::string& a, const std::string& b) -> const std::string& {
      return a.size() < b.size() ? b : a;
    };
    EXPECT_EQ(transform_reduce(how, words, std::string(), std::plus<>(), std::identity()).size(),
              10U + 180 + 2'700 + 8'000);
    EXPECT_EQ(transform_reduce(how, words, words, std::string(), longer, longer).size(), 4U);
    EXPECT_EQ(find(how, words, "2500") - words.begin(), 2'500);
    EXPECT_EQ(*max_element(how, words), "999");
    std::vector<std::string> out(3'000);
    copy(how, words, out);
    EXPECT_TRUE(equal(how, out, words));
  });
}

// Looking at an element must not move it.
TEST_P(kinds_of_ranges_test, elements_to_move_from) {
  on_policies([](parallel_policy how) {
    std::vector<std::string> all(2'000, "a text that lies on the heap");
    const auto moved = all | std::views::transform([](std::string& each) -> std::string&& {
                         return std::move(each);
                       });
    EXPECT_EQ(count(how, moved, "a text that lies on the heap"), 2'000);
    EXPECT_EQ(count(how, moved, "a text that lies on the heap"), 2'000);
    std::vector<std::string> out(2'000);
    copy(how, moved, out);
    EXPECT_EQ(out.back(), "a text that lies on the heap");
    EXPECT_TRUE(all.back().empty());
  });
}

TEST_P(kinds_of_ranges_test, deques_spans_arrays_and_views) {
  on_policies([](parallel_policy how) {
    std::deque<int> queue(3'000, 1);
    for_each(how, queue, [](int& each) { ++each; });
    EXPECT_EQ(queue, std::deque<int>(3'000, 2));
    std::array<int, 100> plain{};
    fill(how, std::span(plain).subspan(50), 4);
    EXPECT_EQ(count(how, plain, 4), 50);
    int raw[10] = {};
    EXPECT_EQ(fill(how, raw, 6), std::end(raw));
    std::vector<int> all = testing::numbers(1'000, 10);
    EXPECT_EQ(count(how, all | std::views::reverse | std::views::drop(10), 3),
              std::ranges::count(all | std::views::reverse | std::views::drop(10), 3));
  });
}

TEST_P(kinds_of_ranges_test, a_range_that_ends_with_the_call_has_no_iterators) {
  on_policies([](parallel_policy how) {
    static_assert(std::is_same_v<decltype(for_each(how, std::vector<int>(), [](int) {})),
                                 std::ranges::dangling>);
    static_assert(
        std::is_same_v<decltype(find(how, std::vector<int>(), 1)), std::ranges::dangling>);
    static_cast<void>(for_each(how, std::vector<int>(10), [](int) {}));
  });
}

TEST_P(kinds_of_ranges_test, elements_that_cannot_be_copied_or_made) {
  on_policies([](parallel_policy how) {
    struct only_moved {
      explicit only_moved(int n) : value(std::make_unique<int>(n)) {}

      std::unique_ptr<int> value;
    };
    std::vector<only_moved> all;
    for (int i = 0; i < 1'000; ++i) {
      all.emplace_back(i);
    }
    const auto value_of = [](const only_moved& each) -> int& {
      return *each.value;
    };
    for_each(how, all, [](int& each) { each *= 2; }, value_of);
    EXPECT_EQ(find(how, all, 100, value_of), all.begin() + 50);
    EXPECT_TRUE(is_sorted(how, all, {}, value_of));
    EXPECT_EQ(count_if(how, all, [](int each) { return each >= 1'000; }, value_of), 500);
  });
}

}  // namespace
}  // namespace nuthatch
