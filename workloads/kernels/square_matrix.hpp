// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace nuthatch::workloads {

/// A rectangle of doubles inside a larger row-major matrix. A view: copying it copies no element.
struct matrix_block {
  double* data;
  std::size_t stride;  ///< from one row to the next, in elements

  [[nodiscard]] double* row(std::size_t index) const { return data + index * stride; }

  [[nodiscard]] matrix_block at(std::size_t row_index, std::size_t column) const {
    return {row(row_index) + column, stride};
  }
};

/// A square matrix that owns its elements; they are not initialized.
class square_matrix {
 public:
  explicit square_matrix(std::size_t n)
      : n_(n),
        elements_(std::make_unique_for_overwrite<double[]>(n * n)) {}

  [[nodiscard]] std::size_t size() const noexcept { return n_; }

  [[nodiscard]] matrix_block block() const noexcept { return {elements_.get(), n_}; }

  void fill(double value);

  /// Reproducible integers from -4 to 4. Sums and products of them are exact in doubles for all
  /// sizes used here, in any order of addition.
  void fill_with_small_integers(std::uint64_t seed);

 private:
  std::size_t n_;
  std::unique_ptr<double[]> elements_;
};

/// The time of multiplying two elements and adding the product to a third.
inline constexpr double ns_per_product = 0.4;

/// Returns an empty string if c is exactly the product of a and b, else what is wrong. Multiplies
/// both sides by random vectors (Freivalds 1977: each misses a wrong c with a probability of at
/// most 2^-20), and recomputes some rows. Takes time in proportion to the number of elements.
std::string check_product(const square_matrix& a, const square_matrix& b, const square_matrix& c);

/// A few sums over the elements, as text.
std::string describe_product(const square_matrix& c);

/// c += a b, where c has m rows and n columns and the inner size is k. The kernel for small blocks.
void add_product(
    matrix_block c, matrix_block a, matrix_block b, std::size_t m, std::size_t n, std::size_t k);

// The operations that sums of blocks of n by n consist of.

void clear(matrix_block into, std::size_t n);

/// into = a + sign b
void set_to_sum(matrix_block into, matrix_block a, matrix_block b, double sign, std::size_t n);

/// into += factor a
void add_multiple(matrix_block into, matrix_block a, double factor, std::size_t n);

/// Two matrices that are multiplied repeatedly, and their product.
class product_of_two {
 public:
  explicit product_of_two(std::size_t n);

  /// Resets the product to zeros.
  void start() { c_.fill(0); }

  [[nodiscard]] const square_matrix& a() const noexcept { return a_; }

  [[nodiscard]] const square_matrix& b() const noexcept { return b_; }

  [[nodiscard]] const square_matrix& c() const noexcept { return c_; }

  /// As check_product() and describe_product().
  [[nodiscard]] std::string verify() const { return check_product(a_, b_, c_); }

  [[nodiscard]] std::string answer() const { return describe_product(c_); }

 private:
  square_matrix a_;
  square_matrix b_;
  square_matrix c_;
};

}  // namespace nuthatch::workloads
