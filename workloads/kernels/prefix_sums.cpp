// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/prefix_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::uint64_t largest = 1'000;

/// A whole number, so that sums of up to 2^43 of them are exact in any order.
std::uint64_t number_at(std::size_t index) noexcept {
  return mix(index) % largest;
}

/// Replaces each number of a part by the sum of `before` and all numbers from the first to it.
void replace_by_sums(double* first, const double* last, double before) noexcept {
  for (; first != last; ++first) {
    before += *first;
    *first = before;
  }
}

}  // namespace

prefix_sums::prefix_sums(std::size_t numbers, std::size_t blocks, untouched_tag /*tag*/)
    : numbers_(numbers),
      sums_(std::min(blocks, numbers)) {}

void prefix_sums::start() noexcept {
  for (std::size_t block = 0; block < blocks(); ++block) {
    start(block);
  }
}

void prefix_sums::start(std::size_t block) noexcept {
  for (std::size_t i = begin_of(block); i < begin_of(block + 1); ++i) {
    numbers_[i] = static_cast<double>(number_at(i));
  }
}

void prefix_sums::sum_up() noexcept {
  replace_by_sums(numbers_.data(), numbers_.data() + numbers_.size(), 0);
}

void prefix_sums::find_sum(std::size_t block) noexcept {
  const double* const last = numbers_.data() + begin_of(block + 1);
  double sum = 0;
  for (const double* number = numbers_.data() + begin_of(block); number != last; ++number) {
    sum += *number;
  }
  sums_[block] = sum;
}

void prefix_sums::carry_sums() noexcept {
  replace_by_sums(sums_.data(), sums_.data() + sums_.size(), 0);
}

void prefix_sums::sum_up(std::size_t block) noexcept {
  replace_by_sums(numbers_.data() + begin_of(block),
                  numbers_.data() + begin_of(block + 1),
                  block == 0 ? 0 : sums_[block - 1]);
}

std::string prefix_sums::compare_with_integers() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    sum += number_at(i);
    if (numbers_[i] != static_cast<double>(sum)) {
      return message("number ", i, ": expected exactly ", sum, ", found ", numbers_[i]);
    }
  }
  return {};
}

std::size_t prefix_sums::begin_of(std::size_t block) const noexcept {
  const std::size_t whole = numbers_.size() / blocks();
  const std::size_t longer = numbers_.size() % blocks();
  return block * whole + std::min(block, longer);
}

}  // namespace nuthatch::workloads
