// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// A row of numbers, each of which is replaced by the sum of all from the first to it: block by
/// block in two passes, where different threads may process the blocks of each pass. Numbers are
/// whole and so small that sums are exact in any order.
class prefix_sums {
 public:
  /// At least one number and one block. There must be no more blocks than numbers.
  prefix_sums(std::size_t numbers, std::size_t blocks) : prefix_sums(numbers, blocks, untouched) {
    start();
  }

  prefix_sums(std::size_t numbers, std::size_t blocks, untouched_tag tag);

  [[nodiscard]] std::size_t blocks() const noexcept { return sums_.size(); }

  /// The number of numbers in a block.
  [[nodiscard]] std::size_t length(std::size_t block) const noexcept {
    return begin_of(block + 1) - begin_of(block);
  }

  void start() noexcept;
  void start(std::size_t block) noexcept;

  /// Computes the sums serially, in one pass.
  void sum_up() noexcept;

  /// The passes, and the step between them, which is done once.
  void find_sum(std::size_t block) noexcept;
  void carry_sums() noexcept;
  void sum_up(std::size_t block) noexcept;

  /// The sum of all numbers, after the passes.
  [[nodiscard]] double total() const noexcept { return numbers_.back(); }

  /// Compares with sums of integers that are added one after the other. Returns what is wrong, or
  /// an empty string.
  [[nodiscard]] std::string compare_with_integers() const;

 private:
  [[nodiscard]] std::size_t begin_of(std::size_t block) const noexcept;

  untouched_vector<double> numbers_;
  std::vector<double> sums_;  // of blocks; later of all numbers up to the end of a block
};

}  // namespace nuthatch::workloads
