#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/number_sorting.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

using numbers = std::span<std::int32_t>;

constexpr std::size_t insertion_size = 24;
constexpr double ns_per_comparison = 2.5;

std::int32_t median_of_three(numbers range) {
  const std::int32_t first = range.front();
  const std::int32_t middle = range[range.size() / 2];
  const std::int32_t last = range.back();
  return std::max(std::min(first, middle), std::min(std::max(first, middle), last));
}

/// Hoare's partition: puts nothing greater than the pivot before the returned place and nothing
/// less behind it. Neither side is empty, for a pivot that is the median of three of at least
/// three.
std::size_t partition(numbers range) {
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

void sort_serial(numbers range) {
  if (range.size() <= insertion_size) {
    insertion_sort(range);
    return;
  }
  const std::size_t place = partition(range);
  sort_serial(range.first(place));
  sort_serial(range.subspan(place));
}

template <class Policy>
void sort_parallel(Policy policy, numbers range, std::size_t cutoff) {
  if (range.size() <= cutoff) {
    state<Policy>(ns_per_comparison, comparisons_to_sort(range.size()));
    sort_serial(range);
    return;
  }
  state<Policy>(ns_per_comparison, range.size());
  const std::size_t place = partition(range);
  nuthatch::fork_join(
      policy,
      [=] { sort_parallel(policy, range.first(place), cutoff); },
      [=] { sort_parallel(policy, range.subspan(place), cutoff); });
}

class quicksort_instance final : public instance {
 public:
  quicksort_instance(std::size_t count, std::size_t cutoff)
      : cutoff_(cutoff),
        input_(numbers_to_sort(count)),
        sorted_(input_),
        input_fingerprint_(fingerprint(input_)) {}

  void reset() override { std::ranges::copy(input_, sorted_.begin()); }

  void run_serial() override { sort_serial(sorted_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { sort_parallel(tag, numbers(sorted_), cutoff_); });
  }

  std::string verify() override { return check_sorted(sorted_, input_fingerprint_); }

  [[nodiscard]] std::string answer() const override { return describe_sorted(sorted_); }

 private:
  std::size_t cutoff_;
  std::vector<std::int32_t> input_;
  std::vector<std::int32_t> sorted_;
  std::uint64_t input_fingerprint_;
};

}  // namespace

workload quicksort_workload() {
  return {
      "quicksort",
      "quicksort of random integers in place, both sides of each partition in parallel",
      {{"n", "how many integers, 2 or more", {"100000", "10000000", "100000000"}},
       {"cutoff", "ranges up to this length are sorted without spawns", {"500", "2000", "2000"}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<quicksort_instance>(
            chosen.get_size("n", 2, std::size_t{1} << 32U),
            chosen.get_size("cutoff", insertion_size, std::size_t{1} << 32U));
      }};
}

}  // namespace nuthatch::workloads
