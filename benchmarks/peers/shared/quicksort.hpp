#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/number_sorting.hpp"

namespace nuthatch::peers {

using number_range = std::span<std::int32_t>;

inline constexpr std::size_t insertion_size = 24;

inline std::int32_t median_of_three(number_range range) {
  const std::int32_t first = range.front();
  const std::int32_t middle = range[range.size() / 2];
  const std::int32_t last = range.back();
  return std::max(std::min(first, middle), std::min(std::max(first, middle), last));
}

/// Hoare's partition around the median of three: nothing before the returned place is greater than
/// anything from there on, and neither side is empty.
inline std::size_t partition(number_range range) {
  const std::int32_t pivot = median_of_three(range);
  std::int32_t* low = range.data();
  std::int32_t* high = range.data() + range.size() - 1;
  while (true) {
    while (*low < pivot) {
      ++low;
    }
    while (pivot < *high) {
      --high;
    }
    if (low >= high) {
      return static_cast<std::size_t>(high + 1 - range.data());
    }
    std::swap(*low++, *high--);
  }
}

inline void quicksort_serial(number_range range) {
  if (range.size() <= insertion_size) {
    workloads::insertion_sort(range);
    return;
  }
  const std::size_t place = partition(range);
  quicksort_serial(range.first(place));
  quicksort_serial(range.subspan(place));
}

/// Random integers sorted in place, the lower side of a partition a spawn and the upper one a call,
/// without spawns from ranges of `cutoff` on.
class quicksort_problem {
 public:
  static constexpr const char* name = "quicksort";

  static settings::values defaults() { return {{"n", "10000000"}, {"cutoff", "2000"}}; }

  explicit quicksort_problem(const settings& parameters)
      : cutoff(static_cast<std::size_t>(parameters.integer("cutoff", insertion_size, 1LL << 32))),
        input_(workloads::numbers_to_sort(
            static_cast<std::size_t>(parameters.integer("n", 2, 1LL << 32)))),
        sorted_(input_),
        fingerprint_(workloads::fingerprint(input_)) {}

  number_range range() { return sorted_; }

  void reset() { std::ranges::copy(input_, sorted_.begin()); }

  [[nodiscard]] std::string answer() const { return workloads::describe_sorted(sorted_); }

  [[nodiscard]] std::string verify() const {
    return workloads::check_sorted(sorted_, fingerprint_);
  }

  std::size_t cutoff;

 private:
  std::vector<std::int32_t> input_;
  std::vector<std::int32_t> sorted_;
  std::uint64_t fingerprint_;
};

}  // namespace nuthatch::peers
