// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/block_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

/// A number between -1 and 1.
double reproducible_number(std::uint64_t seed) {
  constexpr double half_range = 0x1p63;
  return static_cast<double>(mix(seed)) / half_range - 1;
}

bool belongs_to(block_matrix::pattern which, std::size_t i, std::size_t j) {
  if (which == block_matrix::pattern::dense) {
    return true;
  }
  const std::size_t distance = i < j ? j - i : i - j;
  return distance <= 1 || (i % 2 == 0 && j % 2 == 0 && std::min(i, j) % 3 == 0);
}

enum class part { all, upper, lower };

/// The elements of a block at i, j that count. `lower` has ones on its diagonal, which are not
/// stored.
bool counts(part which, std::size_t row, std::size_t column) {
  switch (which) {
    case part::all:
      return true;
    case part::upper:
      return row <= column;
    case part::lower:
      return row > column;
  }
  return false;
}

/// A position in the matrix: its first row and column.
struct corner {
  std::size_t row;
  std::size_t column;
};

void add_product(std::vector<double>& sum,
                 const double* block,
                 std::size_t n,
                 corner place,
                 part which,
                 const std::vector<double>& x) {
  for (std::size_t r = place.row; r < place.row + n; ++r) {
    for (std::size_t c = place.column; c < place.column + n; ++c, ++block) {
      if (counts(which, r, c)) {
        sum[r] += *block * x[c];
      }
    }
  }
}

std::vector<double> multiply(const block_matrix& matrix, part which, const std::vector<double>& x) {
  const std::size_t n = matrix.size();
  std::vector<double> product(x.size());
  for (std::size_t i = 0; i < matrix.count(); ++i) {
    for (std::size_t j = 0; j < matrix.count(); ++j) {
      if (const double* const block = matrix.at(i, j)) {
        add_product(product, block, n, {i * n, j * n}, which, x);
      }
    }
  }
  return product;
}

}  // namespace

block_matrix::block_matrix(std::size_t count, std::size_t size)
    : count_(count),
      size_(size),
      blocks_(count * count) {}

double* block_matrix::fill(std::size_t i, std::size_t j) {
  std::unique_ptr<double[]>& block = blocks_[i * count_ + j];
  if (block == nullptr) {
    block = std::make_unique<double[]>(size_ * size_);
  }
  return block.get();
}

void block_matrix::fill_with_input(pattern which) {
  const std::size_t elements = size_ * size_;
  const auto dominant = static_cast<double>(count_ * size_);
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < count_; ++j) {
      if (!belongs_to(which, i, j)) {
        blocks_[i * count_ + j].reset();
        continue;
      }
      double* const block = fill(i, j);
      for (std::size_t e = 0; e < elements; ++e) {
        block[e] = reproducible_number((i * count_ + j) * elements + e);
      }
      for (std::size_t e = 0; i == j && e < size_; ++e) {
        block[e * size_ + e] += dominant;
      }
    }
  }
}

std::size_t block_matrix::filled() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(blocks_, [](const auto& block) { return block != nullptr; }));
}

bool operator==(const block_matrix& a, const block_matrix& b) {
  const std::size_t elements = a.size_ * a.size_;
  return a.size_ == b.size_ &&
         std::ranges::equal(a.blocks_, b.blocks_, [elements](const auto& one, const auto& other) {
           return one == nullptr || other == nullptr
                      ? one == other
                      : std::equal(one.get(), one.get() + elements, other.get());
         });
}

void factor(double* diagonal, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double* const pivot_row = diagonal + k * n;
    for (std::size_t i = k + 1; i < n; ++i) {
      double* const row = diagonal + i * n;
      row[k] /= pivot_row[k];
      for (std::size_t j = k + 1; j < n; ++j) {
        row[j] -= row[k] * pivot_row[j];
      }
    }
  }
}

void solve_right(const double* diagonal, double* block, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double* const solved = block + k * n;
    for (std::size_t i = k + 1; i < n; ++i) {
      double* const row = block + i * n;
      const double factor_below = diagonal[i * n + k];
      for (std::size_t j = 0; j < n; ++j) {
        row[j] -= factor_below * solved[j];
      }
    }
  }
}

void solve_below(const double* diagonal, double* block, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = block + i * n;
    for (std::size_t k = 0; k < n; ++k) {
      const double* const pivot_row = diagonal + k * n;
      row[k] /= pivot_row[k];
      for (std::size_t j = k + 1; j < n; ++j) {
        row[j] -= row[k] * pivot_row[j];
      }
    }
  }
}

void update(double* block, const double* below, const double* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = block + i * n;
    for (std::size_t k = 0; k < n; ++k) {
      const double left = below[i * n + k];
      const double* const other = right + k * n;
      for (std::size_t j = 0; j < n; ++j) {
        row[j] -= left * other[j];
      }
    }
  }
}

std::string check_factors(const block_matrix& input, const block_matrix& factors) {
  const std::size_t n = input.count() * input.size();
  // Rows of the input add up to less than 3 n; rows of its factors nearly do as well.
  const double tolerance = 1e-13 * static_cast<double>(n) * static_cast<double>(n);
  constexpr int vectors = 3;
  for (int v = 0; v < vectors; ++v) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = reproducible_number(static_cast<std::uint64_t>(v + 1) << 40U | i);
    }
    const std::vector<double> expected = multiply(input, part::all, x);
    const std::vector<double> y = multiply(factors, part::upper, x);
    const std::vector<double> below = multiply(factors, part::lower, y);
    for (std::size_t i = 0; i < n; ++i) {
      const double found = below[i] + y[i];
      if (!(std::abs(found - expected[i]) <= tolerance)) {  // a NaN counts as wrong
        return message(
            "row ", i, " of the product of the factors: expected ", expected[i], ", found ", found);
      }
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
