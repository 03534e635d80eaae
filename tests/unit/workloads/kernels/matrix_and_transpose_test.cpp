#include "workloads/kernels/matrix_and_transpose.hpp"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

matrix_and_transpose_problem problem(bool adds) {
  return {
      .rows = 37, .columns = 53, .rounds = 3, .task_columns = 8, .adds = adds, .computes = true};
}

void run_all(matrix_and_transpose& all) {
  for (std::size_t k = 0; k < all.sweeps(); ++k) {
    all.at(k).run(all.cells());
  }
}

TEST(matrix_and_transpose, is_right_after_all_products_only) {
  for (const bool adds : {false, true}) {
    matrix_and_transpose all(problem(adds));
    all.start();
    EXPECT_NE(all.check(), "");
    for (std::size_t k = 0; k < all.sweeps(); ++k) {
      EXPECT_NE(all.check(), "") << k;
      all.at(k).run(all.cells());
    }
    EXPECT_EQ(all.check(), "");
    all.start();
    EXPECT_NE(all.check(), "");
  }
}

TEST(matrix_and_transpose, notices_a_column_that_was_left_out) {
  matrix_and_transpose all(problem(true));
  all.start();
  run_all(all);
  EXPECT_EQ(all.check(), "");
  // Of the transpose: one that is among those of which the definition is tried.
  all.at(5).run({effects::interval{4, 5}, effects::interval{52, 53}});
  EXPECT_NE(all.check(), "");
}

TEST(matrix_and_transpose, notices_what_only_one_of_the_products_has) {
  matrix_and_transpose all(problem(false));
  all.start();
  run_all(all);
  // A row that no sample is of.
  all.at(2).run({effects::interval{3, 4}, effects::interval{0, 53}});
  EXPECT_NE(all.check().find("round 1: the product comes to"), std::string::npos) << all.check();
}

TEST(matrix_and_transpose, effects_are_on_sums_of_its_own) {
  matrix_and_transpose all(problem(true));
  const area<2> low{effects::interval{0, 20}, effects::interval{0, 53}};
  const area<2> high{effects::interval{20, 37}, effects::interval{0, 53}};
  for (std::size_t one = 0; one < all.sweeps(); ++one) {
    for (std::size_t other = 0; other < all.sweeps(); ++other) {
      const auto on_low = all.at(one).touches(low);
      EXPECT_TRUE(on_low.shares_data_with(all.at(other).touches(low)));
      EXPECT_EQ(on_low.interferes_with(all.at(other).touches(low)), one == other);
      // All rows of the transpose's product have the same sums.
      EXPECT_EQ(on_low.interferes_with(all.at(other).touches(high)), one == other && one % 2 == 1);
    }
  }
}

}  // namespace
}  // namespace nuthatch::workloads
