// SPDX-License-Identifier: Apache-2.0

// One phase around different algorithms: an element stays with the worker that had it before.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/algorithms.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "seed.hpp"

namespace nuthatch {
namespace {

constexpr std::size_t count_of_elements = 200'000;

/// Notes which worker calls something for which element.
class owners {
 public:
  explicit owners(const std::vector<int>& elements)
      : first_(elements.data()),
        now_(elements.size(), none) {}

  /// Notes the worker that has this element, and lets 20 ns of its time pass.
  void note(const int& element) {
    charge_work(20);
    now_[static_cast<std::size_t>(&element - first_)] = *worker_index();
  }

  /// The share of the elements that the same worker has as at the last call. Begins anew.
  double share_that_stayed() {
    std::size_t same = 0;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      EXPECT_NE(now_[i], none) << "element " << i;
      same += before_.empty() || now_[i] == before_[i] ? 1 : 0;
    }
    before_ = now_;
    std::ranges::fill(now_, none);
    return static_cast<double>(same) / static_cast<double>(before_.size());
  }

  [[nodiscard]] std::size_t elements_of(unsigned worker) const {
    return static_cast<std::size_t>(std::ranges::count(before_, worker));
  }

 private:
  static constexpr unsigned none = ~0U;

  const int* first_;
  std::vector<unsigned> before_;
  std::vector<unsigned> now_;
};

struct step {
  const char* name;
  std::function<void()> run;
};

TEST(phase_of_algorithms_test, elements_keep_their_workers) {
  options wanted;
  wanted.workers = 8;
  wanted.seed = testing::seed();
  const virtual_runtime pretended(wanted);
  pretended->run([] {
    // Its runs take different times, of which it is to learn nothing: it keeps its schedule.
    persistent_phase phase({.imbalance_threshold = 1});
    const auto how = par.again(phase);
    std::vector<int> numbers(count_of_elements);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> results(numbers.size());
    owners where(numbers);
    const auto noted = [&where](const int& each) {
      where.note(each);
      return each;
    };
    const auto is_odd = [&where](const int& each) {
      where.note(each);
      return each % 2 != 0;
    };
    const std::vector<step> steps{
        {"for_each",
         [&] {
           for_each(how, numbers, noted);
         }},
        {"transform",
         [&] {
           transform(how, numbers, results, noted);
         }},
        {"transform_reduce",
         [&] {
           EXPECT_EQ(transform_reduce(how, numbers, 0L, std::plus<>(), noted), 19'999'900'000L);
         }},
        {"count_if",
         [&] {
           EXPECT_EQ(count_if(how, numbers, is_odd), 100'000);
         }},
        {"copy_if",
         [&] {
           std::vector<int> odd(numbers.size());
           copy_if(how, numbers, odd, is_odd);
           EXPECT_EQ(odd[7], 15);
         }},
        {"all_of",
         [&] {
           EXPECT_TRUE(all_of(how, numbers, [&](const int& each) { return noted(each) >= 0; }));
         }},
        {"max_element",
         [&] {
           EXPECT_EQ(*max_element(how, numbers, std::ranges::less(), noted), 199'999);
         }},
        {"histogram",
         [&] {
           EXPECT_EQ(
               histogram(how, numbers, 2, [&](const int& each) { return noted(each) % 2; })[1],
               100'000U);
         }},
    };
    for (int i = 0; i < 20 && phase.stage() != phase_stage::replaying; ++i) {
      steps.front().run();
      static_cast<void>(where.share_that_stayed());
    }
    ASSERT_EQ(phase.stage(), phase_stage::replaying);
    for (unsigned worker = 0; worker < 8; ++worker) {
      EXPECT_GT(where.elements_of(worker), count_of_elements / 32) << "worker " << worker;
    }
    for (int turn = 0; turn < 2; ++turn) {
      for (const step& each : steps) {
        each.run();
        EXPECT_GE(where.share_that_stayed(), 0.99) << each.name;
      }
    }
  });
}

// The scan has a second pass over what was stolen, with spawns of its own, so its elements stay
// where they were in the run before, as those of all do.
TEST(phase_of_algorithms_test, elements_keep_their_workers_from_run_to_run) {
  options wanted;
  wanted.workers = 8;
  wanted.seed = testing::seed();
  const virtual_runtime pretended(wanted);
  pretended->run([] {
    persistent_phase phase({.imbalance_threshold = 1});
    std::vector<int> numbers(count_of_elements);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<int> results(numbers.size());
    std::vector<long> sums(numbers.size());
    std::vector<owners> where(4, owners(numbers));
    const auto noted = [&where](std::size_t algorithm) {
      return [&where, algorithm](const int& each) {
        where[algorithm].note(each);
        return each;
      };
    };
    const auto all = [&] {
      for_each(par, numbers, noted(0));
      transform(par, numbers, results, noted(1));
      EXPECT_EQ(transform_reduce(par, numbers, 0L, std::plus<>(), noted(2)), 19'999'900'000L);
      transform_inclusive_scan(par, numbers, sums, std::plus<>(), noted(3), 0L);
      EXPECT_EQ(sums.back(), 19'999'900'000L);
    };
    for (int i = 0; i < 20 && phase.stage() != phase_stage::replaying; ++i) {
      phase.run(all);
    }
    ASSERT_EQ(phase.stage(), phase_stage::replaying);
    for (int i = 0; i < 3; ++i) {
      phase.run(all);
      for (owners& each : where) {
        const double share = each.share_that_stayed();
        EXPECT_GE(i == 0 ? 1 : share, 0.99);
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch
