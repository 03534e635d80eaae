// SPDX-License-Identifier: Apache-2.0

// The queue that shepherds share, with several concurrent workers. The tickets determine the order
// in which items were pushed; a sequential queue replays it.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "effort.hpp"
#include "schedulers/numbered_work.hpp"
#include "schedulers/shepherd/shared_deque.hpp"
#include "seed.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::number_of;
using testing::numbered;

/// The result for each work item, by number.
struct ledger {
  explicit ledger(std::size_t size) : letters(size), obtained(size), tickets(size) {}

  std::vector<std::size_t> letters;  // plain: the worker that obtains a work item has to see it
  std::vector<std::atomic<int>> obtained;
  std::vector<shared_deque::ticket> tickets;
  std::atomic<std::uint64_t> popped{0};
  std::atomic<std::uint64_t> stolen{0};
  std::atomic<std::uint64_t> taken_back{0};

  void obtain(work_item w) {
    const std::size_t number = number_of(w);
    ASSERT_LT(number, letters.size());
    EXPECT_EQ(letters[number], number);
    letters[number] = 0;
    obtained[number].fetch_add(1, std::memory_order_relaxed);
  }
};

/// Runs one worker: it pushes its share of the numbers, and takes from both ends and the middle.
class user {
 public:
  user(shared_deque& queue, ledger& all, unsigned index, std::size_t first, std::size_t end)
      : queue_(queue),
        all_(all),
        random_(testing::seed(), index),
        index_(index),
        next_(first),
        end_(end) {}

  void run() {
    while (next_ < end_) {
      switch (random_.below(8)) {
        case 0:
          count(queue_.any_take_newest(index_).what, all_.popped);
          break;
        case 1:
          steal();
          break;
        case 2:
        case 3:
          take_back();
          break;
        default:
          put();
      }
    }
    while (queue_.any_nonempty()) {
      count(queue_.any_take_newest(index_).what, all_.popped);
    }
  }

 private:
  void put() {
    all_.letters[next_] = next_;
    const auto its = queue_.any_push(numbered(next_), {.by = index_}).its;
    ASSERT_NE(its, 0U);
    all_.tickets[next_] = its;
    if (!mine_.empty()) {
      EXPECT_GT(its, all_.tickets[mine_.back()]);
    }
    mine_.push_back(next_++);
  }

  void steal() {
    std::array<work_item, 8> got{};
    const unsigned most = 1 + random_.below(8);
    const unsigned found = queue_.any_take_oldest(got.data(), most).count;
    for (unsigned i = 0; i < found; ++i) {
      count(got.at(i), all_.stolen);
    }
  }

  void take_back() {
    if (mine_.empty()) {
      return;
    }
    const std::size_t number = mine_.back();
    mine_.pop_back();
    const work_item back = queue_.any_take_back(all_.tickets[number], index_).what;
    if (back) {
      EXPECT_EQ(back, numbered(number));
    }
    count(back, all_.taken_back);
  }

  void count(work_item got, std::atomic<std::uint64_t>& as) {
    if (got) {
      all_.obtain(got);
      as.fetch_add(1, std::memory_order_relaxed);
    }
  }

  shared_deque& queue_;
  ledger& all_;
  base::random_source random_;
  unsigned index_;
  std::size_t next_;
  std::size_t end_;
  std::vector<std::size_t> mine_;
};

TEST(contended_shared_deque, each_work_is_obtained_once) {
  constexpr unsigned users = 8;
  const std::size_t each = testing::rounds(20'000);
  shared_deque queue;
  ledger all(users * each);
  std::vector<std::thread> threads;
  for (unsigned index = 0; index < users; ++index) {
    threads.emplace_back(
        [&, index] { user(queue, all, index, index * each, (index + 1) * each).run(); });
  }
  for (std::thread& each_thread : threads) {
    each_thread.join();
  }
  EXPECT_EQ(all.popped + all.stolen + all.taken_back, users * each) << "and nothing else";
  EXPECT_TRUE(std::ranges::all_of(all.obtained, [](const auto& times) { return times == 1; }));
  std::ranges::sort(all.tickets);
  EXPECT_EQ(std::ranges::adjacent_find(all.tickets), all.tickets.end()) << "a ticket came twice";
  EXPECT_FALSE(queue.any_nonempty());
}

}  // namespace
}  // namespace nuthatch::scheduling
