// SPDX-License-Identifier: Apache-2.0
#include "fiber/stack_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "base/random.hpp"
#include "effort.hpp"
#include "fiber/taken_stacks.hpp"
#include "platform/memory.hpp"
#include "seed.hpp"

namespace nuthatch::fiber {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::taken_stacks;

constexpr std::size_t small = std::size_t{64} << 10;

std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

std::vector<detail::fiber*> members_of(detail::fiber* chain) {
  std::vector<detail::fiber*> all;
  for (; chain != nullptr; chain = chain->next_free) {
    all.push_back(chain);
  }
  return all;
}

TEST(stack_pool, rounds_sizes_up_to_a_power_of_two) {
  EXPECT_EQ(stack_pool(stack_pool::min_stack_size, 1, 0).stack_size(), stack_pool::min_stack_size);
  EXPECT_EQ(stack_pool(small, 1, 0).stack_size(), small);
  EXPECT_EQ(stack_pool(small + 1, 1, 0).stack_size(), 2 * small);
  EXPECT_EQ(stack_pool(stack_pool::max_stack_size, 1, 0).stack_size(), stack_pool::max_stack_size);
}

TEST(stack_pool, refuses_sizes_that_are_no_stack) {
  for (const std::size_t bytes :
       {std::size_t{0}, stack_pool::min_stack_size - 1, stack_pool::max_stack_size + 1}) {
    try {
      const stack_pool pool(bytes, 1, 0);
      FAIL() << bytes << " bytes";
    } catch (const option_error& refused) {
      EXPECT_THAT(refused.what(), AllOf(HasSubstr("stack_size"), HasSubstr(std::to_string(bytes))));
    }
  }
}

TEST(stack_pool, stacks_lie_in_slots_of_their_size) {
  stack_pool pool(small, 40, 0);
  const taken_stacks some(pool, 40);
  std::set<std::uintptr_t> slots;
  std::set<std::uint32_t> indices;
  for (const detail::fiber* each : some.all()) {
    const std::uintptr_t slot = number(each) & ~(small - 1);
    slots.insert(slot);
    indices.insert(each->index);
    EXPECT_EQ(number(each) % alignof(detail::fiber), 0U);
    EXPECT_LE(number(each + 1), slot + small);
    EXPECT_EQ(number(each->lowest), slot + platform::page_size());
    EXPECT_EQ(number(each->highest), number(each));
    EXPECT_GT(number(each), slot + small - 2 * platform::page_size()) << "the rest is the task's";
  }
  EXPECT_EQ(slots.size(), 40U);
  EXPECT_EQ(indices.size(), 40U);
}

TEST(stack_pool, finds_the_fiber_of_an_address) {
  stack_pool pool(small, 12, 0);
  const taken_stacks some(pool, 12);
  for (detail::fiber* each : some.all()) {
    std::memset(each->lowest, 1, static_cast<std::size_t>(each->highest - each->lowest));
    EXPECT_EQ(fiber_at(each->lowest, small), each);
    EXPECT_EQ(fiber_at(each->highest - 1, small), each);
    EXPECT_EQ(fiber_at(each, small), each);
  }
}

// All stacks have the same alignment. Without colours, all headers would compete for a few sets of
// the cache.
TEST(stack_pool, headers_of_neighbours_share_no_cache_set) {
  stack_pool pool(small, 32, 0);
  const taken_stacks some(pool, 32);
  std::set<std::uintptr_t> offsets;
  for (const detail::fiber* each : some.all()) {
    offsets.insert(number(each) % 4096 / 64);
  }
  EXPECT_EQ(offsets.size(), 32U);
}

TEST(stack_pool, gives_chains_of_at_most_what_was_asked_for) {
  stack_pool pool(small, 20, 0);
  std::size_t total = 0;
  std::vector<detail::fiber*> all;
  for (const std::size_t most : {1U, 3U, 1U, 100U, 5U}) {
    const std::vector<detail::fiber*> chain = members_of(pool.any_acquire(most));
    EXPECT_GE(chain.size(), 1U);
    EXPECT_LE(chain.size(), most);
    total += chain.size();
    all.insert(all.end(), chain.begin(), chain.end());
    EXPECT_EQ(pool.counts().live, total);
  }
  EXPECT_EQ(std::set<detail::fiber*>(all.begin(), all.end()).size(), all.size());
  for (detail::fiber* each : all) {
    each->next_free = nullptr;
    pool.any_release(each);
  }
  detail::fiber* const chain = pool.any_acquire(3);
  EXPECT_EQ(members_of(chain).size(), 3U) << "there are enough by now";
  pool.any_release(chain);
  EXPECT_EQ(pool.counts().live, 0U) << "the whole chain came back";
}

TEST(stack_pool, reports_its_limit_and_goes_on) {
  stack_pool pool(small, 11, 0);
  EXPECT_EQ(pool.limit(), 11U);
  for (int round = 0; round < 2; ++round) {
    const taken_stacks all(pool, 11);
    try {
      static_cast<void>(pool.any_acquire(1));
      FAIL() << "a twelfth";
    } catch (const stack_limit_error& limit) {
      EXPECT_THAT(limit.what(),
                  AllOf(HasSubstr("all 11 stacks are in use"),
                        HasSubstr("options::max_stacks"),
                        HasSubstr("NUTHATCH_MAX_STACKS"),
                        HasSubstr("help-first")));
    }
    EXPECT_EQ(pool.counts().live, 11U);
  }
}

TEST(stack_pool, chooses_a_limit_that_mappings_allow) {
  const stack_pool pool(small, 0, 0);
  EXPECT_GE(pool.limit(), 64U);
  EXPECT_LE(pool.limit(), std::max<std::size_t>(platform::max_map_count() / 2, 64));
}

TEST(stack_pool, counts_live_and_peak) {
  stack_pool pool(small, 20, 0);
  EXPECT_EQ(pool.counts().live, 0U);
  EXPECT_EQ(pool.counts().peak, 0U);
  {
    taken_stacks some(pool, 3);
    EXPECT_EQ(pool.counts().live, 3U);
    {
      const taken_stacks others(pool, 9);
      EXPECT_EQ(pool.counts().live, 12U);
    }
    EXPECT_EQ(pool.counts().live, 3U);
    EXPECT_EQ(pool.counts().peak, 12U);
    pool.reset_peak();
    EXPECT_EQ(pool.counts().peak, 3U);
    some.more(1);
    EXPECT_EQ(pool.counts().peak, 4U);
  }
  EXPECT_EQ(pool.counts().live, 0U);
  EXPECT_EQ(pool.counts().peak, 4U);
}

TEST(stack_pool, gives_the_last_returned_first) {
  stack_pool pool(small, 8, 8);
  std::vector<detail::fiber*> order;
  {
    const taken_stacks some(pool, 3);
    order = some.all();
  }
  std::reverse(order.begin(), order.end());
  const taken_stacks again(pool, 3);
  EXPECT_EQ(again.all(), order);
}

TEST(stack_pool, threads_never_share_a_stack) {
  constexpr unsigned threads = 4;
  const std::size_t rounds = testing::rounds(15'000);
  stack_pool pool(small, 256, 8);
  std::atomic<bool> shared = false;
  const auto use = [&](unsigned thread) {
    base::random_source random(testing::seed(), thread);
    for (std::size_t round = 0; round < rounds; ++round) {
      detail::fiber* const chain = pool.any_acquire(1 + random.below(16));
      const std::vector<detail::fiber*> mine = members_of(chain);
      for (detail::fiber* each : mine) {
        each->highest[-1] = static_cast<std::byte>(thread);  // plain: ThreadSanitizer would object
      }
      for (detail::fiber* each : mine) {
        shared = shared || each->highest[-1] != static_cast<std::byte>(thread);
      }
      pool.any_release(chain);
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
  EXPECT_EQ(pool.counts().live, 0U);
  EXPECT_LE(pool.counts().peak, threads * 16U);
}

}  // namespace
}  // namespace nuthatch::fiber
