// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "core/busy_workers.hpp"
#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

/// A child that takes a while and may be stolen.
void linger() {
  for (int i = 0; i < 20; ++i) {
    charge_work(50);
  }
}

/// Waits such that the calling task may migrate.
void wait_for_children() {
  scope two;
  two.spawn(linger);
  two.spawn(linger);
  two.sync();
}

/// An increment that loses concurrent increments.
void add_one_isolated(long& sum) {
  isolated([&sum] {
    const long before = sum;
    poll();
    sum = before + 1;
  });
}

class isolated_test : public testing::runtime_test {};

TEST_P(isolated_test, blocks_do_not_overlap) {
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(2'000));
    long sum = 0;
    r.run([&] {
      for (int i = 0; i < tasks; ++i) {
        async([&] { add_one_isolated(sum); });
      }
    });
    EXPECT_EQ(sum, tasks);
  });
}

TEST_P(isolated_test, a_task_that_waits_inside_keeps_the_others_out) {
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(200));
    int inside = 0;
    int most = 0;
    r.run([&] {
      for (int i = 0; i < tasks; ++i) {
        async([&] {
          isolated([&] {
            most = std::max(most, ++inside);
            wait_for_children();
            --inside;
          });
        });
      }
    });
    EXPECT_EQ(most, 1);
  });
}

TEST_P(isolated_test, accounts_keep_their_sum) {
  on_runtime([](runtime& r) {
    constexpr std::size_t accounts = 20;
    std::array<long, accounts> balance;
    balance.fill(100);
    std::atomic<int> wrong = 0;
    r.run([&] {
      for (std::uint64_t i = 0; i < testing::rounds(2'000); ++i) {
        async([&, i] {
          base::random_source random(i, 0);
          const std::size_t from = random.below(accounts);
          const std::size_t to = random.below(accounts);
          if (i % 50 == 0) {
            isolated([&] {
              wrong +=
                  std::accumulate(balance.begin(), balance.end(), 0L) == 100L * accounts ? 0 : 1;
            });
          } else {
            isolated(on(balance[from], balance[to]), [&] {
              --balance[from];
              if (i % 7 == 0) {
                wait_for_children();
              }
              ++balance[to];
            });
          }
        });
      }
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(std::accumulate(balance.begin(), balance.end(), 0L), 100L * accounts);
  });
}

TEST_P(isolated_test, nobody_has_to_wait_for_other_objects) {
  on_runtime([](runtime& r) {
    // There are so many objects that some of them share a bucket.
    std::vector<int> objects(500);
    r.run([&] {
      isolated(on(objects[0]), [&] {
        launch([&] {
          for (std::size_t i = 1; i < objects.size(); ++i) {
            isolated(on(objects[i]), [&] { ++objects[i]; });
          }
        }).get();
      });
    });
    EXPECT_EQ(std::accumulate(objects.begin(), objects.end(), 0), 499);
  });
}

TEST_P(isolated_test, a_worker_goes_on_while_a_task_waits_for_its_block) {
  on_runtime([](runtime& r) {
    std::vector<int> order;
    r.run([&] {
      future<void> other;
      isolated([&] {
        future<void> waits = launch([&] { isolated([&] { order.push_back(2); }); });
        future<void> runs = launch([&] { order.push_back(1); });
        testing::give_way();  // with one worker, this suspends the first task
        runs.get();
        other = std::move(waits);
      });
      other.get();
    });
    EXPECT_THAT(order, ::testing::ElementsAre(1, 2));
  });
}

TEST_P(isolated_test, foreign_threads_take_part) {
  on_runtime([](runtime& r) {
    const auto times = static_cast<int>(testing::rounds(1'000));
    long sum = 0;
    const auto add = [&sum] {
      add_one_isolated(sum);
    };
    std::thread foreign([&] {
      for (int i = 0; i < times; ++i) {
        add();
      }
    });
    r.run([&] {
      for (int i = 0; i < times; ++i) {
        async(add);
      }
    });
    foreign.join();
    EXPECT_EQ(sum, 2 * times);
  });
}

TEST_P(isolated_test, what_it_throws_passes_on_and_opens_the_block) {
  on_runtime([](runtime& r) {
    int object = 0;
    r.run([&] {
      EXPECT_THROW(isolated([] { throw std::runtime_error("inside"); }), std::runtime_error);
      EXPECT_THROW(isolated(on(object), [] { throw std::runtime_error("inside"); }),
                   std::runtime_error);
      launch([&] { isolated(on(object), [&] { isolated(on(object), [&] { ++object; }); }); }).get();
      launch([&] { isolated([&] { ++object; }); }).get();
    });
    EXPECT_EQ(object, 2);
  });
}

TEST_P(isolated_test, returns_what_it_is_given) {
  on_runtime([](runtime& r) {
    r.run([] {
      int object = 3;
      EXPECT_EQ(isolated([] { return 7; }), 7);
      const int& same = isolated(on(object), [&]() -> int& { return object; });
      EXPECT_EQ(&same, &object);
      EXPECT_EQ(*isolated([] { return std::make_unique<int>(5); }), 5);
    });
  });
}

TEST_P(isolated_test, blocks_may_be_nested_where_the_outer_one_has_all_objects) {
  on_runtime([](runtime& r) {
    r.run([] {
      int a = 0;
      int b = 0;
      isolated([&] { isolated(on(a), [&] { isolated([&] { ++a; }); }); });
      isolated(on(a, b), [&] { isolated(on(b), [&] { isolated(on(b, a, b), [&] { ++b; }); }); });
      isolated(on(a), [&] {
        EXPECT_THROW(isolated(on(a, b), [&] { ++b; }), error);
        EXPECT_THROW(isolated([&] { ++b; }), error);
      });
      isolated(on(b), [&] { ++b; });
      EXPECT_EQ(a, 1);
      EXPECT_EQ(b, 2);
    });
  });
}

TEST_P(isolated_test, tasks_of_another_runtime_are_kept_out_too) {
  on_runtime([](runtime& r) {
    const auto tasks = static_cast<int>(testing::rounds(300));
    long sum = 0;
    const auto add_all = [&] {
      for (int i = 0; i < tasks; ++i) {
        async([&] { add_one_isolated(sum); });
      }
    };
    options two;
    two.workers = 2;
    runtime other(two);
    std::thread foreign([&] { other.run(add_all); });
    r.run(add_all);
    foreign.join();
    EXPECT_EQ(sum, 2 * tasks);
  });
}

NUTHATCH_ON_EVERY_SCHEDULER(isolated_test);

}  // namespace
}  // namespace nuthatch
