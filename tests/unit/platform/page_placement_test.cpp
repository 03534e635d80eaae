// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/page_placement.hpp>
#include <nuthatch/placed_array.hpp>

#include "platform/data_memory.hpp"
#include "platform/memory.hpp"

namespace nuthatch {
namespace {

using ::testing::HasSubstr;

std::size_t on_nodes(const page_counts& of) {
  return of.pages() - of.untouched;
}

class page_placement_test : public ::testing::Test {
 protected:
  void SetUp() override {
    const int here = 0;
    const page_counts known = page_placement(&here, sizeof here);
    if (!known.known) {
      EXPECT_THAT(known.reason, HasSubstr("cannot ask the kernel where pages lie"));
      GTEST_SKIP() << known.reason;
    }
  }

  std::size_t page_ = platform::page_size();
};

TEST_F(page_placement_test, counts_what_was_touched) {
  const std::size_t pages = 3 * platform::max_pages_asked + 5;
  placed_array<std::byte> some(pages * page_, page_kind::small);
  page_counts counts = page_placement(some.data(), some.size());
  EXPECT_TRUE(counts.known);
  EXPECT_EQ(counts.reason, "");
  EXPECT_EQ(counts.page_bytes, page_);
  EXPECT_EQ(counts.untouched, pages);
  EXPECT_EQ(on_nodes(counts), 0U);
  for (std::size_t page = 0; page < pages; page += 2) {
    some[page * page_] = std::byte{1};
  }
  counts = page_placement(some.data(), some.size());
  EXPECT_EQ(on_nodes(counts), (pages + 1) / 2);
  EXPECT_EQ(counts.untouched, pages / 2);
}

TEST_F(page_placement_test, knows_which_node_if_there_is_one) {
  const std::vector<unsigned> nodes = platform::memory_nodes();
  if (nodes.size() != 1) {
    GTEST_SKIP() << nodes.size() << " nodes";
  }
  std::vector<char> some(100 * page_, 'x');
  const page_counts counts = page_placement(some.data(), some.size());
  ASSERT_EQ(counts.on_node.size(), nodes[0] + 1);
  EXPECT_EQ(counts.on_node[nodes[0]], counts.pages());
}

TEST_F(page_placement_test, counts_pages_that_are_partly_in_the_range) {
  placed_array<std::byte> some(4 * page_, page_kind::small);
  const auto pages = [&](std::size_t first, std::size_t bytes) {
    return page_placement(some.data() + first, bytes).pages();
  };
  EXPECT_EQ(pages(0, 0), 0U);
  EXPECT_EQ(pages(1, 0), 0U);
  EXPECT_EQ(pages(0, 1), 1U);
  EXPECT_EQ(pages(0, page_), 1U);
  EXPECT_EQ(pages(0, page_ + 1), 2U);
  EXPECT_EQ(pages(page_ - 1, 2), 2U);
  EXPECT_EQ(pages(page_ - 1, page_ + 2), 3U);
}

TEST_F(page_placement_test, says_where_nothing_is_mapped) {
  const page_counts of_null = page_placement(nullptr, 100);
  EXPECT_FALSE(of_null.known);
  EXPECT_EQ(of_null.reason, "nothing is mapped at 0x0");
  EXPECT_EQ(of_null.pages(), 0U);
  EXPECT_TRUE(page_placement(nullptr, 0).known) << "there is no page in it";
  const std::byte* gone = nullptr;
  {
    const placed_array<std::byte> some(2 * page_);
    gone = some.data();
  }
  const page_counts of_gone = page_placement(gone, 1);
  EXPECT_THAT(of_gone.reason, HasSubstr("nothing is mapped at"));
}

TEST_F(page_placement_test, refuses_ranges_that_end_nowhere) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  const int here = 0;
  EXPECT_EQ(page_placement(&here, all).reason, "the range ends behind the last address");
  EXPECT_EQ(page_placement(reinterpret_cast<void*>(std::uintptr_t{all}), 1).reason,
            "the range ends behind the last address");
}

TEST(page_counts_test, are_unknown_before_anybody_asks) {
  const page_counts none;
  EXPECT_FALSE(none.known);
  EXPECT_EQ(none.reason, "nobody asked");
  EXPECT_EQ(none.pages(), 0U);
}

}  // namespace
}  // namespace nuthatch
