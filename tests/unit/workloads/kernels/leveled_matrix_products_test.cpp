// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/leveled/matrix_products.hpp"

namespace nuthatch::workloads {
namespace {

using effects::interval;

constexpr std::ptrdiff_t rows = 11;
constexpr std::ptrdiff_t columns = 45;

class random_source {
 public:
  std::vector<double> draw(std::ptrdiff_t count) {
    std::uniform_real_distribution<double> any(-1, 1);
    std::vector<double> all(static_cast<std::size_t>(count));
    for (double& each : all) {
      each = any(random_);
    }
    return all;
  }

 private:
  std::mt19937_64 random_{7};
};

struct random_numbers {
  random_source source;
  std::vector<double> matrix = source.draw(rows * columns);
  std::vector<double> by = source.draw(columns);
  std::vector<double> sums = source.draw(columns * row_sums);
};

std::vector<double> sums_of(matrix_kernel* kernel, const std::vector<std::array<interval, 2>>& of) {
  random_numbers all;
  for (const std::array<interval, 2>& cells : of) {
    kernel(all.matrix.data(), columns, cells.data(), all.by.data(), all.sums.data());
  }
  return all.sums;
}

template <class Levels>
void expect_the_same(const Levels& levels, const std::array<interval, 2>& cells) {
  const std::vector<double> expected = sums_of(levels[0], {cells});
  for (std::size_t level = 1; level < kernel_levels(); ++level) {
    EXPECT_EQ(sums_of(levels.at(level), {cells}), expected) << "level " << level;
  }
}

TEST(leveled_matrix_products, have_the_same_bits_at_every_level_of_this_processor) {
  for (std::ptrdiff_t first = 0; first < 11; ++first) {
    for (std::ptrdiff_t last = first; last <= columns; ++last) {
      expect_the_same(products_of_rows_levels, {interval{1, 1 + first}, interval{first, last}});
      expect_the_same(products_of_columns_levels, {interval{1, 1 + first}, interval{first, last}});
    }
  }
}

TEST(leveled_matrix_products, do_not_depend_on_blocks) {
  const interval low{0, 5};
  const interval high{5, rows};
  for (matrix_kernel* const kernel :
       {best_kernel(products_of_rows_levels), best_kernel(products_of_columns_levels)}) {
    const std::vector<double> whole = sums_of(kernel, {{interval{0, rows}, interval{0, columns}}});
    for (std::ptrdiff_t cut = 0; cut <= columns; ++cut) {
      const interval left{0, cut};
      const interval right{cut, columns};
      EXPECT_EQ(sums_of(kernel, {{low, left}, {low, right}, {high, left}, {high, right}}), whole);
      EXPECT_EQ(sums_of(kernel, {{low, left}, {high, left}, {low, right}, {high, right}}), whole);
    }
  }
}

TEST(leveled_matrix_products, follow_the_definition) {
  constexpr double tolerance = 1e-13;
  random_numbers all;
  const std::array<interval, 2> cells{interval{1, rows}, interval{3, columns}};
  const std::vector<double> before = all.sums;
  const std::vector<double> of_rows = sums_of(best_kernel(products_of_rows_levels), {cells});
  const std::vector<double> of_columns = sums_of(best_kernel(products_of_columns_levels), {cells});
  const auto element = [&all](std::ptrdiff_t row, std::ptrdiff_t column) {
    return all.matrix[static_cast<std::size_t>(row * columns + column)];
  };
  const auto by = [&all](std::ptrdiff_t at) {
    return all.by[static_cast<std::size_t>(at)];
  };
  for (std::ptrdiff_t row = 1; row < rows; ++row) {
    double expected = 0;
    double found = 0;
    for (std::ptrdiff_t column = 3; column < columns; ++column) {
      expected += element(row, column) * by(column);
    }
    for (std::ptrdiff_t i = row * row_sums; i < (row + 1) * row_sums; ++i) {
      found += of_rows[static_cast<std::size_t>(i)] - before[static_cast<std::size_t>(i)];
    }
    EXPECT_NEAR(found, expected, tolerance);
  }
  for (std::ptrdiff_t column = 3; column < columns; ++column) {
    double expected = before[static_cast<std::size_t>(column)];
    for (std::ptrdiff_t row = 1; row < rows; ++row) {
      expected += element(row, column) * by(row);
    }
    EXPECT_NEAR(of_columns[static_cast<std::size_t>(column)], expected, tolerance);
  }
  EXPECT_EQ(of_rows[0], before[0]);
  EXPECT_EQ(of_columns[2], before[2]);
}

}  // namespace
}  // namespace nuthatch::workloads
