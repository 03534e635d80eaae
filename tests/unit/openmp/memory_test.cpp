// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openmp/environment/allocator_text.hpp"
#include "openmp/environment/environment.hpp"
#include "openmp/memory/allocator.hpp"
#include "openmp/memory/block.hpp"

namespace nuthatch::openmp {
namespace {

constexpr std::size_t too_much = std::numeric_limits<std::size_t>::max();

/// An allocator that the test destroys.
class made {
 public:
  explicit made(const allocator_traits& as) : handle_(make_allocator(as)) {}

  made(const made&) = delete;
  made& operator=(const made&) = delete;

  ~made() { destroy_allocator(handle_); }

  [[nodiscard]] allocator_handle handle() const { return handle_; }

 private:
  allocator_handle handle_;
};

bool is_aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

TEST(allocator_traits, take_what_there_is) {
  allocator_traits all;
  EXPECT_TRUE(all.take(memory_trait::alignment, 256));
  EXPECT_TRUE(all.take(memory_trait::pool_size, 1000));
  EXPECT_TRUE(all.take(memory_trait::fallback, 14));
  EXPECT_TRUE(all.take(memory_trait::fallback_data, 5));
  EXPECT_TRUE(all.take(memory_trait::pinned, 1));
  EXPECT_EQ(all.alignment, 256U);
  EXPECT_EQ(all.pool_bytes, 1000U);
  EXPECT_EQ(all.fallback, memory_fallback::other_allocator);
  EXPECT_EQ(all.falls_back_to, 5U);
  EXPECT_TRUE(all.pinned);
  for (const std::uintptr_t hint : {3U, 4U, 5U, 6U}) {
    EXPECT_TRUE(all.take(memory_trait::sync_hint, hint));
  }
  for (const std::uintptr_t access : {7U, 8U, 9U, 10U}) {
    EXPECT_TRUE(all.take(memory_trait::access, access));
  }
  for (const std::uintptr_t partition : {15U, 16U, 17U, 18U}) {
    EXPECT_TRUE(all.take(memory_trait::partition, partition));
  }
  for (int trait = 1; trait <= 8; ++trait) {
    EXPECT_TRUE(all.take(static_cast<memory_trait>(trait), usual_trait)) << trait;
  }
  all.falls_back_to = 0;
  EXPECT_EQ(all, allocator_traits{});
}

TEST(allocator_traits, take_nothing_else) {
  allocator_traits all;
  EXPECT_FALSE(all.take(memory_trait::alignment, 0));
  EXPECT_FALSE(all.take(memory_trait::alignment, 24));
  EXPECT_FALSE(all.take(memory_trait::fallback, 15));
  EXPECT_FALSE(all.take(memory_trait::pinned, 2));
  EXPECT_FALSE(all.take(memory_trait::sync_hint, 7));
  EXPECT_FALSE(all.take(memory_trait::access, 3));
  EXPECT_FALSE(all.take(memory_trait::partition, 14));
}

TEST(blocks, are_aligned_as_asked_and_as_the_allocator_says) {
  const made wide({.alignment = 512});
  for (const std::size_t bytes : {1U, 31U, 4000U}) {
    for (const std::size_t alignment : {1U, 8U, 64U, 4096U}) {
      void* const plain = allocate({bytes, alignment}, default_memory);
      EXPECT_TRUE(is_aligned(plain, std::max(alignment, alignof(std::max_align_t))));
      std::memset(plain, 1, bytes);
      deallocate(plain);
      void* const other = allocate({bytes, alignment}, wide.handle());
      EXPECT_TRUE(is_aligned(other, std::max<std::size_t>(alignment, 512)));
      EXPECT_EQ(origin_of(other), wide.handle());
      std::memset(other, 1, bytes);
      deallocate(other);
    }
  }
}

TEST(blocks, are_zeroed_where_asked) {
  for (int round = 0; round < 10; ++round) {
    auto* const block = static_cast<char*>(
        allocate({.bytes = 3000, .alignment = 128, .zeroed = true}, default_memory));
    EXPECT_EQ(std::string(block, 3000), std::string(3000, '\0'));
    std::memset(block, 1, 3000);
    deallocate(block);
  }
}

TEST(blocks, are_not_larger_than_memory) {
  EXPECT_EQ(allocate({.bytes = too_much}, default_memory), nullptr);
  EXPECT_EQ(allocate({.bytes = too_much / 2}, default_memory), nullptr);
  const made pool({.pool_bytes = too_much - 1, .fallback = memory_fallback::null});
  EXPECT_EQ(allocate({.bytes = too_much / 2}, pool.handle()), nullptr);
  void* const fits = allocate({.bytes = 100}, pool.handle());
  EXPECT_NE(fits, nullptr);
  deallocate(fits);
}

TEST(blocks, come_from_a_pool_as_long_as_it_has_some) {
  const made pool({.pool_bytes = 1000, .fallback = memory_fallback::null});
  void* const first = allocate({.bytes = 500}, pool.handle());
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(allocate({.bytes = 500}, pool.handle()), nullptr);
  deallocate(first);
  void* const second = allocate({.bytes = 900}, pool.handle());
  EXPECT_NE(second, nullptr);
  deallocate(second);
}

TEST(blocks, come_from_where_the_allocator_falls_back_to) {
  const made pool({.alignment = 256, .pool_bytes = 2000});
  const made small({.pool_bytes = 100,
                    .falls_back_to = pool.handle(),
                    .fallback = memory_fallback::other_allocator});
  void* const one = allocate({.bytes = 50}, small.handle());
  void* const two = allocate({.bytes = 1000}, small.handle());
  void* const three = allocate({.bytes = 1000}, small.handle());
  EXPECT_EQ(origin_of(one), small.handle());
  EXPECT_EQ(origin_of(two), pool.handle());
  EXPECT_TRUE(is_aligned(two, 256));
  EXPECT_EQ(origin_of(three), default_memory);
  deallocate(one);
  deallocate(two);
  deallocate(three);
}

TEST(blocks, end_the_program_where_the_allocator_says_so) {
  const made strict({.pool_bytes = 100, .fallback = memory_fallback::end});
  EXPECT_EXIT(static_cast<void>(allocate({.bytes = 200}, strict.handle())),
              ::testing::ExitedWithCode(1),
              "nuthatch omp: out of memory allocating 200 bytes");
}

TEST(blocks, keep_what_they_hold_when_they_change) {
  const made pool({.pool_bytes = 10000, .fallback = memory_fallback::null});
  const made wide({.alignment = 1024});
  const std::string text(300, 'x');
  auto* block = static_cast<char*>(allocate({.bytes = text.size()}, pool.handle()));
  text.copy(block, text.size());
  for (const allocator_handle next :
       {pool.handle(), wide.handle(), wide.handle(), default_memory, pool.handle()}) {
    block = static_cast<char*>(reallocate(block, 6000, next));
    EXPECT_EQ(std::string(block, text.size()), text);
    EXPECT_EQ(origin_of(block), next);
    EXPECT_TRUE(next != wide.handle() || is_aligned(block, 1024));
    std::memset(block + text.size(), 1, 6000 - text.size());
  }
  EXPECT_EQ(reallocate(block, 20000, pool.handle()), nullptr);
  block = static_cast<char*>(reallocate(block, 200, pool.handle()));
  EXPECT_EQ(std::string(block, 200), text.substr(0, 200));
  void* const rest = allocate({.bytes = 9000}, pool.handle());
  EXPECT_NE(rest, nullptr);
  deallocate(rest);
  deallocate(block);
  void* const all = allocate({.bytes = 9900}, pool.handle());
  EXPECT_NE(all, nullptr);
  deallocate(all);
}

/// Skips the test if this machine does not allow pinned memory.
TEST(blocks, can_be_pinned) {
  const made pinned({.alignment = 64, .fallback = memory_fallback::null, .pinned = true});
  void* block = allocate({.bytes = 1000}, pinned.handle());
  if (block == nullptr) {
    GTEST_SKIP() << "no memory can be locked";
  }
  EXPECT_TRUE(is_aligned(block, 64));
  std::memset(block, 7, 1000);
  block = reallocate(block, 5000, pinned.handle());
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(static_cast<char*>(block)[999], 7);
  deallocate(block);
}

TEST(blocks, of_one_pool_are_counted_by_many_threads) {
  const made pool({.pool_bytes = std::size_t{4} * (64 + 32), .fallback = memory_fallback::null});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&pool] {
      for (int round = 0; round < 2000; ++round) {
        void* const block = allocate({.bytes = 64}, pool.handle());
        EXPECT_NE(block, nullptr);
        deallocate(block);
      }
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
  void* const all = allocate({.bytes = 4 * (64 + 32) - 32}, pool.handle());
  EXPECT_NE(all, nullptr);
  deallocate(all);
}

/// Returns the value of OMP_ALLOCATOR as it is displayed.
std::string displayed(const std::string& value, bool right = true) {
  std::vector<std::string> warnings;
  const settings settings = read_environment(
      [&value](const char* name) {
        return std::string(name) == "OMP_ALLOCATOR" ? value.c_str() : nullptr;
      },
      warnings);
  EXPECT_EQ(warnings.empty(), right) << value;
  return describe_allocator(settings);
}

TEST(allocator_text, names_one_that_is_predefined) {
  EXPECT_EQ(describe_allocator({}), "omp_default_mem_alloc");
  EXPECT_EQ(displayed(" omp_low_lat_mem_alloc "), "omp_low_lat_mem_alloc");
  EXPECT_EQ(displayed("OMP_THREAD_MEM_ALLOC"), "omp_thread_mem_alloc");
}

TEST(allocator_text, names_memory_and_traits) {
  EXPECT_EQ(displayed("omp_large_cap_mem_space"),
            "omp_large_cap_mem_space:alignment=1,fallback=default_mem_fb,pinned=false");
  EXPECT_EQ(
      displayed("omp_default_mem_space : alignment = 64, pool_size=8192 ,fallback=allocator_fb,"
                "fb_data=omp_const_mem_alloc,pinned=true,sync_hint=private,access=default,"
                "partition=nearest"),
      "omp_default_mem_space:alignment=64,pool_size=8192,fallback=allocator_fb,"
      "fb_data=omp_const_mem_alloc,pinned=true");
}

TEST(allocator_text, is_not_taken_where_it_is_wrong) {
  for (const char* const value : {"",
                                  "3",
                                  "omp_null_allocator",
                                  "omp_high_bw_mem_space",
                                  "omp_default_mem_alloc:alignment=64",
                                  "omp_default_mem_space:",
                                  "omp_default_mem_space:alignment",
                                  "omp_default_mem_space:alignment=3",
                                  "omp_default_mem_space:alignment=true",
                                  "omp_default_mem_space:pinned=1",
                                  "omp_default_mem_space:access=nearest",
                                  "omp_default_mem_space:alignment=64,"}) {
    EXPECT_EQ(displayed(value, /*right=*/false), "omp_default_mem_alloc") << value;
  }
}

}  // namespace
}  // namespace nuthatch::openmp
