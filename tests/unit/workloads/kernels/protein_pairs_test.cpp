// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/protein_pairs.hpp"

#include <cstddef>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

protein_pairs small_one() {
  return protein_pairs(generate_proteins(5, 30));
}

TEST(protein_pairs, are_right_in_any_order) {
  protein_pairs pairs = small_one();
  EXPECT_NE(pairs.verify(), "");
  std::size_t count = 0;
  pairs.for_each([&](std::size_t first, std::size_t second) {
    EXPECT_LT(first, second);
    ++count;
    // Visits the pairs from the last to the first.
    EXPECT_GT(pairs.align(4 - second, 4 - first), 0U);
  });
  EXPECT_EQ(count, 10U);
  EXPECT_EQ(pairs.verify(), "");
  pairs.reset();
  EXPECT_NE(pairs.verify(), "");
}

TEST(protein_pairs, are_wrong_where_one_is_missing) {
  for (std::size_t missing = 0; missing < 10; ++missing) {
    protein_pairs pairs = small_one();
    std::size_t number = 0;
    pairs.for_each([&](std::size_t first, std::size_t second) {
      if (number++ != missing) {
        pairs.align(first, second);
      }
    });
    EXPECT_NE(pairs.verify(), "") << missing;
  }
}

}  // namespace
}  // namespace nuthatch::workloads
