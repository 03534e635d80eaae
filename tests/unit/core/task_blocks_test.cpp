// SPDX-License-Identifier: Apache-2.0
#include "core/memory/task_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "effort.hpp"
#include "seed.hpp"

namespace nuthatch::core {
namespace {

using detail::task;

constexpr std::size_t batch = task_block_pool::batch;

/// Returns the blocks of a chain; fails unless they are one batch.
std::vector<task*> blocks_of(task* first) {
  std::vector<task*> all;
  for (; first != nullptr && all.size() <= batch; first = first->next) {
    all.push_back(first);
  }
  EXPECT_EQ(all.size(), batch) << "not a batch, or without an end";
  return all;
}

/// The space behind the header belongs to the closure.
std::byte* room_of(task* block) {
  return reinterpret_cast<std::byte*>(block + 1);
}

std::size_t room_in(std::uint32_t block_class) {
  return detail::task_block_sizes[block_class] - sizeof(task);
}

class task_blocks_test : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  task_block_pool pool_;
};

INSTANTIATE_TEST_SUITE_P(of_class,
                         task_blocks_test,
                         ::testing::Range<std::uint32_t>(0, detail::task_block_classes));

TEST_P(task_blocks_test, come_in_batches_of_their_class) {
  task* const first = pool_.any_acquire(GetParam());
  for (const task* block : blocks_of(first)) {
    EXPECT_EQ(block->block_class, GetParam());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % detail::task_block_sizes[0], 0U);
  }
  pool_.any_release(GetParam(), first);
}

// Ranges without any of the bits are longer than the first slabs, or as long as a block.
TEST_P(task_blocks_test, lie_where_their_addresses_have_one_of_the_bits) {
  for (const std::uintptr_t bits :
       {std::uintptr_t{7} << 20U, std::uintptr_t{1} << 17U, std::uintptr_t{1} << 12U}) {
    task_block_pool pool(bits);
    std::vector<task*> acquired;
    for (std::size_t i = 0; i < 40; ++i) {
      task* const first = pool.any_acquire(GetParam());
      acquired.push_back(first);
      for (const task* block : blocks_of(first)) {
        EXPECT_NE(reinterpret_cast<std::uintptr_t>(block) & bits, 0U) << std::hex << bits;
      }
    }
    for (task* const first : acquired) {
      pool.any_release(GetParam(), first);
    }
  }
}

// Takes several slabs, which grow with the number of batches.
TEST_P(task_blocks_test, do_not_overlap) {
  constexpr std::size_t batches = 100;
  const std::size_t size = detail::task_block_sizes[GetParam()];
  std::vector<task*> all;
  for (std::size_t i = 0; i < batches; ++i) {
    const std::vector<task*> more = blocks_of(pool_.any_acquire(GetParam()));
    all.insert(all.end(), more.begin(), more.end());
  }
  for (task* block : all) {
    std::memset(room_of(block), 0x5a, room_in(GetParam()));  // all of it exists: AddressSanitizer
  }
  std::sort(all.begin(), all.end(), std::less<>());
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto* before = reinterpret_cast<const std::byte*>(all[i - 1]);
    ASSERT_GE(reinterpret_cast<const std::byte*>(all[i]) - before,
              static_cast<std::ptrdiff_t>(size));
  }
}

TEST_P(task_blocks_test, are_used_again) {
  task* const one = pool_.any_acquire(GetParam());
  task* const other = pool_.any_acquire(GetParam());
  EXPECT_NE(one, other);
  pool_.any_release(GetParam(), one);
  pool_.any_release(GetParam(), other);
  EXPECT_EQ(pool_.any_acquire(GetParam()), other) << "what came back last has the warmest caches";
  EXPECT_EQ(pool_.any_acquire(GetParam()), one);
  static_cast<void>(blocks_of(one));
  static_cast<void>(blocks_of(other));
}

// A batch may be returned whose blocks were not acquired as one.
TEST_P(task_blocks_test, may_be_mixed_before_they_come_back) {
  std::vector<task*> all = blocks_of(pool_.any_acquire(GetParam()));
  const std::vector<task*> more = blocks_of(pool_.any_acquire(GetParam()));
  all.insert(all.end(), more.begin(), more.end());
  const std::set<task*> before(all.begin(), all.end());
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = i; k < all.size(); k += 2) {
      all[k]->next = k + 2 < all.size() ? all[k + 2] : nullptr;
    }
    pool_.any_release(GetParam(), all[i]);
  }
  std::set<task*> after;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<task*> again = blocks_of(pool_.any_acquire(GetParam()));
    after.insert(again.begin(), again.end());
  }
  EXPECT_EQ(after, before);
}

TEST(task_block_pool_test, classes_are_kept_apart) {
  task_block_pool pool;
  task* const small = pool.any_acquire(0);
  pool.any_release(0, small);
  EXPECT_EQ(blocks_of(pool.any_acquire(1)).front()->block_class, 1U);
  EXPECT_EQ(pool.any_acquire(0), small);
}

TEST(task_block_pool_test, peak_counts_blocks_of_all_classes) {
  task_block_pool pool;
  EXPECT_EQ(pool.peak(), 0U);
  task* const a = pool.any_acquire(0);
  EXPECT_EQ(pool.peak(), batch);
  task* const b = pool.any_acquire(2);
  task* const c = pool.any_acquire(2);
  EXPECT_EQ(pool.peak(), 3 * batch);
  pool.any_release(2, c);
  pool.any_release(0, a);
  EXPECT_EQ(pool.peak(), 3 * batch) << "a peak does not go down";
  task* const d = pool.any_acquire(1);
  EXPECT_EQ(pool.peak(), 3 * batch) << "two were out again, not three";
  pool.any_release(1, d);
  pool.any_release(2, b);
}

TEST(task_block_pool_test, a_new_peak_starts_from_what_is_out) {
  task_block_pool pool;
  task* const a = pool.any_acquire(0);
  task* const b = pool.any_acquire(0);
  pool.any_release(0, b);
  pool.reset_peak();
  EXPECT_EQ(pool.peak(), batch);
  pool.any_release(0, a);
  EXPECT_EQ(pool.peak(), batch);
  pool.reset_peak();
  EXPECT_EQ(pool.peak(), 0U);
}

// Blocks move from thread to thread through the pool. At any time each belongs to one thread only.
TEST(task_block_pool_test, threads_share_nothing_but_the_pool) {
  constexpr unsigned threads = 4;
  const std::size_t rounds = testing::rounds(20'000);
  task_block_pool pool;
  std::atomic<bool> shared = false;
  const auto use = [&](unsigned index) {
    base::random_source random(testing::seed(), index);
    std::vector<task*> held[detail::task_block_classes];
    const auto release_one = [&](std::uint32_t c) {
      for (const task* block : blocks_of(held[c].back())) {
        shared = shared || block->chain != index;
      }
      pool.any_release(c, held[c].back());
      held[c].pop_back();
    };
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::uint32_t c = random.below(detail::task_block_classes);
      if (held[c].size() < 4 && random.below(2) == 0) {
        held[c].push_back(pool.any_acquire(c));
        for (task* block : blocks_of(held[c].back())) {
          shared = shared || block->block_class != c;
          block->chain = index;  // plain: ThreadSanitizer objects to a second owner
        }
      } else if (!held[c].empty()) {
        release_one(c);
      }
    }
    for (std::uint32_t c = 0; c < detail::task_block_classes; ++c) {
      while (!held[c].empty()) {
        release_one(c);
      }
    }
  };
  std::vector<std::thread> users;
  for (unsigned i = 0; i < threads; ++i) {
    users.emplace_back(use, i);
  }
  for (std::thread& user : users) {
    user.join();
  }
  EXPECT_FALSE(shared);
  EXPECT_GE(pool.peak(), batch);
  EXPECT_LE(pool.peak(), std::size_t{threads} * 4 * detail::task_block_classes * batch);
  pool.reset_peak();
  EXPECT_EQ(pool.peak(), 0U) << "all came back";
}

}  // namespace
}  // namespace nuthatch::core
