// SPDX-License-Identifier: Apache-2.0

// Algorithms that look for the last element or for a sequence.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class search_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(search_test, {1, 2, 8});

/// The place of the last element that meets a predicate; the end if there is none.
template <class Pred>
std::vector<int>::const_iterator last_of(const std::vector<int>& all, Pred pred) {
  const auto from_end = std::ranges::find_if(all.rbegin(), all.rend(), pred);
  return from_end == all.rend() ? all.end() : std::prev(from_end.base());
}

TEST_P(search_test, the_last_element) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const std::uint32_t values : {2U, 500U}) {
        const std::vector<int> all = testing::numbers(n, values);
        const auto is_one = [](int each) {
          return each == 1;
        };
        const auto expected = last_of(all, is_one);
        EXPECT_EQ(find_last(how, all, 1).begin(), expected);
        EXPECT_EQ(find_last(how, all, 1).end(), all.end());
        EXPECT_EQ(find_last(how, all.begin(), all.end(), -1, std::negate<>()).begin(), expected);
        EXPECT_EQ(find_last_if(how, all, is_one).begin(), expected);
        EXPECT_EQ(find_last_if_not(how, all, is_one).begin(), last_of(all, std::not_fn(is_one)));
        EXPECT_EQ(find_last_if_not(how, all.begin(), all.end(), is_one).begin(),
                  last_of(all, std::not_fn(is_one)));
      }
    }
  });
}

TEST_P(search_test, one_of_several_elements) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      for (const std::vector<int>& wanted : {std::vector<int>(), {1}, {2'000, 7, 3}, {-1}}) {
        EXPECT_EQ(find_first_of(how, all, wanted), std::ranges::find_first_of(all, wanted));
        EXPECT_EQ(
            find_first_of(
                how, all.begin(), all.end(), wanted.begin(), wanted.end(), {}, {}, std::negate<>()),
            std::ranges::find_first_of(all, wanted, {}, {}, std::negate<>()));
      }
    }
  });
}

TEST_P(search_test, sequences) {
  on_policies([](parallel_policy how) {
    const auto expect_same = [](const auto& found, const auto& expected) {
      EXPECT_EQ(found.begin(), expected.begin());
      EXPECT_EQ(found.end(), expected.end());
    };
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 3);
      std::vector<std::vector<int>> sequences{
          {}, {1}, {1, 1, 1}, {0, 1, 2, 0, 1}, {5}, {2, 2, 2, 2, 2, 2}};
      sequences.push_back(all);
      sequences.emplace_back(n + 1);
      for (const std::vector<int>& wanted : sequences) {
        expect_same(search(how, all, wanted), std::ranges::search(all, wanted));
        const bool occurs = wanted.empty() || !std::ranges::search(all, wanted).empty();
        EXPECT_EQ(contains_subrange(how, all, wanted), occurs);
        EXPECT_EQ(contains_subrange(how, all.begin(), all.end(), wanted.begin(), wanted.end()),
                  occurs);
        expect_same(
            search(how, all.begin(), all.end(), wanted.begin(), wanted.end(), std::not_equal_to()),
            std::ranges::search(all, wanted, std::not_equal_to()));
        expect_same(find_end(how, all, wanted), std::ranges::find_end(all, wanted));
        expect_same(find_end(how,
                             all.begin(),
                             all.end(),
                             wanted.begin(),
                             wanted.end(),
                             {},
                             std::negate<>(),
                             std::negate<>()),
                    std::ranges::find_end(all, wanted));
      }
      for (const std::ptrdiff_t count : {-1, 0, 1, 2, 5, 9, 30'000}) {
        expect_same(search_n(how, all, count, 1), std::ranges::search_n(all, count, 1));
        expect_same(search_n(how, all.begin(), all.end(), count, 1, std::ranges::less()),
                    std::ranges::search_n(all, count, 1, std::ranges::less()));
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch
