// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/path_lengths.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

TEST(path_lengths, are_shortest_once_all_vertices_are_allowed) {
  path_lengths paths(60);
  for (std::size_t by = 0; by < 60; ++by) {
    EXPECT_NE(paths.compare_with_searches(), "") << by << " vertices are allowed";
    paths.allow(by, paths.all());
  }
  EXPECT_EQ(paths.compare_with_searches(), "");
}

TEST(path_lengths, can_be_computed_in_blocks) {
  path_lengths whole(30);
  path_lengths blocks(30);
  for (std::size_t by = 0; by < 30; ++by) {
    whole.allow(by, whole.all());
    for (std::size_t row = 0; row < 30; row += 10) {
      blocks.allow(by, {row, row + 10, 0, 7});
      blocks.allow(by, {row, row + 10, 7, 30});
    }
  }
  EXPECT_EQ(whole.lengths(), blocks.lengths());
}

TEST(path_lengths, can_be_started_in_blocks) {
  const path_lengths whole(30);
  path_lengths blocks(30, untouched);
  for (std::size_t row = 0; row < 30; row += 10) {
    blocks.start({row, row + 10, 7, 30});
    blocks.start({row, row + 10, 0, 7});
  }
  EXPECT_EQ(whole.lengths(), blocks.lengths());
}

}  // namespace
}  // namespace nuthatch::workloads
