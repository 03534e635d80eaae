// SPDX-License-Identifier: Apache-2.0

// Children of one scope that are joined where they were spawned, of the same type and of several.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "core/busy_workers.hpp"
#include "core/worker.hpp"
#include "hop.hpp"
#include "runtime_test.hpp"
#include "seed.hpp"

namespace nuthatch {
namespace {

using testing::be_asked_for_work;
using testing::counted;
using testing::hop_to;
using testing::while_others_are_busy;

class siblings_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(siblings_test);

/// A closure of so many bytes beside what it does.
template <std::size_t Bytes, class Function>
auto padded(Function does) {
  return [does, padding = std::array<char, Bytes>{}]() mutable {
    padding.fill('x');
    does();
  };
}

/// Spawns does() as a child of one of five types; the last two differ in the class of their blocks,
/// and the last one is on the heap.
template <class Function>
void spawn_as(std::uint32_t type, scope& s, Function does) {
  switch (type % 5) {
    case 0:
      s.spawn(help_first, does);
      break;
    case 1:
      s.spawn(help_first, [does, c = counted(1)] {
        EXPECT_EQ(c.value(), 1);
        does();
      });
      break;
    case 2:
      s.spawn(help_first, padded<8>(does));
      break;
    case 3:
      s.spawn(help_first, padded<200>(does));
      break;
    default:
      s.spawn(help_first, padded<5000>(does));
  }
}

TEST_P(siblings_test, of_several_types_run_newest_first) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      base::random_source choose(testing::seed(), 1);
      for (int round = 0; round < 50; ++round) {
        const std::uint32_t types = 1 + choose.below(5);
        std::vector<int> order;
        scope s;
        const auto count = static_cast<int>(choose.below(30));
        for (int i = 0; i < count; ++i) {
          spawn_as(choose.below(types), s, [&order, i] { order.push_back(i); });
        }
        s.sync();
        ASSERT_EQ(order.size(), static_cast<std::size_t>(count));
        EXPECT_TRUE(std::is_sorted(order.rbegin(), order.rend()));
      }
    });
  });
}

TEST_P(siblings_test, all_run_if_some_throw) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      for (std::uint32_t types = 1; types <= 5; ++types) {
        constexpr int count = 20;
        int ran = 0;
        std::vector<int> thrown;
        scope s;
        for (int i = 0; i < count; ++i) {
          spawn_as(static_cast<std::uint32_t>(i) % types, s, [&ran, i] {
            ++ran;
            if (i % 4 == 1) {
              throw i;
            }
          });
        }
        try {
          s.sync();
          ADD_FAILURE() << "nothing was thrown";
        } catch (const task_errors& all) {
          for (const std::exception_ptr& each : all.all()) {
            try {
              std::rethrow_exception(each);
            } catch (int i) {
              thrown.push_back(i);
            }
          }
        }
        std::sort(thrown.begin(), thrown.end());
        EXPECT_EQ(ran, count);
        EXPECT_EQ(thrown, (std::vector{1, 5, 9, 13, 17}));
      }
    });
  });
}

/// Its destructor throws, and is asked for work before.
struct throws_at_the_end {
  bool armed = true;

  explicit throws_at_the_end() = default;

  throws_at_the_end(throws_at_the_end&& other) noexcept
      : armed(std::exchange(other.armed, false)) {}

  throws_at_the_end& operator=(throws_at_the_end&&) = delete;

  ~throws_at_the_end() noexcept(false) {
    if (armed) {
      be_asked_for_work();
      poll();
      throw std::runtime_error("at the end");
    }
  }
};

TEST_P(siblings_test, ends_of_closures_may_throw_and_publish) {
  on_runtime([](runtime& r) {
    while_others_are_busy(r, [&](auto) {
      constexpr std::size_t count = 8;
      std::array<int, count> ran{};
      scope s;
      for (int& one : ran) {
        s.spawn(help_first, [&one, t = throws_at_the_end()] { ++one; });
      }
      try {
        s.sync();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const task_errors& all) {
        EXPECT_EQ(all.all().size(), count);
      }
      EXPECT_EQ(ran, (std::array<int, count>{1, 1, 1, 1, 1, 1, 1, 1}));
    });
  });
}

// The child that runs publishes some or all of the rest, and so do children of children.
TEST_P(siblings_test, run_once_whoever_gets_them) {
  on_runtime([](runtime& r) {
    r.run([&] {
      base::random_source choose(testing::seed(), 2);
      for (int round = 0; round < 30; ++round) {
        const std::uint32_t types = 1 + choose.below(5);
        const std::uint32_t asked_at = choose.below(40);
        std::array<std::atomic<int>, 40> ran{};
        std::atomic<int> inner = 0;
        scope s;
        for (std::size_t i = 0; i < ran.size(); ++i) {
          spawn_as(choose.below(types), s, [&ran, &inner, i, asked_at, types] {
            if (i == asked_at) {
              be_asked_for_work();
              poll();
            }
            scope below;
            for (std::uint32_t k = 0; k < i % 4; ++k) {
              spawn_as(k % types, below, [&inner] { ++inner; });
            }
            below.sync();
            ++ran[i];
          });
        }
        s.sync();
        for (const auto& times : ran) {
          EXPECT_EQ(times, 1);
        }
        EXPECT_EQ(inner, 60);
      }
    });
  });
}

// A child that resumes on another worker takes its parent's stack there: the others run there.
TEST_P(siblings_test, follow_a_child_to_another_worker) {
  on_runtime([](runtime& r) {
    r.run([&] {
      for (unsigned round = 0; round < 20; ++round) {
        std::array<std::atomic<int>, 12> ran{};
        scope s;
        for (std::size_t i = 0; i < ran.size(); ++i) {
          s.spawn(help_first, [&ran, &r, i, round] {
            if (i % 3 == 1) {
              const unsigned to = static_cast<unsigned>(i + round) % r.workers();
              EXPECT_EQ(hop_to(to), to);
            }
            ++ran[i];
          });
        }
        s.sync();
        for (const auto& times : ran) {
          EXPECT_EQ(times, 1);
        }
      }
    });
  });
}

// The last child ends on another worker, again and again: blocks do not pile up there.
TEST_P(siblings_test, return_their_blocks_although_one_of_them_moves) {
  on_runtime([](runtime& r) {
    if (r.workers() == 1) {
      return;
    }
    constexpr std::size_t count = 1000;
    r.run([&] {
      for (int round = 0; round < 30; ++round) {
        hop_to(0);
        std::atomic<std::size_t> ran = 0;
        scope s;
        for (std::size_t i = 0; i < count; ++i) {
          s.spawn(help_first, [&ran, i] {
            if (i == 0) {
              hop_to(1);
            }
            ++ran;
          });
        }
        s.sync();
        EXPECT_EQ(ran, count);
      }
    });
    EXPECT_LT(r.statistics().fresh_peak, 5 * count);
  });
}

}  // namespace
}  // namespace nuthatch
