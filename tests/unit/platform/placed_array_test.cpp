// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <nuthatch/placed_array.hpp>

#include "platform/memory.hpp"

namespace nuthatch {
namespace {

using ::testing::Each;

/// No size of a page is a multiple of its size.
struct particle {
  std::array<float, 3> place;

  friend bool operator==(const particle&, const particle&) = default;
};

static_assert(!std::copyable<placed_array<int>> && std::movable<placed_array<int>>);
static_assert(std::is_nothrow_move_constructible_v<placed_array<int>>);
static_assert(std::ranges::contiguous_range<placed_array<particle>>);
static_assert(std::same_as<decltype(std::declval<const placed_array<int>&>()[0]), const int&>);

TEST(placed_array_test, begins_at_a_page_and_with_zeros) {
  for (const page_kind kind : {page_kind::of_the_system, page_kind::small, page_kind::large}) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{1'000}, std::size_t{1'000'000}}) {
      const placed_array<particle> some(size, kind);
      EXPECT_EQ(some.size(), size);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(some.data()) % platform::page_size(), 0U);
      EXPECT_TRUE(std::ranges::all_of(some, [](const auto& each) { return each == particle{}; }));
    }
  }
}

TEST(placed_array_test, is_a_range_of_its_elements) {
  placed_array<int> some(5'000);
  std::iota(some.begin(), some.end(), 1);
  const placed_array<int>& same = some;
  EXPECT_EQ(same[0], 1);
  EXPECT_EQ(same[4'999], 5'000);
  EXPECT_EQ(std::accumulate(same.begin(), same.end(), 0), 12'502'500);
  EXPECT_EQ(some.span().data(), same.span().data());
  EXPECT_EQ(same.span().size(), 5'000U);
  some.span()[7] = 70;
  EXPECT_EQ(same.data()[7], 70);
  some[8] = 80;
  EXPECT_EQ(*(same.begin() + 8), 80);
}

TEST(placed_array_test, of_nothing_has_no_pages) {
  const placed_array<int> none;
  const placed_array<int> nothing(0);
  for (const auto* const each : {&none, &nothing}) {
    EXPECT_TRUE(each->empty());
    EXPECT_EQ(each->data(), nullptr);
    EXPECT_EQ(each->begin(), each->end());
    EXPECT_TRUE(each->span().empty());
  }
}

TEST(placed_array_test, is_moved) {
  placed_array<int> one(2'000);
  std::ranges::fill(one, 1);
  const int* const place = one.data();
  placed_array<int> other(std::move(one));
  EXPECT_EQ(other.data(), place);
  EXPECT_EQ(other.size(), 2'000U);
  EXPECT_TRUE(one.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(one.data(), nullptr);

  one = placed_array<int>(30);
  std::ranges::fill(one, 3);
  other = std::move(one);
  EXPECT_EQ(other.size(), 30U);
  EXPECT_THAT(other.span(), Each(3));
  EXPECT_TRUE(one.empty());  // NOLINT(bugprone-use-after-move)

  placed_array<int>& itself = other;
  other = std::move(itself);
  EXPECT_EQ(other.size(), 30U) << "to itself";
  EXPECT_THAT(other.span(), Each(3));
}

/// Queries the system.
bool is_mapped(const int* place) {
  unsigned char present = 0;
  const auto address = reinterpret_cast<std::uintptr_t>(place) / platform::page_size();
  return mincore(reinterpret_cast<void*>(address * platform::page_size()), 1, &present) == 0;
}

TEST(placed_array_test, gives_its_pages_back) {
  const int* last_of_one = nullptr;
  const int* first_of_other = nullptr;
  {
    placed_array<int> one(1'000'000);
    last_of_one = &one[one.size() - 1];
    placed_array<int> other(1'000'000, page_kind::large);
    first_of_other = other.data();
    EXPECT_TRUE(is_mapped(last_of_one));
    EXPECT_TRUE(is_mapped(first_of_other));
    one = std::move(other);
    EXPECT_FALSE(is_mapped(last_of_one));
    EXPECT_TRUE(is_mapped(first_of_other));
  }
  EXPECT_FALSE(is_mapped(first_of_other));
}

TEST(placed_array_test, throws_where_there_are_no_addresses) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  for (const page_kind kind : {page_kind::of_the_system, page_kind::small, page_kind::large}) {
    EXPECT_THROW(placed_array<std::byte>(all, kind), std::bad_alloc);
    EXPECT_THROW(placed_array<particle>(all / 4, kind), std::bad_array_new_length);
    EXPECT_THROW(placed_array<std::byte>(all - platform::page_size(), kind), std::bad_alloc);
    EXPECT_THROW(placed_array<double>(std::size_t{1} << 59U, kind), std::bad_alloc);
  }
}

}  // namespace
}  // namespace nuthatch
