// SPDX-License-Identifier: Apache-2.0

// The memory of stacks, when they return it, and their guards.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <nuthatch/detail/sanitizer.hpp>
#include <nuthatch/errors.hpp>

#include "fiber/stack_pool.hpp"
#include "fiber/taken_stacks.hpp"
#include "platform/memory.hpp"

namespace nuthatch::fiber {
namespace {

using testing::taken_stacks;

constexpr std::size_t small = std::size_t{64} << 10;

// Sanitizers report a trap by their own message and end with an exit status.
constexpr const char* any_words = "";

void touch(const detail::fiber& stack) {
  std::memset(stack.lowest, 0x5a, static_cast<std::size_t>(stack.highest - stack.lowest));
}

/// Returns how many pages are in memory, of those that contain no part of the stack's header.
std::size_t pages_in_memory(const detail::fiber& stack) {
  const std::size_t pages =
      (reinterpret_cast<std::uintptr_t>(&stack) - reinterpret_cast<std::uintptr_t>(stack.lowest)) /
      platform::page_size();
  std::vector<unsigned char> present(pages);
  EXPECT_EQ(mincore(stack.lowest, pages * platform::page_size(), present.data()), 0);
  return static_cast<std::size_t>(std::count_if(
      present.begin(), present.end(), [](unsigned char page) { return (page & 1U) != 0; }));
}

TEST(stack_memory, costs_no_memory_before_it_is_touched) {
  stack_pool pool(small, 8, 0);
  const taken_stacks some(pool, 8);
  for (const detail::fiber* each : some.all()) {
    EXPECT_EQ(pages_in_memory(*each), 0U);
    touch(*each);
    EXPECT_GE(pages_in_memory(*each), small / platform::page_size() - 3);
  }
}

// In several rounds, stacks that have returned their memory, and have got some again, return it
// again.
TEST(stack_memory, keeps_the_memory_of_as_many_as_are_to_stay_warm) {
  constexpr std::size_t warm = 3;
  stack_pool pool(small, 10, warm);
  for (const std::size_t used : {10U, 2U, 7U, 10U}) {
    std::vector<detail::fiber*> all;
    {
      const taken_stacks some(pool, used);
      all = some.all();
      for (const detail::fiber* each : all) {
        touch(*each);
      }
    }
    const std::size_t cold = used - std::min(used, warm);
    for (std::size_t i = 0; i < used; ++i) {
      EXPECT_EQ(pages_in_memory(*all[i]) == 0, i < cold) << "returned as number " << i;
    }
    const taken_stacks again(pool, used);
    for (std::size_t i = 0; i < used; ++i) {
      EXPECT_EQ(*again.all()[i]->lowest, i < used - cold ? std::byte{0x5a} : std::byte{0});
    }
  }
}

void read(const std::byte* address) {
  static_cast<void>(*static_cast<const volatile std::byte*>(address));
}

TEST(stack_memory_death_test, below_a_stack_there_is_a_guard) {
  stack_pool pool(small, 9, 0);
  const taken_stacks some(pool, 9);
  for (const std::size_t i : {0U, 5U, 8U}) {
    const std::byte* const lowest = some.all()[i]->lowest;
    read(lowest);
    EXPECT_DEATH(read(lowest - 1), any_words);
    EXPECT_DEATH(read(lowest - platform::page_size()), any_words);
  }
}

TEST(stack_memory_death_test, guards_outlive_the_cooling_of_their_stack) {
  stack_pool pool(small, 1, 0);
  const std::byte* lowest = nullptr;
  {
    const taken_stacks one(pool, 1);
    lowest = one.all()[0]->lowest;
  }
  EXPECT_DEATH(read(lowest - 1), any_words);
}

/// Exits with 0 if the pool reports that the system is out of address space, and is usable
/// afterwards.
void exhaust_the_address_space() {
  stack_pool pool(std::size_t{1} << 30U, 1'000, 0);
  const taken_stacks some(pool, 8);
  const rlimit none{1, 1};
  setrlimit(RLIMIT_AS, &none);
  try {
    static_cast<void>(pool.any_acquire(1));
  } catch (const stack_limit_error& limit) {
    std::fputs(limit.what(), stderr);
    std::_Exit(pool.counts().live == 8 ? 0 : 1);
  }
  std::_Exit(2);
}

TEST(stack_memory_death_test, reports_what_the_system_refuses) {
  if constexpr (detail::sanitized) {
    GTEST_SKIP() << "sanitizers need address space of their own";
  }
  EXPECT_EXIT(exhaust_the_address_space(),
              ::testing::ExitedWithCode(0),
              "8 stacks of 1073741824 bytes are in use and the system gives no more.*ulimit -v");
}

}  // namespace
}  // namespace nuthatch::fiber
