// SPDX-License-Identifier: Apache-2.0

// Sorts random numbers: two recursive calls that become a fork_join.
//
//   quicksort [how many]

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

// Below this a task would do less than a few microseconds of work: not worth a thief's while.
constexpr std::size_t serial_below = 1000;

void quicksort(std::span<std::uint32_t> numbers) {
  if (numbers.size() < serial_below) {
    std::ranges::sort(numbers);
    return;
  }
  const std::uint32_t pivot = numbers[numbers.size() / 2];
  const auto not_less =
      std::ranges::partition(numbers, [pivot](std::uint32_t n) { return n < pivot; });
  const auto greater =
      std::ranges::partition(not_less, [pivot](std::uint32_t n) { return n == pivot; });

  nuthatch::fork_join([=] { quicksort({numbers.begin(), not_less.begin()}); },
                      [=] { quicksort({greater.begin(), greater.end()}); });
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::uint32_t> numbers(count > 1 ? std::strtoull(arguments[1], nullptr, 10)
                                               : 10'000'000);
  std::ranges::generate(numbers, std::mt19937(1));

  const auto start = std::chrono::steady_clock::now();
  // main is no task: the default runtime takes over here and returns when everything is sorted.
  quicksort(numbers);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  const bool sorted = std::ranges::is_sorted(numbers);
  std::printf("%zu numbers in %.3f s: %s\n",
              numbers.size(),
              took.count(),
              sorted ? "sorted" : "NOT SORTED");
  return sorted ? 0 : 1;
}
