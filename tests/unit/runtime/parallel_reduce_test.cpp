// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch {
namespace {

class parallel_reduce_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(parallel_reduce_test);

TEST_P(parallel_reduce_test, sums) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::int64_t n : {0, 1, 2, 3, 100, 4'096, 10'007}) {
      for (const std::uint64_t size : {0U, 1U, 13U, 20'000U}) {
        const std::int64_t sum = r.run([&] {
          return parallel_reduce(
              policy,
              std::int64_t{0},
              n,
              std::int64_t{0},
              [](std::int64_t i) { return i; },
              std::plus<>(),
              grain{size});
        });
        EXPECT_EQ(sum, n * (n - 1) / 2) << n << " elements, grain " << size;
      }
    }
  });
}

TEST_P(parallel_reduce_test, empty_range_gives_the_identity) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      const auto never = [](int) -> int {
        throw std::logic_error("called");
      };
      EXPECT_EQ(parallel_reduce(policy, 3, 3, 42, never, std::plus<>()), 42);
      EXPECT_EQ(parallel_reduce(policy, 3, 1, 42, never, std::plus<>()), 42);
    });
  });
}

// Concatenation does not commute, so operands have to keep their order.
TEST_P(parallel_reduce_test, operands_keep_their_order) {
  std::string expected;
  for (int i = 0; i < 500; ++i) {
    expected += std::to_string(i) + ",";
  }
  on_each_policy([&](runtime& r, auto policy) {
    for (const std::uint64_t size : {0U, 1U, 7U, 100U}) {
      EXPECT_EQ(r.run([&] {
        return parallel_reduce(
            policy,
            0,
            500,
            std::string(),
            [](int i) { return std::to_string(i) + ","; },
            [](std::string a, const std::string& b) { return std::move(a) + b; },
            grain{size});
      }),
                expected);
    }
  });
}

// The identity cannot be copied, so blocks cannot start from it.
TEST_P(parallel_reduce_test, move_only_values) {
  using text = std::unique_ptr<std::string>;
  on_each_policy([](runtime& r, auto policy) {
    for (const int n : {0, 1, 2, 26, 200}) {
      for (const std::uint64_t size : {0U, 1U, 3U, 1'000U}) {
        std::string expected;
        for (int i = 0; i < n; ++i) {
          expected += static_cast<char>('a' + i % 26);
        }
        auto letter = [owner = std::make_unique<char>('a')](int i) {
          return std::make_unique<std::string>(1, static_cast<char>(*owner + i % 26));
        };
        auto appended = [](text left, const text& right) {
          *left += *right;
          return left;
        };
        const text found = r.run([&] {
          return parallel_reduce(policy,
                                 0,
                                 n,
                                 std::make_unique<std::string>(),
                                 std::move(letter),
                                 appended,
                                 grain{size});
        });
        EXPECT_EQ(*found, expected) << n << " letters, grain " << size;
      }
    }
  });
}

TEST_P(parallel_reduce_test, iterators) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 1);
    EXPECT_EQ(r.run([&] {
      return parallel_reduce(
          policy,
          numbers.begin(),
          numbers.end(),
          0L,
          [](auto at) { return long{*at}; },
          std::plus<>());
    }),
              500'500);
  });
}

// Each block starts from the identity, so a value that is not neutral shows the number of blocks.
TEST_P(parallel_reduce_test, grain_bounds_the_blocks) {
  on_each_policy([](runtime& r, auto policy) {
    const auto starts = [&](std::uint64_t size) {
      return r.run([&] {
        return parallel_reduce(
            policy, 0, 1024, 1, [](int) { return 0; }, std::plus<>(), grain{size});
      });
    };
    EXPECT_EQ(starts(1), 1024);
    EXPECT_EQ(starts(32), 32);
    EXPECT_EQ(starts(1024), 1);
    EXPECT_EQ(starts(5000), 1);
  });
}

TEST_P(parallel_reduce_test, maximum_of_a_move_aware_type) {
  on_each_policy([](runtime& r, auto policy) {
    const auto longest = r.run([&] {
      return parallel_reduce(
          policy,
          0,
          300,
          std::vector<int>(),
          [](int i) { return std::vector<int>(static_cast<std::size_t>(i % 97)); },
          [](std::vector<int> a, std::vector<int> b) { return a.size() < b.size() ? b : a; },
          grain{4});
    });
    EXPECT_EQ(longest.size(), 96U);
  });
}

/// A stack of 1 MiB has no room for several values.
TEST_P(parallel_reduce_test, large_sums_lie_on_the_heap) {
  using counts = std::array<long, 4096>;
  on_each_policy([](runtime& r, auto policy) {
    const auto all = r.run([&] {
      const counts found = parallel_reduce(
          policy,
          0,
          50'000,
          counts{},
          [](counts& sum, int i) { ++sum[static_cast<std::size_t>(i) % sum.size()]; },
          [](counts& sum, const counts& other) {
            std::ranges::transform(sum, other, sum.begin(), std::plus<>());
          },
          grain{20});
      return std::pair(found.front(), found.back());
    });
    EXPECT_EQ(all, std::pair(13L, 12L));
  });
}

TEST_P(parallel_reduce_test, reduces_that_return_their_first_argument) {
  on_each_policy([](runtime& r, auto policy) {
    const auto all = r.run([&] {
      return parallel_reduce(
          policy,
          0,
          300,
          std::vector<int>(),
          [](int i) { return std::vector<int>{i}; },
          [](std::vector<int>&& a, const std::vector<int>& b) -> std::vector<int>&& {
            a.insert(a.end(), b.begin(), b.end());
            return std::move(a);
          },
          grain{4});
    });
    EXPECT_EQ(all.size(), 300U);
  });
}

TEST_P(parallel_reduce_test, exceptions) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      EXPECT_THROW(parallel_reduce(
                       policy,
                       0,
                       100,
                       0,
                       [](int i) {
                         if (i == 77) {
                           throw std::runtime_error("expected");
                         }
                         return i;
                       },
                       std::plus<>(),
                       grain{1}),
                   std::runtime_error);
      EXPECT_THROW(parallel_reduce(
                       policy,
                       0,
                       100,
                       0,
                       [](int i) { return i; },
                       [](int, int) -> int { throw std::runtime_error("expected"); },
                       grain{50}),
                   std::runtime_error)
          << "of one block, or task_errors of both";
    });
  });
}

using histogram = std::array<long, 256>;

TEST_P(parallel_reduce_test, adds_to_a_sum_in_place) {
  on_each_policy([](runtime& r, auto policy) {
    const auto join = [](histogram& into, const histogram& from) {
      for (std::size_t i = 0; i < into.size(); ++i) {
        into[i] += from[i];
      }
    };
    for (const std::size_t n : {0U, 1U, 1000U, 100'000U}) {
      const histogram counts = r.run([&] {
        return parallel_reduce(
            policy, 0, n, histogram{}, [](histogram& sum, std::size_t i) { ++sum[i % 256]; }, join);
      });
      for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_EQ(counts[i], static_cast<long>((n + 255 - i) / 256)) << i << " of " << n;
      }
    }
  });
}

TEST_P(parallel_reduce_test, adds_in_the_order_of_the_indices) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::uint64_t size : {1U, 3U, 50U, 1000U}) {
      const std::string text = r.run([&] {
        return parallel_reduce(
            policy,
            0,
            300,
            std::string(),
            [](std::string& sum, int i) { sum += std::to_string(i); },
            [](std::string& into, std::string&& from) { into += from; },
            grain{size});
      });
      std::string expected;
      for (int i = 0; i < 300; ++i) {
        expected += std::to_string(i);
      }
      EXPECT_EQ(text, expected);
    }
  });
}

/// A value that counts its copies.
struct copied_sum {
  std::array<long, 100> sums{};
  inline static std::atomic<long> copies_ = 0;

  copied_sum() = default;

  copied_sum(const copied_sum& other) : sums(other.sums) { ++copies_; }

  copied_sum(copied_sum&& other) noexcept : sums(other.sums) { ++copies_; }

  copied_sum& operator=(const copied_sum&) = default;
  copied_sum& operator=(copied_sum&&) = default;
  ~copied_sum() = default;
};

TEST(parallel_reduce_copies_test, a_sum_is_copied_for_blocks_and_not_for_indices) {
  options one;
  one.workers = 1;
  runtime r(one);
  copied_sum::copies_ = 0;
  r.run([] {
    return parallel_reduce(
        0,
        100'000,
        copied_sum(),
        [](copied_sum& sum, int i) { sum.sums[static_cast<std::size_t>(i % 100)] += i; },
        [](copied_sum& into, const copied_sum& from) { into.sums[0] += from.sums[0]; });
  });
  EXPECT_LT(copied_sum::copies_, 10'000);
}

TEST(parallel_reduce_types_test, small_integers_are_reduced_to_their_own_type) {
  std::vector<unsigned char> bytes(1000, 3);
  const auto value = [](auto i) {
    return *i;
  };
  const unsigned char all = parallel_reduce(
      bytes.begin(), bytes.end(), static_cast<unsigned char>(0), value, std::bit_or());
  EXPECT_EQ(all, 3);
  EXPECT_TRUE(parallel_reduce(
      bytes.begin(), bytes.end(), true, [](auto i) { return *i == 3; }, std::bit_and()));
}

}  // namespace
}  // namespace nuthatch
