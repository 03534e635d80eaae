// SPDX-License-Identifier: Apache-2.0
#include "platform/data_memory.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "platform/memory.hpp"
#include "unit/platform/made_up_system.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;

class memory_nodes_test : public ::testing::Test {
 protected:
  void allow(const std::string& list) const {
    system_.write("/proc/self/status",
                  "Name:\tnuthatch\nMems_allowed:\t00000003\nMems_allowed_list:\t" + list + "\n");
  }

  void have(const std::string& list) const {
    system_.write("/sys/devices/system/node/has_memory", list + "\n");
  }

  [[nodiscard]] std::vector<unsigned> read() const { return memory_nodes(system_.root()); }

  made_up_system system_;
};

TEST_F(memory_nodes_test, are_one_where_the_system_says_nothing) {
  EXPECT_THAT(read(), ElementsAre(0U));
}

TEST_F(memory_nodes_test, are_those_that_have_memory) {
  have("0-1,4");
  EXPECT_THAT(read(), ElementsAre(0U, 1U, 4U));
}

TEST_F(memory_nodes_test, are_those_that_the_process_may_use) {
  allow("1,3");
  EXPECT_THAT(read(), ElementsAre(1U, 3U));
}

TEST_F(memory_nodes_test, are_both) {
  allow("1-1023");
  have("0-3");
  EXPECT_THAT(read(), ElementsAre(1U, 2U, 3U));
}

TEST_F(memory_nodes_test, do_not_come_from_files_that_cannot_be_read) {
  allow("many");
  have("0-1");
  EXPECT_THAT(read(), ElementsAre(0U, 1U));
  have("1-0");
  EXPECT_THAT(read(), ElementsAre(0U));
}

TEST(memory_nodes, of_this_machine_are_some) {
  EXPECT_GE(memory_nodes().size(), 1U);
}

TEST(large_pages, have_the_size_that_the_system_says) {
  const std::string file = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size";
  const made_up_system system;
  constexpr std::size_t usual = std::size_t{2} << 20U;
  EXPECT_EQ(large_page_bytes(system.root()), usual) << "there is no file";
  for (const char* const wrong : {"", "none\n", "3000000\n", "1024\n", "0\n"}) {
    system.write(file, wrong);
    EXPECT_EQ(large_page_bytes(system.root()), usual) << wrong;
  }
  system.write(file, "33554432\n");
  EXPECT_EQ(large_page_bytes(system.root()), std::size_t{32} << 20U);
}

class mapped {
 public:
  mapped(std::size_t bytes, page_kind wanted)
      : bytes_(bytes),
        start_(map_untouched(bytes, wanted)) {}

  mapped(const mapped&) = delete;
  mapped& operator=(const mapped&) = delete;

  ~mapped() {
    if (start_ != nullptr) {
      release(start_, bytes_);
    }
  }

  [[nodiscard]] std::byte* start() const { return start_; }

  /// Queried by another system call than the one under test.
  [[nodiscard]] std::size_t in_memory() const {
    std::vector<unsigned char> present(bytes_ / page_size());
    EXPECT_EQ(mincore(start_, bytes_, present.data()), 0);
    std::size_t count = 0;
    for (const unsigned char each : present) {
      count += each & 1U;
    }
    return count;
  }

 private:
  std::size_t bytes_;
  std::byte* start_;
};

constexpr std::array all_kinds{page_kind::of_the_system, page_kind::small, page_kind::large};

TEST(untouched_memory, has_no_memory_and_is_zero) {
  const std::size_t bytes = 3 * large_page_bytes() + 5 * page_size();
  for (const page_kind kind : all_kinds) {
    const mapped some(bytes, kind);
    ASSERT_NE(some.start(), nullptr);
    EXPECT_EQ(some.in_memory(), 0U);
    EXPECT_EQ(some.start()[bytes - 1], std::byte{0});
    std::memset(some.start(), 1, bytes);
    EXPECT_EQ(some.in_memory(), bytes / page_size());
  }
}

TEST(untouched_memory, gets_a_small_page_at_a_time_where_that_is_wanted) {
  const std::size_t bytes = 3 * large_page_bytes();
  const mapped some(bytes, page_kind::small);
  some.start()[bytes / 2] = std::byte{1};
  EXPECT_EQ(some.in_memory(), 1U);
}

TEST(untouched_memory, begins_at_a_large_page_where_that_is_wanted) {
  const std::size_t large = large_page_bytes();
  for (const std::size_t bytes : {large, large + page_size(), 7 * large}) {
    const mapped some(bytes, page_kind::large);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(some.start()) % large, 0U);
    some.start()[large - 1] = std::byte{1};
    // The system provides this if it has a large page left.
    EXPECT_THAT(some.in_memory(), AllOf(Ge(1U), Le(large / page_size())));
  }
  const mapped less(large - page_size(), page_kind::large);
  EXPECT_NE(less.start(), nullptr) << "too small for a large page";
}

TEST(untouched_memory, is_null_where_there_are_no_addresses) {
  for (const page_kind kind : all_kinds) {
    EXPECT_EQ(map_untouched(std::size_t{1} << 62U, kind), nullptr);
    EXPECT_EQ(
        map_untouched(std::numeric_limits<std::size_t>::max() / page_size() * page_size(), kind),
        nullptr);
  }
}

/// Or the reason why the kernel does not report it.
int asked(const std::byte* first, std::vector<int>& nodes) {
  return node_of_pages(first, nodes.size(), nodes.data());
}

TEST(nodes_of_pages, are_told_for_each_page) {
  const mapped some(8 * page_size(), page_kind::small);
  some.start()[0] = std::byte{1};
  some.start()[(2 * page_size()) + 7] = std::byte{1};
  const std::byte only_read = static_cast<volatile std::byte*>(some.start())[3 * page_size()];
  EXPECT_EQ(only_read, std::byte{0});
  std::vector<int> nodes(5);
  if (const int refused = asked(some.start(), nodes); refused != 0) {
    GTEST_SKIP() << "the system does not say where pages lie: errno " << refused;
  }
  EXPECT_THAT(nodes, ElementsAre(Ge(0), page_untouched, Ge(0), page_untouched, page_untouched));
  const std::vector<unsigned> known = memory_nodes();
  EXPECT_THAT(known, ::testing::Contains(static_cast<unsigned>(nodes[0])));
}

TEST(nodes_of_pages, tell_apart_what_is_not_mapped) {
  const mapped some(3 * page_size(), page_kind::small);
  release(some.start() + page_size(), page_size());
  std::memset(some.start(), 1, page_size());
  std::vector<int> nodes(3);
  if (const int refused = asked(some.start(), nodes); refused != 0) {
    GTEST_SKIP() << "the system does not say where pages lie: errno " << refused;
  }
  EXPECT_THAT(nodes, ElementsAre(Ge(0), page_unmapped, page_untouched));
}

TEST(nodes_of_pages, are_compared_by_pairs) {
  const std::size_t pages = max_pages_asked + 3;
  const mapped some(pages * page_size(), page_kind::small);
  const mapped others(pages * page_size(), page_kind::small);
  std::memset(some.start(), 1, pages * page_size());
  std::memset(others.start(), 1, pages * page_size());
  if (memory_nodes().size() == 1) {
    EXPECT_EQ(pages_on_other_nodes(some.start(), others.start(), pages), 0U);
  } else {
    EXPECT_LE(pages_on_other_nodes(some.start(), others.start(), pages), pages);
  }
  EXPECT_EQ(pages_on_other_nodes(some.start(), some.start(), pages), 0U);
}

}  // namespace
}  // namespace nuthatch::platform
