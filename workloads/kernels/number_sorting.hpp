// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// Reproducible 32-bit numbers. If there are many, some occur more than once.
std::vector<std::int32_t> numbers_to_sort(std::size_t count);

/// A sum over the numbers that does not depend on their order.
std::uint64_t fingerprint(std::span<const std::int32_t> numbers);

/// Returns an empty string if `numbers` ascend and have the fingerprint of the input, else what is
/// wrong.
std::string check_sorted(std::span<const std::int32_t> numbers, std::uint64_t input_fingerprint);

/// The least, middle and greatest of sorted numbers, as text.
std::string describe_sorted(std::span<const std::int32_t> numbers);

/// Numbers that are sorted repeatedly.
class number_sorting {
 public:
  explicit number_sorting(std::size_t count);

  /// Restores the unsorted numbers.
  void start();

  [[nodiscard]] std::size_t size() const noexcept { return numbers_.size(); }

  [[nodiscard]] std::span<std::int32_t> numbers() noexcept { return numbers_; }

  /// As check_sorted() and describe_sorted().
  [[nodiscard]] std::string verify() const;
  [[nodiscard]] std::string answer() const;

 private:
  std::vector<std::int32_t> input_;
  std::vector<std::int32_t> numbers_;
  std::uint64_t input_fingerprint_;
};

/// The approximate number of comparisons that a merge sort makes.
[[nodiscard]] inline double comparisons_to_sort(std::size_t numbers) {
  const auto n = static_cast<double>(numbers);
  return n < 2 ? 0 : n * std::log2(n);
}

/// Insertion sort, for short ranges.
void insertion_sort(std::span<std::int32_t> numbers);

}  // namespace nuthatch::workloads
