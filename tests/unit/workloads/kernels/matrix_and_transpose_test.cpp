// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/matrix_and_transpose.hpp"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

constexpr std::ptrdiff_t rows_of_all = 261;

matrix_and_transpose_problem problem(bool adds) {
  return {.rows = rows_of_all, .columns = 53, .rounds = 3, .adds = adds, .computes = true};
}

void run_all(matrix_and_transpose& all) {
  for (std::size_t k = 0; k < all.sweeps(); ++k) {
    all.at(k).run(all.cells());
  }
}

TEST(matrix_and_transpose, is_right_after_all_products_only) {
  for (const bool adds : {false, true}) {
    matrix_and_transpose all(problem(adds));
    for (std::size_t products = 0; products <= all.sweeps(); ++products) {
      all.start();
      EXPECT_NE(all.check(), "");
      for (std::size_t k = 0; k < products; ++k) {
        all.at(k).run(all.cells());
      }
      all.finish();
      EXPECT_EQ(all.check().empty(), products == all.sweeps()) << products;
    }
  }
}

TEST(matrix_and_transpose, notices_an_element_that_counts_twice) {
  matrix_and_transpose all(problem(/*adds=*/true));
  all.start();
  run_all(all);
  // A change in the transpose, in a column that the verification samples.
  all.at(5).run({effects::interval{4, 5}, effects::interval{52, 53}});
  all.finish();
  EXPECT_NE(all.check(), "");
}

TEST(matrix_and_transpose, notices_what_only_one_of_the_products_has) {
  matrix_and_transpose all(problem(/*adds=*/false));
  all.start();
  run_all(all);
  // A row that the verification does not sample.
  all.at(2).run({effects::interval{3, 4}, effects::interval{0, 53}});
  all.finish();
  EXPECT_NE(all.check().find("round 1: the product comes to"), std::string::npos) << all.check();
}

TEST(matrix_and_transpose, has_the_same_bits_in_any_blocks_of_rows) {
  matrix_and_transpose whole(problem(/*adds=*/true));
  whole.start();
  run_all(whole);
  whole.finish();
  matrix_and_transpose cut(problem(/*adds=*/true));
  cut.start();
  for (std::size_t k = 0; k < cut.sweeps(); ++k) {
    for (const effects::interval rows : {effects::interval{130, rows_of_all},
                                         effects::interval{128, 130},
                                         effects::interval{0, 5},
                                         effects::interval{5, 128}}) {
      cut.at(k).run({rows, effects::interval{0, 20}});
      cut.at(k).run({rows, effects::interval{20, 53}});
    }
  }
  cut.finish();
  EXPECT_NE(whole.result(), cut.result());  // rows 128 and 130 were added in the wrong order
  cut.start();
  for (std::size_t k = 0; k < cut.sweeps(); ++k) {
    for (const effects::interval rows : {effects::interval{128, rows_of_all},
                                         effects::interval{0, 5},
                                         effects::interval{5, 128}}) {
      cut.at(k).run({rows, effects::interval{0, 20}});
      cut.at(k).run({rows, effects::interval{20, 53}});
    }
  }
  cut.finish();
  EXPECT_EQ(whole.result(), cut.result());
}

TEST(matrix_and_transpose, effects_are_on_sums_of_its_own) {
  matrix_and_transpose all(problem(/*adds=*/true));
  const auto rows = [](std::ptrdiff_t first, std::ptrdiff_t last) {
    return area<2>{effects::interval{first, last}, effects::interval{0, 53}};
  };
  const auto interfere = [&](std::size_t one, const area<2>& on, const area<2>& other) {
    return all.at(one).touches(on).interferes_with(all.at(one).touches(other));
  };
  for (std::size_t one = 0; one < all.sweeps(); ++one) {
    for (std::size_t other = 0; other < all.sweeps(); ++other) {
      const auto effect = all.at(one).touches(rows(0, 20));
      EXPECT_TRUE(effect.shares_data_with(all.at(other).touches(rows(0, 20))));
      EXPECT_EQ(effect.interferes_with(all.at(other).touches(rows(0, 20))), one == other);
    }
    EXPECT_FALSE(interfere(one, rows(0, 128), rows(128, rows_of_all)));
    // With a single block of rows, the product with the transpose has the same sums.
    EXPECT_EQ(interfere(one, rows(0, 20), rows(20, 128)), one % 2 == 1);
  }
}

}  // namespace
}  // namespace nuthatch::workloads
