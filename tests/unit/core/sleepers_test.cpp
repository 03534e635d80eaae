// SPDX-License-Identifier: Apache-2.0
#include "core/places/sleepers.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "effort.hpp"
#include "platform/clock.hpp"
#include "platform/parker.hpp"
#include "seed.hpp"

namespace nuthatch::core {
namespace {

/// Returns the worker that any_pick selects; 1000 if there is none.
unsigned picked(sleepers& all) {
  unsigned index = 1000;
  return all.any_pick(index) ? index : 1000;
}

TEST(sleepers, there_are_none_at_first) {
  sleepers all(4);
  EXPECT_FALSE(all.has_sleeper());
  EXPECT_FALSE(all.likely_has_sleeper());
  unsigned index = 7;
  EXPECT_FALSE(all.any_pick(index));
  EXPECT_EQ(index, 7U);
}

TEST(sleepers, the_last_to_fall_asleep_is_picked_first) {
  sleepers all(4);
  all.owner_announce(2);
  all.owner_announce(0);
  all.owner_announce(3);
  EXPECT_EQ(picked(all), 3U);
  all.owner_announce(1);
  EXPECT_EQ(picked(all), 1U);
  EXPECT_EQ(picked(all), 0U);
  EXPECT_EQ(picked(all), 2U);
  EXPECT_EQ(picked(all), 1000U);
}

TEST(sleepers, exist_until_picked) {
  sleepers all(4);
  all.owner_announce(2);
  all.owner_announce(0);
  EXPECT_TRUE(all.has_sleeper());
  EXPECT_TRUE(all.likely_has_sleeper());
  EXPECT_EQ(picked(all), 0U);
  EXPECT_TRUE(all.has_sleeper());
  EXPECT_TRUE(all.likely_has_sleeper());
  EXPECT_EQ(picked(all), 2U);
  EXPECT_FALSE(all.has_sleeper());
  EXPECT_FALSE(all.likely_has_sleeper());
}

TEST(sleepers, whoever_withdraws_is_not_picked) {
  sleepers all(4);
  all.owner_announce(0);
  all.owner_announce(1);
  all.owner_announce(2);
  all.owner_withdraw(1);
  EXPECT_EQ(picked(all), 2U);
  EXPECT_TRUE(all.has_sleeper());
  all.owner_withdraw(0);
  EXPECT_FALSE(all.has_sleeper());
  EXPECT_EQ(picked(all), 1000U);
}

TEST(sleepers, one_of_them_can_be_picked) {
  sleepers all(4);
  all.owner_announce(0);
  all.owner_announce(3);
  all.owner_announce(1);
  EXPECT_FALSE(all.any_pick_this(2)) << "it does not sleep";
  EXPECT_TRUE(all.any_pick_this(3));
  EXPECT_FALSE(all.any_pick_this(3)) << "it is on the way";
  EXPECT_EQ(picked(all), 1U);
  EXPECT_FALSE(all.any_pick_this(1));
  EXPECT_TRUE(all.any_pick_this(0));
  EXPECT_FALSE(all.has_sleeper());
  EXPECT_EQ(all.searching(), 4U + 3U - 3U);
}

TEST(sleepers, withdrawing_after_being_picked_changes_nothing) {
  sleepers all(4);
  all.owner_announce(0);
  all.owner_announce(1);
  EXPECT_EQ(picked(all), 1U);
  all.owner_withdraw(1);
  EXPECT_TRUE(all.has_sleeper()) << "0 sleeps on";
  EXPECT_EQ(picked(all), 0U);
  all.owner_withdraw(0);
  EXPECT_FALSE(all.has_sleeper());
}

TEST(sleepers, who_has_not_come_up_looks_for_work) {
  sleepers all(3);
  EXPECT_EQ(all.searching(), 3U);
  EXPECT_TRUE(all.any_likely_has_idle());
  all.owner_found();
  all.owner_found();
  all.owner_found();
  EXPECT_FALSE(all.any_likely_has_idle());
  all.owner_begin_search();
  EXPECT_TRUE(all.any_likely_has_idle());
}

TEST(sleepers, who_is_picked_is_on_the_way) {
  sleepers all(2);
  all.owner_found();
  all.owner_announce(1);
  EXPECT_EQ(all.searching(), 0U);
  EXPECT_TRUE(all.any_likely_has_idle()) << "1 sleeps";
  EXPECT_EQ(picked(all), 1U);
  EXPECT_EQ(all.searching(), 1U);
  all.owner_withdraw(1);
  EXPECT_EQ(all.searching(), 1U) << "counted once";
  all.owner_announce(1);
  all.owner_withdraw(1);
  EXPECT_EQ(all.searching(), 1U) << "woke without reason";
  all.owner_found();
  EXPECT_FALSE(all.any_likely_has_idle());
}

TEST(sleepers, may_fall_asleep_again) {
  sleepers all(2);
  for (int round = 0; round < 3; ++round) {
    all.owner_announce(1);
    all.owner_announce(0);
    EXPECT_EQ(picked(all), 0U);
    all.owner_withdraw(1);
    EXPECT_FALSE(all.has_sleeper());
  }
}

// The argument that no wake-up is lost: of a worker that announces its sleep and then looks at the
// queue, and a publisher that fills the queue and then looks for sleepers, at least one sees the
// other.
TEST(sleepers, sleeper_or_publisher_sees_the_other) {
  const std::size_t rounds = testing::rounds(100'000);
  sleepers all(1);
  std::atomic<bool> queue = false;
  std::atomic<std::size_t> turn = 0;      // odd while both are in a round
  std::atomic<std::size_t> finished = 0;  // rounds that the publisher has finished
  bool sleeper_seen = false;
  std::thread publisher([&] {
    for (std::size_t round = 1; round <= rounds; ++round) {
      while (turn != 2 * round - 1) {
        std::this_thread::yield();
      }
      queue.store(true);
      sleeper_seen = all.has_sleeper();
      finished = round;
    }
  });
  std::size_t unseen = 0;
  for (std::size_t round = 1; round <= rounds; ++round) {
    turn = 2 * round - 1;
    all.owner_announce(0);
    const bool work_seen = queue.load();
    while (finished != round) {
      std::this_thread::yield();
    }
    unseen += !work_seen && !sleeper_seen ? 1 : 0;
    all.owner_withdraw(0);
    queue = false;
    turn = 2 * round;
  }
  publisher.join();
  EXPECT_EQ(unseen, 0U);
}

/// A queue that is only a count, and workers that sleep like those of a team.
class shift {
 public:
  explicit shift(unsigned workers) : sleepers_(workers), parkers_(workers) {
    for (unsigned i = 0; i < workers; ++i) {
      threads_.emplace_back([this, i] { work(i); });
    }
  }

  shift(const shift&) = delete;
  shift& operator=(const shift&) = delete;

  ~shift() {
    stopping_ = true;
    for (platform::parker& each : parkers_) {
      each.any_unpark();
    }
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  void publish(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      queued_.fetch_add(1);
      unsigned index = 0;
      if (sleepers_.has_sleeper() && sleepers_.any_pick(index)) {
        parkers_[index].any_unpark();
      }
    }
  }

  /// Returns whether all published work is done, within a time in which every thread gets a CPU.
  [[nodiscard]] bool wait_until_done(std::size_t count) const {
    const std::uint64_t start = platform::monotonic_ns();
    while (done_ < count) {
      if (platform::monotonic_ns() - start > nap_ns / 2) {
        return false;
      }
      std::this_thread::yield();
    }
    return true;
  }

 private:
  // Longer than any test waits, so a worker that sleeps although there is work is detected.
  static constexpr std::uint64_t nap_ns = 20'000'000'000;

  bool take() {
    std::size_t seen = queued_;
    while (seen != 0 && !queued_.compare_exchange_weak(seen, seen - 1)) {
    }
    return seen != 0;
  }

  void work(unsigned index) {
    while (!stopping_) {
      if (take()) {
        ++done_;
        continue;
      }
      sleepers_.owner_announce(index);
      if (queued_ == 0 && !stopping_) {
        static_cast<void>(parkers_[index].owner_park_for(nap_ns));
      }
      sleepers_.owner_withdraw(index);
    }
  }

  sleepers sleepers_;
  std::deque<platform::parker> parkers_;
  std::atomic<std::size_t> queued_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;
};

class sleeping_workers_test : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(workers, sleeping_workers_test, ::testing::Values(1U, 2U, 7U));

// After each handful the queue is empty and all workers are about to sleep. The next publisher has
// to wake one of them.
TEST_P(sleeping_workers_test, do_not_sleep_through_work) {
  const std::size_t rounds = testing::rounds(10'000);
  base::random_source random(testing::seed());
  shift workers(GetParam());
  std::size_t published = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const unsigned more = 1 + random.below(3);
    published += more;
    workers.publish(more);
    ASSERT_TRUE(workers.wait_until_done(published)) << "a wake-up was lost in round " << round;
  }
}

// Several publishers pick the same sleepers.
TEST_P(sleeping_workers_test, serve_several_publishers) {
  constexpr unsigned publishers = 3;
  const std::size_t rounds = testing::rounds(20'000);
  shift workers(GetParam());
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < publishers; ++i) {
    threads.emplace_back([&workers, rounds, i] {
      base::random_source random(testing::seed(), i);
      for (std::size_t round = 0; round < rounds; ++round) {
        workers.publish(1);
        if (random.below(8) == 0) {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(workers.wait_until_done(publishers * rounds)) << "a wake-up was lost";
}

}  // namespace
}  // namespace nuthatch::core
