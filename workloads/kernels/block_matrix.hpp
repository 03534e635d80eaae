// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

/// A square matrix of square blocks, some of which may be empty.
class block_matrix {
 public:
  enum class pattern : std::uint8_t {
    dense,
    /// The pattern of the sparse LU decomposition of the Barcelona OpenMP Tasks Suite: the three
    /// diagonals in the middle; and where both indices are even, the blocks whose smaller index is
    /// a multiple of three.
    sparse
  };

  /// `count` by `count` blocks of `size` by `size` doubles, all empty.
  block_matrix(std::size_t count, std::size_t size);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Null if the block is empty.
  [[nodiscard]] double* at(std::size_t i, std::size_t j) const noexcept {
    return blocks_[i * count_ + j].get();
  }

  /// Returns the block, which becomes zeros if it was empty. Different blocks may be filled
  /// concurrently.
  double* fill(std::size_t i, std::size_t j);

  /// Fills the blocks of the pattern with numbers between -1 and 1, added to a dominant diagonal,
  /// so that a decomposition need not exchange rows. The other blocks become empty.
  void fill_with_input(pattern which);

  [[nodiscard]] std::size_t filled() const;

  friend bool operator==(const block_matrix& a, const block_matrix& b);

 private:
  std::size_t count_;
  std::size_t size_;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

/// The time for one element and one product, in any step.
inline constexpr double ns_per_update = 0.35;

/// The work for one block of n by n. A whole product has the cube of its side, a step on the
/// diagonal a part of it.
template <class Policy>
void state_updates(std::size_t n, std::size_t divisor) {
  state<Policy>(ns_per_update, n * n * n / divisor);
}

// The steps of an LU decomposition in place, without exchange of rows. Below the diagonal are the
// factors of L, whose own diagonal is 1; the rest is U. Each step takes blocks of n by n.

/// Decomposes the block on the diagonal.
void factor(double* diagonal, std::size_t n);
/// Solves a block right of it with L.
void solve_right(const double* diagonal, double* block, std::size_t n);
/// Solves a block below it with U.
void solve_below(const double* diagonal, double* block, std::size_t n);
/// Updates a block that is right and below: block -= below right.
void update(double* block, const double* below, const double* right, std::size_t n);

/// Returns an empty string if `factors` are those of `input` up to rounding, else what is wrong.
/// Multiplies both sides by random vectors (Freivalds 1977).
std::string check_factors(const block_matrix& input, const block_matrix& factors);

}  // namespace nuthatch::workloads
