// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

class parallel_for_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(parallel_for_test);

TEST_P(parallel_for_test, calls_each_index_once) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::size_t n : {0U, 1U, 2U, 3U, 31U, 32U, 1000U, 10'007U}) {
      std::vector<std::uint8_t> calls(n);
      r.run([&] { parallel_for(policy, std::size_t{0}, n, [&](std::size_t i) { ++calls[i]; }); });
      EXPECT_EQ(calls, std::vector<std::uint8_t>(n, 1));
    }
  });
}

TEST_P(parallel_for_test, grain_does_not_matter_to_the_result) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::uint64_t size : {1U, 2U, 7U, 999U, 1000U, 1001U}) {
      std::vector<std::uint8_t> calls(1000);
      r.run([&] {
        parallel_for(
            policy, 0, 1000, [&](int i) { ++calls[static_cast<std::size_t>(i)]; }, grain{size});
      });
      EXPECT_EQ(calls, std::vector<std::uint8_t>(1000, 1)) << "grain " << size;
    }
  });
}

TEST_P(parallel_for_test, empty_and_reversed_ranges_do_nothing) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      const auto never = [](int) {
        ADD_FAILURE();
      };
      parallel_for(policy, 5, 5, never);
      parallel_for(policy, 5, 4, never);
      parallel_for(policy, 5, -5, never, grain{1});
      const std::vector<int> empty;
      parallel_for(policy, empty.begin(), empty.end(), [](auto) { ADD_FAILURE(); });
      parallel_for_blocked(policy, 7, 7, [](int, int) { ADD_FAILURE(); });
    });
  });
}

TEST_P(parallel_for_test, negative_and_extreme_indices) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<long> sum = 0;
      parallel_for(policy, -500, 501, [&](int i) { sum += i; }, grain{10});
      EXPECT_EQ(sum, 0);

      constexpr auto high = std::numeric_limits<std::int64_t>::max();
      constexpr auto low = std::numeric_limits<std::int64_t>::min();
      std::atomic<int> calls = 0;
      parallel_for(
          policy, high - 100, high, [&](std::int64_t i) { calls += i < high ? 1 : 0; }, grain{9});
      parallel_for(
          policy, low, low + 100, [&](std::int64_t i) { calls += i < 0 ? 1 : 0; }, grain{9});
      EXPECT_EQ(calls, 200);

      std::array<std::atomic<int>, 255> bytes{};
      parallel_for(
          policy,
          std::uint8_t{0},
          std::uint8_t{255},
          [&](std::uint8_t i) { ++bytes[i]; },
          grain{1});
      for (const auto& each : bytes) {
        EXPECT_EQ(each, 1);
      }
    });
  });
}

TEST_P(parallel_for_test, iterators) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<int> numbers(1000);
    std::deque<int> queue(777, 1);
    std::array<int, 33> plain{};
    r.run([&] {
      parallel_for(policy, numbers.begin(), numbers.end(), [&](auto at) {
        *at = static_cast<int>(at - numbers.begin());
      });
      parallel_for(policy, queue.begin(), queue.end(), [](auto at) { ++*at; }, grain{8});
      parallel_for(policy, plain.data(), plain.data() + plain.size(), [](int* at) { *at = 3; });
    });
    std::vector<int> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(numbers, expected);
    EXPECT_EQ(queue, std::deque<int>(777, 2));
    EXPECT_EQ(std::accumulate(plain.begin(), plain.end(), 0), 99);
  });
}

TEST_P(parallel_for_test, blocks_make_up_the_range) {
  on_each_policy([](runtime& r, auto policy) {
    for (const std::uint64_t size : {0U, 1U, 64U, 100U, 5000U}) {
      std::mutex guard;
      std::set<std::pair<int, int>> blocks;
      r.run([&] {
        parallel_for_blocked(
            policy,
            10,
            1010,
            [&](int first, int last) {
              const std::lock_guard lock(guard);
              blocks.emplace(first, last);
            },
            grain{size});
      });
      int next = 10;
      for (const auto& [first, last] : blocks) {
        EXPECT_EQ(first, next);
        EXPECT_LT(first, last);
        EXPECT_TRUE(size == 0 || static_cast<std::uint64_t>(last - first) <= size);
        next = last;
      }
      EXPECT_EQ(next, 1010);
    }
  });
}

TEST_P(parallel_for_test, automatic_grain_gives_each_worker_dozens) {
  on_runtime([](runtime& r) {
    std::atomic<unsigned> blocks = 0;
    r.run([&] { parallel_for_blocked(0, 1'000'000, [&](int, int) { ++blocks; }); });
    if (r.workers() == 1) {  // which has nothing to balance
      EXPECT_GE(blocks, 8U);
      EXPECT_LE(blocks, 16U);
    } else {
      EXPECT_GE(blocks, 24 * r.workers());
      EXPECT_LE(blocks, 96 * r.workers());
    }
  });
}

// What is left of a loop that failed or was stopped takes no forks, however short its blocks are.
TEST_P(parallel_for_test, forks_no_more_after_an_exception_or_a_stop) {
  on_runtime([](runtime& r) {
    if (r.workers() > 1) {
      return;
    }
    constexpr int n = 1'000'000;
    const auto fails = [](int i) {
      if (i == 3) {
        throw std::runtime_error("expected");
      }
      return i;
    };
    const auto stops = [](int i) {
      if (i == 3) {
        stop_finish();
      }
      return i;
    };
    r.count_spawns(/*wanted=*/true);
    r.run([&] {
      EXPECT_THROW(parallel_for(0, n, fails, grain{1}), std::runtime_error);
      EXPECT_THROW(static_cast<void>(parallel_reduce(0, n, 0, fails, std::plus<>(), grain{1})),
                   std::runtime_error);
      EXPECT_EQ(finish([&] { parallel_for(0, n, stops, grain{1}); }), outcome::stopped);
      EXPECT_EQ(finish([&] {
                  static_cast<void>(parallel_reduce(0, n, 0, stops, std::plus<>(), grain{1}));
                }),
                outcome::stopped);
    });
    EXPECT_LT(r.statistics().spawns, n / 50U);  // in a queue, many begin before the block
  });
}

TEST_P(parallel_for_test, body_is_taken_by_reference) {
  on_each_policy([](runtime& r, auto policy) {
    struct counting {
      std::atomic<int> calls = 0;

      void operator()(int) { ++calls; }
    } body;
    r.run([&] { parallel_for(policy, 0, 100, body, grain{3}); });
    EXPECT_EQ(body.calls, 100);
  });
}

TEST_P(parallel_for_test, nested) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<std::atomic<int>> cells(std::size_t{50} * 40);
    r.run([&] {
      parallel_for(
          policy,
          std::size_t{0},
          std::size_t{50},
          [&](std::size_t row) {
            parallel_for(
                policy,
                std::size_t{0},
                std::size_t{40},
                [&](std::size_t column) { ++cells[row * 40 + column]; },
                grain{3});
          },
          grain{1});
    });
    for (const auto& cell : cells) {
      EXPECT_EQ(cell, 1);
    }
  });
}

TEST_P(parallel_for_test, stated_blocks_begin_at_multiples_of_the_grain) {
  on_each_policy([](runtime& r, auto policy) {
    for (const int size : {1, 7, 64, 1'000, 2'000}) {
      std::mutex guard;
      std::set<std::pair<int, int>> blocks;
      r.run([&] {
        parallel_for_blocked(
            policy,
            10,
            1'010,
            [&](int first, int last) {
              const std::lock_guard lock(guard);
              blocks.emplace(first, last);
            },
            grain{static_cast<std::uint64_t>(size)});
      });
      for (const auto& [first, last] : blocks) {
        EXPECT_EQ((first - 10) % size, 0);
        EXPECT_EQ(last, std::min(first + size, 1'010));
      }
    }
  });
}

TEST_P(parallel_for_test, all_that_was_thrown_arrives) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> thrown = 0;
      const auto fail = [&thrown](int) {
        ++thrown;
        throw std::runtime_error("expected");
      };
      try {
        parallel_for(policy, 0, 100, fail, grain{1});
        ADD_FAILURE() << "nothing arrived";
      } catch (const task_errors& all) {
        EXPECT_EQ(all.all().size(), static_cast<std::size_t>(thrown));
      } catch (const std::runtime_error&) {
        EXPECT_EQ(thrown, 1);
      }
    });
  });
}

/// Counts the calls of a loop whose iteration `failing` throws. Other workers' blocks may be
/// running then.
template <class Loop>
std::int64_t calls_of_failing(runtime& r, std::int64_t failing, const Loop& loop) {
  std::atomic<std::int64_t> calls = 0;
  const auto body = [&calls, failing](std::int64_t i) {
    ++calls;
    if (i == failing) {
      throw std::runtime_error("expected");
    }
  };
  r.run([&] { EXPECT_THROW(loop(body), std::runtime_error); });
  return calls;
}

// With one worker, it is known which blocks have begun.
TEST_P(parallel_for_test, no_block_begins_after_an_exception) {
  on_each_policy([](runtime& r, auto policy) {
    if (r.workers() > 1) {
      return;
    }
    constexpr std::int64_t size = 1'000'000;
    const auto by_index = [=](auto& body) {
      parallel_for(policy, std::int64_t{0}, size, body);
    };
    EXPECT_EQ(calls_of_failing(r, 0, by_index), 1);
    EXPECT_EQ(calls_of_failing(r, 40'000, by_index), 40'001);
    const auto by_blocks = [=](auto& body) {
      parallel_for_blocked(
          policy,
          std::int64_t{0},
          size,
          [&body](std::int64_t first, std::int64_t last) {
            for (; first != last; ++first) {
              body(first);
            }
          },
          grain{100});
    };
    EXPECT_EQ(calls_of_failing(r, 350, by_blocks), 351);
    const auto by_reduction = [=](auto& body) {
      static_cast<void>(parallel_reduce(
          policy,
          std::int64_t{0},
          size,
          0,
          [&body](std::int64_t i) {
            body(i);
            return 1;
          },
          std::plus<>()));
    };
    EXPECT_EQ(calls_of_failing(r, 40'000, by_reduction), 40'001);
  });
}

// The second of two long blocks throws while the first one runs on another worker.
TEST_P(parallel_for_test, a_running_block_ends_after_an_exception) {
  on_each_policy([](runtime& r, auto policy) {
    if (r.workers() == 1) {
      return;
    }
    constexpr std::int64_t block = 10'000'000;
    testing::event second_began;
    std::int64_t calls = 0;
    r.run([&] {
      EXPECT_THROW(parallel_for(
                       policy,
                       std::int64_t{0},
                       2 * block,
                       [&](std::int64_t i) {
                         if (i >= block) {
                           second_began.happen();
                           throw std::runtime_error("expected");
                         }
                         second_began.hold();
                         ++calls;
                       },
                       grain{block}),
                   std::runtime_error);
    });
    EXPECT_LT(calls, block);
  });
}

TEST_P(parallel_for_test, takes_a_container_and_gives_its_elements) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<int> all(1000, 1);
    r.run([&] {
      parallel_for(policy, all, [](int& each) { ++each; });
      parallel_for(std::span(all), [](int& each) { ++each; }, grain{7});
    });
    EXPECT_EQ(all, std::vector<int>(1000, 3));
    const std::vector<int>& constant = all;
    std::atomic<int> sum = 0;
    r.run([&] { parallel_for(policy, constant, [&](const int& each) { sum += each; }); });
    EXPECT_EQ(sum, 3000);
    r.run([&] { parallel_for(policy, std::vector<int>(), [](int&) { FAIL(); }); });
  });
}

TEST_P(parallel_for_test, takes_bounds_of_two_types) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<int> all(1000, 1);
    r.run([&] {
      parallel_for(policy, 0, all.size(), [&](auto i) {
        static_assert(std::is_same_v<decltype(i), std::size_t>);
        ++all[i];
      });
      parallel_for_blocked(policy, 0U, 1000L, [&](long first, long last) {
        for (; first != last; ++first) {
          ++all[static_cast<std::size_t>(first)];
        }
      });
      parallel_for(policy, all.begin(), all.cend(), [&](auto i) {
        ++all[static_cast<std::size_t>(i - all.cbegin())];
      });
    });
    EXPECT_EQ(all, std::vector<int>(1000, 4));
  });
}

TEST(parallel_for_bounds_test, negative_numbers_are_not_taken_for_large_ones) {
  const auto none = [](auto) {
    FAIL();
  };
  EXPECT_THROW(parallel_for(-1, std::size_t{5}, none), std::invalid_argument);
  EXPECT_THROW(parallel_for(std::size_t{0}, -1, none), std::invalid_argument);
  long sum = 0;
  parallel_for(-2, 3L, [&](long i) { sum += i; }, grain{10});
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace nuthatch
