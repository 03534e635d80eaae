// SPDX-License-Identifier: Apache-2.0

// Algorithms that visit or write each element, compared with those of std::ranges.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class elements_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(elements_test, {1, 2, 8});

TEST_P(elements_test, for_each) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<int> all = testing::numbers(n, 10);
      std::vector<int> expected = all;
      const auto add = [](int& each) {
        each += 7;
      };
      std::ranges::for_each(expected, add);
      EXPECT_EQ(for_each(how, all.begin(), all.end(), add), all.end());
      EXPECT_EQ(all, expected);
      EXPECT_EQ(for_each(how, all, add), all.end());
      std::ranges::for_each(expected, add);
      EXPECT_EQ(all, expected);
      const auto half = static_cast<std::ptrdiff_t>(n / 2);
      EXPECT_EQ(for_each_n(how, all.begin(), half, add), all.begin() + half);
      std::ranges::for_each_n(expected.begin(), half, add);
      EXPECT_EQ(all, expected);
      EXPECT_EQ(for_each_n(how, all.begin(), -1, add), all.begin());
    }
  });
}

TEST_P(elements_test, for_each_projects) {
  on_policies([](parallel_policy how) {
    std::vector<std::pair<int, std::string>> all(500);
    for_each(
        how, all, [](std::string& name) { name = "named"; }, &std::pair<int, std::string>::second);
    EXPECT_TRUE(std::ranges::all_of(all, [](const auto& each) { return each.second == "named"; }));
  });
}

TEST_P(elements_test, transform_of_one_range) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const std::size_t room : {n, n / 2, n + 3}) {
        const std::vector<int> all = testing::numbers(n, 1000);
        std::vector<std::string> out(room, "old");
        std::vector<std::string> expected = out;
        const std::size_t done = std::min(n, room);
        const auto text = [](int each) {
          return std::to_string(each);
        };
        std::ranges::transform(all | std::views::take(done), expected.begin(), text);
        const auto ends = transform(how, all.begin(), all.end(), out.begin(), out.end(), text);
        EXPECT_EQ(ends.in, all.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_EQ(ends.out, out.begin() + static_cast<std::ptrdiff_t>(done));
        EXPECT_EQ(out, expected);
        std::ranges::fill(out, "old");
        const auto range_ends = transform(how, all, out, text, [](int each) { return each; });
        EXPECT_EQ(range_ends.in, ends.in);
        EXPECT_EQ(range_ends.out, ends.out);
        EXPECT_EQ(out, expected);
      }
    }
  });
}

TEST_P(elements_test, transform_in_place) {
  on_policies([](parallel_policy how) {
    std::vector<int> all = testing::numbers(5'000, 1000);
    std::vector<int> expected = all;
    std::ranges::transform(expected, expected.begin(), std::negate<>());
    transform(how, all, all, std::negate<>());
    EXPECT_EQ(all, expected);
  });
}

TEST_P(elements_test, transform_of_two_ranges) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> a = testing::numbers(n, 1000, 2);
      const std::vector<int> b = testing::numbers(n / 2 + 1, 1000, 3);
      std::vector<int> out(n, -1);
      std::vector<int> expected = out;
      const auto shorter = static_cast<std::ptrdiff_t>(std::min(n, n / 2 + 1));
      std::ranges::transform(
          a.begin(), a.begin() + shorter, b.begin(), b.end(), expected.begin(), std::minus<>());
      const auto ends = transform(
          how, a.begin(), a.end(), b.begin(), b.end(), out.begin(), out.end(), std::minus<>());
      EXPECT_EQ(ends.in1, a.begin() + shorter);
      EXPECT_EQ(ends.in2, b.begin() + shorter);
      EXPECT_EQ(ends.out, out.begin() + shorter);
      EXPECT_EQ(out, expected);
      std::ranges::fill(out, -1);
      EXPECT_EQ(transform(how, a, b, out, std::minus<>()).out, ends.out);
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(elements_test, fill_and_generate) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> all(n);
      EXPECT_EQ(fill(how, all, "first"), all.end());
      EXPECT_EQ(all, std::vector<std::string>(n, "first"));
      EXPECT_EQ(fill(how, all.begin(), all.end(), std::string("second")), all.end());
      EXPECT_EQ(all, std::vector<std::string>(n, "second"));
      const auto half = static_cast<std::ptrdiff_t>(n / 2);
      EXPECT_EQ(fill_n(how, all.begin(), half, "third"), all.begin() + half);
      EXPECT_EQ(std::ranges::count(all, "third"), half);
      EXPECT_EQ(fill_n(how, all.begin(), -5, "never"), all.begin());
      std::atomic<std::size_t> calls = 0;
      const auto next = [&calls] {
        ++calls;
        return "made";
      };
      EXPECT_EQ(generate(how, all, next), all.end());
      EXPECT_EQ(all, std::vector<std::string>(n, "made"));
      EXPECT_EQ(calls, n);
      EXPECT_EQ(generate_n(how, all.begin(), half, next), all.begin() + half);
      EXPECT_EQ(calls, n + n / 2);
      EXPECT_EQ(generate(how, all.begin(), all.end(), next), all.end());
    }
  });
}

TEST_P(elements_test, replace) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<int> all = testing::numbers(n, 5);
      std::vector<int> expected = all;
      std::ranges::replace(expected, 3, 33);
      EXPECT_EQ(replace(how, all, 3, 33), all.end());
      EXPECT_EQ(all, expected);
      std::ranges::replace(expected, -2, 22, std::negate<>());
      EXPECT_EQ(replace(how, all.begin(), all.end(), -2, 22, std::negate<>()), all.end());
      EXPECT_EQ(all, expected);
      const auto small = [](int each) {
        return each < 2;
      };
      std::ranges::replace_if(expected, small, 11);
      EXPECT_EQ(replace_if(how, all, small, 11), all.end());
      EXPECT_EQ(all, expected);
    }
  });
}

// The values may be elements that the call changes.
TEST_P(elements_test, values_are_kept) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      if (n == 0) {
        continue;
      }
      std::vector<std::string> all(n, "a text that lies on the heap");
      all[n / 2] = "another text that lies on the heap";
      fill(how, all, all[n / 2]);
      EXPECT_EQ(all, std::vector<std::string>(n, "another text that lies on the heap"));
      all[n / 2] = "a third text that lies on the heap";
      replace(how, all, all[0], all[n / 2]);
      EXPECT_EQ(all, std::vector<std::string>(n, "a third text that lies on the heap"));
    }
  });
}

TEST_P(elements_test, copy_move_and_swap) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 1000);
      std::vector<int> out(n + 1, -1);
      const auto ends = copy(how, all, out);
      EXPECT_EQ(ends.in, all.end());
      EXPECT_EQ(ends.out, out.end() - 1);
      EXPECT_TRUE(std::ranges::equal(all, out | std::views::take(n)));
      EXPECT_EQ(out.back(), -1);
      const auto half = static_cast<std::ptrdiff_t>(n / 2);
      std::vector<int> part(n / 2);
      EXPECT_EQ(copy_n(how, all.begin(), half, part.begin(), part.end()).in, all.begin() + half);
      EXPECT_TRUE(std::ranges::equal(part, all | std::views::take(n / 2)));

      std::vector<std::unique_ptr<int>> owners(n);
      generate(how, owners, [] { return std::make_unique<int>(5); });
      std::vector<std::unique_ptr<int>> takers(n);
      EXPECT_EQ(move(how, owners, takers).in, owners.end());
      EXPECT_TRUE(std::ranges::none_of(owners, [](const auto& each) { return each != nullptr; }));
      EXPECT_TRUE(std::ranges::all_of(takers, [](const auto& each) { return *each == 5; }));
      EXPECT_EQ(swap_ranges(how, owners, takers).in2, takers.end());
      EXPECT_TRUE(std::ranges::all_of(owners, [](const auto& each) { return *each == 5; }));
    }
  });
}

TEST_P(elements_test, exceptions_end_the_call) {
  on_policies([](parallel_policy how) {
    std::vector<int> all = testing::numbers(20'000, 1000);
    std::atomic<int> thrown = 0;
    try {
      for_each(how, all, [&thrown](int) {
        ++thrown;
        throw std::runtime_error("expected");
      });
      ADD_FAILURE() << "nothing arrived";
    } catch (const task_errors& errors) {
      EXPECT_EQ(errors.all().size(), static_cast<std::size_t>(thrown));
    } catch (const std::runtime_error&) {
      EXPECT_EQ(thrown, 1);
    }
  });
}

}  // namespace
}  // namespace nuthatch
