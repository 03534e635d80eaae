// SPDX-License-Identifier: Apache-2.0

// Folds and histograms.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"
#include "runtime/on_one_worker.hpp"

namespace nuthatch {
namespace {

class fold_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(fold_test, {1, 2, 8});

std::vector<std::size_t> long_lengths() {
  std::vector<std::size_t> all = testing::lengths();
  all.push_back(20'011);
  return all;
}

TEST_P(fold_test, lists_keep_their_order) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      const auto make = [] {
        return std::vector<int>();
      };
      const auto into = [](std::vector<int>& list, int each) {
        if (each == 7) {
          std::this_thread::yield();
        }
        list.push_back(each);
      };
      const auto merge = [](std::vector<int>& left, std::vector<int>&& right) {
        left.insert(left.end(), right.begin(), right.end());
      };
      EXPECT_EQ(fold(how, all, make, into, merge), all);
      EXPECT_EQ(fold(how, all.begin(), all.end(), make, into, merge), all);
    }
  });
}

/// Can only be moved, and not be made without an argument.
class counted {
 public:
  explicit counted(long start) : sum_(std::make_unique<long>(start)) { ++alive(); }

  counted(counted&& other) noexcept : sum_(std::move(other.sum_)) { ++alive(); }

  counted& operator=(counted&&) = delete;

  ~counted() { --alive(); }

  void add(long n) { *sum_ += n; }

  [[nodiscard]] long sum() const { return *sum_; }

  static std::atomic<int>& alive() {
    static std::atomic<int> count = 0;
    return count;
  }

 private:
  std::unique_ptr<long> sum_;
};

TEST_P(fold_test, accumulators_that_only_move) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000);
      const auto make = [] {
        return counted(0);
      };
      const auto merge = [](counted& left, counted&& right) {
        left.add(right.sum());
      };
      EXPECT_EQ(fold(how, all, make, &counted::add, merge).sum(),
                std::accumulate(all.begin(), all.end(), 0L));
      EXPECT_EQ(counted::alive(), 0);
      if (n == 0) {
        continue;
      }
      for (const std::size_t failing : {std::size_t{0}, n / 2, n - 1}) {
        std::atomic<int> thrown = 0;
        const auto into = [&](counted& sum, const int& each) {
          if (&each >= &all[failing]) {
            ++thrown;
            throw std::runtime_error("expected");
          }
          sum.add(each);
        };
        try {
          fold(how, all, make, into, merge);
          ADD_FAILURE() << "nothing arrived";
        } catch (const task_errors& errors) {
          EXPECT_EQ(errors.all().size(), static_cast<std::size_t>(thrown));
        } catch (const std::runtime_error&) {
          EXPECT_EQ(thrown, 1);
        }
        EXPECT_EQ(counted::alive(), 0);
      }
    }
  });
}

// Sums of doubles, which are rounded, depend on the grouping.
TEST_P(fold_test, the_grouping_is_the_same) {
  static std::map<std::string, double> known;
  on_runtime([](runtime& r) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 1'000'000);
      const auto compute = [&all] {
        return fold(
            par,
            all,
            [] { return 0.0; },
            [](double& sum, int each) { sum += 1.0 / (1 + each); },
            [](double& left, double right) { left += right; });
      };
      EXPECT_EQ(r.run(compute), testing::on_one_worker(known, std::to_string(n), compute));
    }
  });
}

TEST_P(fold_test, histogram) {
  enum class color : std::uint8_t { red, green, blue };

  on_policies([](parallel_policy how) {
    for (const std::size_t n : long_lengths()) {
      const std::vector<int> all = testing::numbers(n, 100);
      for (const std::size_t bins : {std::size_t{0},
                                     std::size_t{1},
                                     std::size_t{50},
                                     std::size_t{100},
                                     std::size_t{5'000}}) {
        std::vector<std::uint64_t> expected(bins);
        for (const int each : all) {
          if (static_cast<std::size_t>(each) < bins) {
            ++expected[static_cast<std::size_t>(each)];
          }
        }
        const auto hesitant = [](int each) {
          if (each == 7) {
            std::this_thread::yield();
          }
          return each;
        };
        EXPECT_EQ(histogram(how, all, bins, hesitant), expected);
        EXPECT_EQ(histogram(how, all.begin(), all.end(), bins), expected);
      }
      EXPECT_EQ(histogram(how, all, 3, std::negate<>())[0],
                static_cast<std::uint64_t>(std::ranges::count(all, 0)));
      const auto colors = histogram(how, all, 3, [](int each) { return color(each % 3); });
      EXPECT_EQ(std::accumulate(colors.begin(), colors.end(), std::uint64_t{0}), n);
      EXPECT_EQ(colors[2], static_cast<std::uint64_t>(std::ranges::count_if(all, [](int each) {
                  return each % 3 == 2;
                })));
    }
  });
}

TEST(fold_on_foreign_threads_test, results_are_the_same) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{100}, std::size_t{2'000'000}}) {
    const std::vector<int> all = testing::numbers(n, 100);
    std::vector<std::uint64_t> expected(100);
    for (const int each : all) {
      ++expected[static_cast<std::size_t>(each)];
    }
    EXPECT_EQ(histogram(par, all, 100), expected);
    EXPECT_EQ(fold(
                  par,
                  all,
                  [] { return 0L; },
                  [](long& sum, int each) { sum += each; },
                  [](long& left, long right) { left += right; }),
              std::accumulate(all.begin(), all.end(), 0L));
  }
}

}  // namespace
}  // namespace nuthatch
