// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch {
namespace {

class per_worker_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(per_worker_test);

TEST_P(per_worker_test, values_are_used_one_at_a_time) {
  struct used {
    int count = 0;
    std::atomic<bool> busy = false;
  };

  on_runtime([](runtime& r) {
    r.run([] {
      per_worker<used> all;
      parallel_for(
          0,
          2000,
          [&](int i) {
            all.with([&](used& mine) {
              EXPECT_FALSE(mine.busy.exchange(true));
              ++mine.count;
              if (i % 5 == 0) {
                scope children;
                children.spawn(help_first, [&] {
                  all.with([&](used& other) {
                    EXPECT_NE(&other, &mine);
                    ++other.count;
                  });
                });
                children.sync();
              }
              EXPECT_TRUE(mine.busy.exchange(false));
            });
          },
          grain{1});
      int sum = 0;
      std::size_t values = 0;
      all.for_each([&](const used& one) {
        sum += one.count;
        ++values;
      });
      EXPECT_EQ(sum, 2400);
      EXPECT_GE(values, 2U);
    });
  });
}

TEST_P(per_worker_test, values_are_merged_and_removed) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> made = 0;
      per_worker sums([&made] {
        ++made;
        return std::make_unique<long>(0);
      });
      EXPECT_FALSE(sums.combine([](auto a, auto) { return a; }));
      for (int round = 1; round < 4; ++round) {
        parallel_for(0, 10'000, [&](int i) {
          EXPECT_EQ(sums.with([&](std::unique_ptr<long>& mine) { return *mine += i; }) >= i, true);
        });
        const auto sum = sums.combine([](std::unique_ptr<long> a, std::unique_ptr<long> b) {
          *a += *b;
          return a;
        });
        ASSERT_TRUE(sum);
        EXPECT_EQ(**sum, 49'995'000);
        EXPECT_FALSE(sums.combine([](auto a, auto) { return a; }));
      }
      EXPECT_GE(made, 3);
    });
  });
}

TEST_P(per_worker_test, a_value_survives_an_exception_and_a_worker_keeps_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      per_worker<int> one;
      EXPECT_THROW(one.with([](int& mine) {
        mine = 5;
        throw std::logic_error("inside");
      }),
                   std::logic_error);
      EXPECT_EQ(one.with([](int& mine) { return mine; }), 5);
      const int& kept = one.with([](int& mine) -> int& { return mine; });
      EXPECT_EQ(kept, 5);
      one.clear();
      EXPECT_EQ(one.with([](int& mine) { return mine; }), 0);

      bool fails = true;
      per_worker other([&fails] {
        if (fails) {
          throw std::logic_error("no value");
        }
        return 7;
      });
      EXPECT_THROW(static_cast<void>(other.with([](int& mine) { return mine; })), std::logic_error);
      fails = false;
      EXPECT_EQ(other.with([](int& mine) { return mine; }), 7);
    });
  });
}

TEST_P(per_worker_test, other_threads_and_runtimes_have_values_too) {
  on_runtime([](runtime& r) {
    per_worker<int> all;
    r.run([&all] { all.with([](int& mine) { mine += 1; }); });
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&all] {
        for (int j = 0; j < 1000; ++j) {
          all.with([](int& mine) { ++mine; });
        }
        finish(
            [&all] { parallel_for(0, 100, [&all](int) { all.with([](int& mine) { ++mine; }); }); });
      });
    }
    r.run([&all] { parallel_for(0, 1000, [&all](int) { all.with([](int& mine) { ++mine; }); }); });
    for (std::thread& each : threads) {
      each.join();
    }
    int sum = 0;
    all.for_each([&sum](int one) { sum += one; });
    EXPECT_EQ(sum, 1 + 3 * 1100 + 1000);
  });
}

}  // namespace
}  // namespace nuthatch
