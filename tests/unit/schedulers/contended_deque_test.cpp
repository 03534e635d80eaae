// SPDX-License-Identifier: Apache-2.0

// A deque with its owner and several concurrent thieves.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "effort.hpp"
#include "platform/instructions.hpp"
#include "schedulers/numbered_work.hpp"
#include "schedulers/stealing/stealing_deque.hpp"
#include "seed.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::numbered;

/// Counts how often each number was obtained, and holds the data that is published with it.
class ledger {
 public:
  explicit ledger(std::size_t size) : letters_(size), obtained_(size) {}

  [[nodiscard]] std::size_t size() const { return letters_.size(); }

  /// Writes the data before the push. The write is plain, so ThreadSanitizer reports a race unless
  /// the push orders it before the steal.
  work_item write(std::size_t number) {
    letters_[number] = number;
    return numbered(number);
  }

  void obtain(work_item w) {
    const std::size_t number = testing::number_of(w);
    ASSERT_LT(number, letters_.size());
    EXPECT_EQ(letters_[number], number);
    letters_[number] = 0;  // a second thread that obtains it finds 0, or races
    obtained_[number].fetch_add(1, std::memory_order_relaxed);
  }

  void expect_each_once() const {
    const auto other = std::find_if(
        obtained_.begin(), obtained_.end(), [](const auto& times) { return times != 1; });
    if (other != obtained_.end()) {
      ADD_FAILURE() << "number " << other - obtained_.begin() << " was obtained " << *other
                    << " times";
    }
  }

 private:
  std::vector<std::size_t> letters_;
  std::vector<std::atomic<int>> obtained_;
};

/// Thieves that steal until nothing is added any more and nothing is left.
class thieves {
 public:
  thieves(unsigned count, stealing_deque& deque, ledger& all) {
    for (unsigned i = 0; i < count; ++i) {
      threads_.emplace_back([&] {
        ++started_;
        steal_all(deque, all);
      });
    }
    while (started_ != count) {
      std::this_thread::yield();
    }
  }

  thieves(const thieves&) = delete;
  thieves& operator=(const thieves&) = delete;

  ~thieves() {
    over_ = true;
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

 private:
  void steal_all(stealing_deque& deque, ledger& all) const {
    bool last = false;
    for (unsigned look = 1; !last; ++look) {
      last = over_;  // read before looking, so that everything pushed before the end is found
      bool lost = false;
      while (const work_item stolen = deque.thief_steal(lost)) {
        EXPECT_FALSE(lost) << "lost, and yet it was stolen";
        all.obtain(stolen);
      }
      last = last && !lost;  // a lost race: there was work, and there may be more
      if (look % 64 == 0) {
        std::this_thread::yield();
      }
    }
  }

  std::atomic<unsigned> started_ = 0;
  std::atomic<bool> over_ = false;
  std::vector<std::thread> threads_;
};

// Pushes bursts that fit into the deque, and some that make it grow while thieves steal.
void push_and_pop_in_bursts(stealing_deque& deque, ledger& all, base::random_source& random) {
  for (std::size_t next = 0; next < all.size();) {
    const std::uint32_t burst = random.below(random.below(20) == 0 ? 2'000 : 8);
    for (std::uint32_t i = 0; i < burst && next < all.size(); ++i) {
      deque.owner_push(all.write(next++));
    }
    for (std::uint32_t pops = random.below(burst + 2); pops > 0; --pops) {
      const work_item newest = deque.owner_peek_newest();
      if (const work_item popped = deque.owner_pop()) {
        EXPECT_EQ(popped, newest);
        all.obtain(popped);
      }
    }
  }
  while (const work_item popped = deque.owner_pop()) {
    all.obtain(popped);
  }
}

// The only case in which owner and thieves contend. The pauses make them do so at every point of
// the code.
void push_and_pop_one_by_one(stealing_deque& deque, ledger& all, base::random_source& random) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    deque.owner_push(all.write(i));
    for (std::uint32_t pause = random.below(32); pause > 0; --pause) {
      platform::cpu_relax();
    }
    if (const work_item popped = deque.owner_pop()) {
      EXPECT_EQ(popped, numbered(i));
      all.obtain(popped);
    }
    EXPECT_FALSE(deque.owner_peek_newest()) << "neither got it";
    EXPECT_FALSE(deque.owner_pop());
  }
}

class contended_deque_test : public ::testing::TestWithParam<unsigned> {
 protected:
  template <class Owner>
  static void run(std::size_t passes, Owner owner) {
    base::random_source random(testing::seed());  // NOLINT(misc-const-correctness): drawn from
    for (std::size_t pass = 0; pass < passes; ++pass) {
      stealing_deque deque;
      ledger all(50'000);
      {
        const thieves others(GetParam(), deque, all);
        owner(deque, all, random);
      }
      all.expect_each_once();
      EXPECT_FALSE(deque.any_likely_nonempty());
    }
  }
};

INSTANTIATE_TEST_SUITE_P(with_thieves, contended_deque_test, ::testing::Values(1U, 2U, 7U));

TEST_P(contended_deque_test, gives_every_work_to_exactly_one) {
  run(testing::rounds(60), push_and_pop_in_bursts);
}

TEST_P(contended_deque_test, gives_the_last_work_to_exactly_one) {
  run(testing::rounds(20), push_and_pop_one_by_one);
}

// While there is work, a thief gets some or is told that it has lost a race.
TEST_P(contended_deque_test, without_a_loss_empty_means_empty) {
  const std::size_t passes = testing::rounds(100);
  for (std::size_t pass = 0; pass < passes; ++pass) {
    stealing_deque deque;
    for (std::size_t i = 0; i < 100'000; ++i) {
      deque.owner_push(numbered(i));
    }
    const auto steal_all = [&deque] {
      for (bool lost = true; lost;) {
        lost = false;
        while (deque.thief_steal(lost)) {
        }
      }
      EXPECT_FALSE(deque.any_likely_nonempty());
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < GetParam(); ++i) {
      threads.emplace_back(steal_all);
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
}

}  // namespace
}  // namespace nuthatch::scheduling
