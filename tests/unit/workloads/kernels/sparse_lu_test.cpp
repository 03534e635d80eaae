// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sparse_lu.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {
namespace {

using ::testing::ElementsAre;

/// Like spawned_by_one, but the steps run after all have been spawned, the last one first.
struct backwards {
  using policy_type = in_order_tag;

  std::vector<std::size_t>* steps;

  template <class Call>
  void once(const Call& call) const {
    call();
  }

  template <class Body>
  void each(std::size_t first, std::size_t last, const Body& body) const {
    std::vector<std::function<void()>> later;
    for (std::size_t i = first; i < last; ++i) {
      body(i, [&later](auto step) { later.emplace_back(step); });
    }
    std::ranges::reverse(later);
    for (const std::function<void()>& step : later) {
      step();
    }
    steps->push_back(later.size());
  }
};

block_matrix sparse_input(std::size_t blocks) {
  block_matrix made(blocks, 3);
  made.fill_with_input(block_matrix::pattern::sparse);
  return made;
}

TEST(sparse_lu, the_steps_of_a_loop_come_in_any_order) {
  const block_matrix input = sparse_input(12);
  block_matrix one = sparse_input(12);
  decompose_sparse(one, spawned_by_one<in_order_tag>{in_order});
  EXPECT_EQ(check_factors(input, one), "");
  block_matrix other = sparse_input(12);
  std::vector<std::size_t> steps;
  decompose_sparse(other, backwards{&steps});
  EXPECT_TRUE(one == other);
}

TEST(sparse_lu, empty_blocks_have_no_steps) {
  block_matrix subject(3, 3);
  const block_matrix input = sparse_input(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (i <= j + 1 && j <= i + 1) {  // three diagonals
        std::ranges::copy_n(input.at(i, j), 9, subject.fill(i, j));
      }
    }
  }
  std::vector<std::size_t> steps;
  decompose_sparse(subject, backwards{&steps});
  // There are two solves and an update in each round except the last one.
  EXPECT_THAT(steps, ElementsAre(2, 1, 2, 1, 0, 0));
  EXPECT_EQ(subject.filled(), 7U);
}

}  // namespace
}  // namespace nuthatch::workloads
