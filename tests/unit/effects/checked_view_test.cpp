// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

namespace nuthatch::effects {
namespace {

// Without checks, a view is a pointer, sizes and strides, and its elements are plain references.
using plain = array_view<double, 2, unchecked>;
static_assert(std::is_same_v<plain, array_view<double, 2>>);
static_assert(sizeof(plain) == sizeof(double*) + 4 * sizeof(std::ptrdiff_t));
static_assert(std::is_same_v<decltype(std::declval<plain>()(0, 0)), double&>);
static_assert(noexcept(std::declval<plain>()(0, 0)));
static_assert(std::is_trivially_copyable_v<plain>);

template <class T>
using checked_view = array_view<T, 1, checked>;
static_assert(std::is_same_v<checked_view<const int>::element, const int&>);
static_assert(std::is_same_v<checked_view<std::vector<int>>::element, std::vector<int>&>);
static_assert(std::is_trivially_copyable_v<checked_view<int>>);

// Outside of regions, elements of a checked view behave like those of other views.
class checked_view_test : public ::testing::Test {
 public:
  std::vector<int> numbers{0, 10, 20, 30, 40};
  checked_view<int> view{numbers.data(), {5}};
};

TEST_F(checked_view_test, elements_are_assigned) {
  view(0) = view(1);
  view(1) = view(2) = 7;
  view(3) = 2.0;
  EXPECT_EQ(numbers, (std::vector<int>{10, 7, 7, 2, 40}));
}

TEST_F(checked_view_test, elements_are_read) {
  const int sum = view(1) + 2 * view(2) - -view(3);
  EXPECT_EQ(sum, 80);
  EXPECT_TRUE(view(1) < view(2) && view(1) == 10);
  const double half = view(1) / 4.0;
  EXPECT_EQ(half, 2.5);
  const int second = view(view(0) + 1);
  EXPECT_EQ(second, 10);
  numbers[0] = 4;
  EXPECT_EQ(static_cast<long>(view(view(0))), 40);
  EXPECT_EQ(view.read(2), 20);
}

TEST_F(checked_view_test, elements_are_changed) {
  view(0) += 5;
  view(1) -= view(0);
  view(2) *= 3;
  view(3) /= 3;
  view(4) %= 7;
  EXPECT_EQ(numbers, (std::vector<int>{5, 5, 60, 10, 5}));
  EXPECT_EQ(view(0)++, 5);
  EXPECT_EQ(++view(1), 6);
  EXPECT_EQ(view(2)--, 60);
  EXPECT_EQ(--view(3), 9);
  EXPECT_EQ(view(4) <<= 2, 20);
  EXPECT_EQ(view(4) >>= 1, 10);
  EXPECT_EQ(numbers, (std::vector<int>{6, 6, 59, 9, 10}));
  view(0) |= 1;
  view(1) &= 2;
  view(2) ^= view(2);
  view.write(3) = 1;
  view.accumulate(4) += 1;
  EXPECT_EQ(numbers, (std::vector<int>{7, 2, 0, 1, 11}));
}

TEST_F(checked_view_test, elements_of_classes_are_themselves) {
  std::vector<std::vector<int>> lists(3);
  const checked_view<std::vector<int>> view_of_lists(lists.data(), {3});
  view_of_lists(1).push_back(4);
  EXPECT_EQ(view_of_lists.read(1).size(), 1U);
}

}  // namespace
}  // namespace nuthatch::effects
