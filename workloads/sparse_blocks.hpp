#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// A square matrix of square blocks, of which most are empty.
class sparse_blocks {
 public:
  /// `count` by `count` blocks of `size` by `size` doubles, all empty.
  sparse_blocks(std::size_t count, std::size_t size);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Null where the block is empty.
  [[nodiscard]] double* at(std::size_t i, std::size_t j) const noexcept {
    return blocks_[i * count_ + j].get();
  }

  /// The block, which becomes zeros if it was empty. Different blocks may be filled concurrently.
  double* fill(std::size_t i, std::size_t j);

  /// The input of the sparse LU decomposition of the Barcelona OpenMP Tasks Suite, as far as the
  /// pattern goes: the three diagonals in the middle; and where both indices are even, the blocks
  /// whose smaller index is a multiple of three. The numbers lie between -1 and 1, and the diagonal
  /// dominates, so that no rows need to be exchanged.
  void fill_with_input();

  [[nodiscard]] std::size_t filled() const;

  friend bool operator==(const sparse_blocks& a, const sparse_blocks& b);

 private:
  std::size_t count_;
  std::size_t size_;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

// The steps of an LU decomposition in place, without exchange of rows: below the diagonal are the
// factors of L, whose own diagonal is 1; the rest is U. Each takes blocks of n by n.

/// The block on the diagonal.
void factor(double* diagonal, std::size_t n);
/// A block right of it: solves with L.
void solve_right(const double* diagonal, double* block, std::size_t n);
/// A block below it: solves with U.
void solve_below(const double* diagonal, double* block, std::size_t n);
/// A block that is right and below: block -= below right.
void update(double* block, const double* below, const double* right, std::size_t n);

/// Empty when `factors` are those of `input`, else what is wrong: multiplies both sides by random
/// vectors (Freivalds 1977), up to rounding.
std::string check_factors(const sparse_blocks& input, const sparse_blocks& factors);

}  // namespace nuthatch::workloads
