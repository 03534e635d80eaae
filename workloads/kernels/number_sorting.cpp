// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/number_sorting.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

std::vector<std::int32_t> numbers_to_sort(std::size_t count) {
  std::vector<std::int32_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<std::int32_t>(mix(i) >> 32U);
  }
  return numbers;
}

std::uint64_t fingerprint(std::span<const std::int32_t> numbers) {
  std::uint64_t sum = 0;
  for (const std::int32_t number : numbers) {
    sum += mix(static_cast<std::uint64_t>(number));
  }
  return sum;
}

std::string check_sorted(std::span<const std::int32_t> numbers, std::uint64_t input_fingerprint) {
  const auto place = std::ranges::is_sorted_until(numbers);
  if (place != numbers.end()) {
    return message(
        "not sorted at ", place - numbers.begin(), ": found ", *place, " after ", *(place - 1));
  }
  const std::uint64_t found = fingerprint(numbers);
  return found == input_fingerprint
             ? std::string()
             : message("sorted, but not the numbers given: fingerprint expected ",
                       input_fingerprint,
                       ", found ",
                       found);
}

std::string describe_sorted(std::span<const std::int32_t> numbers) {
  return message(numbers.size(),
                 " numbers from ",
                 numbers.front(),
                 " over ",
                 numbers[numbers.size() / 2],
                 " to ",
                 numbers.back());
}

number_sorting::number_sorting(std::size_t count)
    : input_(numbers_to_sort(count)),
      numbers_(input_),
      input_fingerprint_(fingerprint(input_)) {}

void number_sorting::start() {
  std::ranges::copy(input_, numbers_.begin());
}

std::string number_sorting::verify() const {
  return check_sorted(numbers_, input_fingerprint_);
}

std::string number_sorting::answer() const {
  return describe_sorted(numbers_);
}

void insertion_sort(std::span<std::int32_t> numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const std::int32_t moving = numbers[i];
    std::size_t hole = i;
    while (hole > 0 && moving < numbers[hole - 1]) {
      numbers[hole] = numbers[hole - 1];
      --hole;
    }
    numbers[hole] = moving;
  }
}

}  // namespace nuthatch::workloads
