// SPDX-License-Identifier: Apache-2.0
#include "platform/memory.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "base/os_error.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::HasSubstr;

class range {
 public:
  explicit range(std::size_t pages) : bytes_(pages * page_size()), start_(reserve(bytes_)) {}

  range(const range&) = delete;
  range& operator=(const range&) = delete;

  ~range() { release(start_, bytes_); }

  [[nodiscard]] std::byte* page(std::size_t number) const {
    return start_ + (number * page_size());
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  std::byte* start_;
};

void touch(std::byte* address) {
  *static_cast<volatile std::byte*>(address) = std::byte{1};
}

// Sanitizers report a trap by their own message and end with an exit status.
constexpr const char* any_words = "";

TEST(memory, page_size_is_a_power_of_two) {
  EXPECT_GE(page_size(), 4096U);
  EXPECT_EQ(page_size() & (page_size() - 1), 0U);
}

TEST(memory_death_test, reserved_addresses_trap) {
  const range some(2);
  EXPECT_DEATH(touch(some.page(0)), any_words);
}

TEST(memory, committed_pages_are_zero_and_can_be_written) {
  const range some(4);
  commit(some.page(1), 2 * page_size());
  EXPECT_EQ(*some.page(1), std::byte{0});
  std::memset(some.page(1), 0x5a, 2 * page_size());
  EXPECT_EQ(some.page(3)[-1], std::byte{0x5a});
}

TEST(memory_death_test, protected_pages_trap) {
  const range some(2);
  commit(some.page(0), some.bytes());
  touch(some.page(1));
  protect(some.page(1), page_size());
  touch(some.page(0));
  EXPECT_DEATH(touch(some.page(1)), any_words);
}

TEST(memory_death_test, guards_trap_until_they_are_lifted) {
  const range some(3);
  commit(some.page(0), some.bytes());
  const guard_kind how = guard(some.page(1), page_size());
  touch(some.page(0));
  touch(some.page(2));
  EXPECT_DEATH(touch(some.page(1)), any_words);
  unguard(some.page(1), page_size(), how);
  touch(some.page(1));
}

TEST(memory_death_test, guards_of_locked_memory_trap_too) {
  const range some(3);
  commit(some.page(0), some.bytes());
  if (mlock(some.page(0), some.bytes()) != 0) {
    GTEST_SKIP() << "memory cannot be locked here";
  }
  const guard_kind how = guard(some.page(1), page_size());
  if (how != guard_kind::mapping) {
    GTEST_SKIP() << "mlock does nothing here, as under sanitizers";
  }
  touch(some.page(2));
  EXPECT_DEATH(touch(some.page(1)), any_words);
  unguard(some.page(1), page_size(), how);
  touch(some.page(1));
}

TEST(memory_death_test, guards_outlive_a_discard) {
  const range some(3);
  commit(some.page(0), some.bytes());
  static_cast<void>(guard(some.page(1), page_size()));
  discard(some.page(0), some.bytes());
  EXPECT_EQ(*some.page(0), std::byte{0});
  EXPECT_DEATH(touch(some.page(1)), any_words);
}

// The kernel is queried for the range itself, because sanitizers use additional memory for touched
// pages.
std::size_t pages_in_memory(const range& some) {
  std::vector<unsigned char> present(some.bytes() / page_size());
  EXPECT_EQ(mincore(some.page(0), some.bytes(), present.data()), 0);
  return static_cast<std::size_t>(std::count(present.begin(), present.end(), 1));
}

TEST(memory, discarded_pages_are_given_back_and_zero) {
  constexpr std::size_t pages = 64;
  const range some(pages);
  commit(some.page(0), some.bytes());
  refuse_huge_pages(some.page(0), some.bytes());
  touch(some.page(3));
  EXPECT_EQ(pages_in_memory(some), 1U);
  std::memset(some.page(0), 1, some.bytes());
  EXPECT_EQ(pages_in_memory(some), pages);
  discard(some.page(1), some.bytes() - page_size());
  EXPECT_EQ(pages_in_memory(some), 1U);
  EXPECT_EQ(*some.page(0), std::byte{1});
  EXPECT_EQ(*some.page(1), std::byte{0});
}

TEST(memory, resident_bytes_count_what_is_touched) {
  const range some(4096);
  commit(some.page(0), some.bytes());
  const std::size_t before = resident_bytes();
  std::memset(some.page(0), 1, some.bytes());
  EXPECT_GT(resident_bytes(), before + (some.bytes() / 2));
  EXPECT_GT(peak_resident_bytes(), before + (some.bytes() / 2));
}

TEST(memory, reserving_costs_no_memory) {
  const std::size_t before = resident_bytes();
  const range some(1U << 18U);  // 1 GiB with pages of 4 KiB
  EXPECT_LT(resident_bytes(), before + (some.bytes() / 16));
}

TEST(memory, refusal_names_size_and_remedy) {
  const std::size_t absurd = std::size_t{1} << 62U;
  try {
    static_cast<void>(reserve(absurd));
    FAIL();
  } catch (const base::os_error& refused) {
    EXPECT_EQ(refused.code(), ENOMEM);
    EXPECT_THAT(refused.what(), HasSubstr("cannot reserve 4611686018427387904 bytes"));
    EXPECT_THAT(refused.what(), HasSubstr("vm.max_map_count"));
  }
}

TEST(memory, committing_what_is_not_reserved_is_an_error) {
  std::byte* gone = nullptr;
  {
    const range some(1);
    gone = some.page(0);
  }
  EXPECT_THROW(commit(gone, page_size()), base::os_error);
}

TEST(memory, max_map_count_is_read) {
  EXPECT_GE(max_map_count(), 1000U);
}

}  // namespace
}  // namespace nuthatch::platform
