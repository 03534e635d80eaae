// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/plain_quicksort.hpp"

#include <algorithm>
#include <utility>

#include "workloads/kernels/number_sorting.hpp"

namespace nuthatch::workloads {

namespace {

std::int32_t median_of_three(std::span<const std::int32_t> numbers) {
  const std::int32_t first = numbers.front();
  const std::int32_t middle = numbers[numbers.size() / 2];
  const std::int32_t last = numbers.back();
  return std::max(std::min(first, middle), std::min(std::max(first, middle), last));
}

}  // namespace

std::size_t partition(std::span<std::int32_t> numbers) {
  const std::int32_t pivot = median_of_three(numbers);
  std::int32_t* low = numbers.data();
  std::int32_t* high = numbers.data() + numbers.size() - 1;
  while (true) {
    while (*low < pivot) {
      ++low;
    }
    while (pivot < *high) {
      --high;
    }
    if (low >= high) {
      return static_cast<std::size_t>(high + 1 - numbers.data());
    }
    std::swap(*low++, *high--);
  }
}

void plain_quicksort(std::span<std::int32_t> numbers, std::size_t insertion) {
  if (numbers.size() <= insertion) {
    insertion_sort(numbers);
    return;
  }
  const std::size_t place = partition(numbers);
  plain_quicksort(numbers.first(place), insertion);
  plain_quicksort(numbers.subspan(place), insertion);
}

}  // namespace nuthatch::workloads
