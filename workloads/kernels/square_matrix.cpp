// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/square_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

std::vector<double> random_vector(std::size_t n, std::uint64_t seed) {
  std::vector<double> vector(n);
  for (std::size_t i = 0; i < n; ++i) {
    vector[i] = static_cast<double>(mix(seed + i) >> 44U);
  }
  return vector;
}

std::vector<double> multiply(const square_matrix& matrix, std::span<const double> vector) {
  std::vector<double> product(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const double* const row = matrix.block().row(i);
    double sum = 0;
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      sum += row[j] * vector[j];
    }
    product[i] = sum;
  }
  return product;
}

std::string check_row(const square_matrix& a,
                      const square_matrix& b,
                      const square_matrix& c,
                      std::size_t row) {
  const std::size_t n = a.size();
  std::vector<double> expected(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      expected[j] += a.block().row(row)[k] * b.block().row(k)[j];
    }
  }
  const double* const found = c.block().row(row);
  for (std::size_t j = 0; j < n; ++j) {
    // Written so that a NaN counts as wrong.
    if (!(found[j] == expected[j])) {
      return message("element ", row, ", ", j, ": expected ", expected[j], ", found ", found[j]);
    }
  }
  return {};
}

}  // namespace

void square_matrix::fill(double value) {
  std::fill_n(elements_.get(), n_ * n_, value);
}

void square_matrix::fill_with_small_integers(std::uint64_t seed) {
  for (std::size_t i = 0; i < n_ * n_; ++i) {
    elements_[i] = static_cast<double>(mix(seed + i) % 9) - 4.0;
  }
}

std::string check_product(const square_matrix& a, const square_matrix& b, const square_matrix& c) {
  const std::size_t n = a.size();
  constexpr std::size_t sampled_rows = 8;
  for (std::size_t i = 0; i < sampled_rows; ++i) {
    const std::string problem = check_row(a, b, c, i * (n - 1) / (sampled_rows - 1));
    if (!problem.empty()) {
      return problem;
    }
  }
  for (const std::uint64_t seed : {std::uint64_t{1} << 40U, std::uint64_t{1} << 50U}) {
    const std::vector<double> vector = random_vector(n, seed);
    const std::vector<double> expected = multiply(a, multiply(b, vector));
    const std::vector<double> found = multiply(c, vector);
    for (std::size_t i = 0; i < n; ++i) {
      if (!(found[i] == expected[i])) {
        return message("row ", i, " times a vector: expected ", expected[i], ", found ", found[i]);
      }
    }
  }
  return {};
}

std::string describe_product(const square_matrix& c) {
  double sum = 0;
  double trace = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double* const row = c.block().row(i);
    for (std::size_t j = 0; j < c.size(); ++j) {
      sum += row[j];
    }
    trace += row[i];
  }
  return message("sum ", sum, ", trace ", trace);
}

void add_product(
    matrix_block c, matrix_block a, matrix_block b, std::size_t m, std::size_t n, std::size_t k) {
  for (std::size_t i = 0; i < m; ++i) {
    double* const into = c.row(i);
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double factor = a.row(i)[inner];
      const double* const from = b.row(inner);
      for (std::size_t j = 0; j < n; ++j) {
        into[j] += factor * from[j];
      }
    }
  }
}

void clear(matrix_block into, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(into.row(i), n, 0.0);
  }
}

void set_to_sum(matrix_block into, matrix_block a, matrix_block b, double sign, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      into.row(i)[j] = a.row(i)[j] + sign * b.row(i)[j];
    }
  }
}

void add_multiple(matrix_block into, matrix_block a, double factor, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      into.row(i)[j] += factor * a.row(i)[j];
    }
  }
}

product_of_two::product_of_two(std::size_t n) : a_(n), b_(n), c_(n) {
  a_.fill_with_small_integers(0);
  b_.fill_with_small_integers(n * n);
  start();
}

}  // namespace nuthatch::workloads
