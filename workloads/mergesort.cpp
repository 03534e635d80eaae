#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/number_sorting.hpp"
#include "workloads/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

using numbers = std::span<std::int32_t>;
using sorted_numbers = std::span<const std::int32_t>;

constexpr std::size_t insertion_size = 24;
constexpr double ns_per_comparison = 3.5;

/// Where the result is to be: the two buffers of a range take turns from level to level.
enum class target : std::uint8_t { data, spare };

target other(target where) {
  return where == target::data ? target::spare : target::data;
}

void sort_short(numbers data, numbers spare, target where) {
  insertion_sort(data);
  if (where == target::spare) {
    std::ranges::copy(data, spare.begin());
  }
}

void sort_serial(numbers data, numbers spare, target where) {
  if (data.size() <= insertion_size) {
    sort_short(data, spare, where);
    return;
  }
  const std::size_t half = data.size() / 2;
  sort_serial(data.first(half), spare.first(half), other(where));
  sort_serial(data.subspan(half), spare.subspan(half), other(where));
  const numbers from = where == target::data ? spare : data;
  const numbers into = where == target::data ? data : spare;
  std::ranges::merge(from.first(half), from.subspan(half), into.begin());
}

template <class Policy>
void merge_parallel(
    Policy policy, sorted_numbers left, sorted_numbers right, numbers into, std::size_t cutoff) {
  if (into.size() <= cutoff) {
    state<Policy>(ns_per_comparison, into.size());
    std::ranges::merge(left, right, into.begin());
    return;
  }
  // Half of the longer side and what belongs before it from the shorter; equal numbers stay in
  // order.
  std::size_t left_place = left.size() / 2;
  std::size_t right_place = right.size() / 2;
  if (left.size() >= right.size()) {
    const auto found = std::lower_bound(right.begin(), right.end(), left[left_place]);
    right_place = static_cast<std::size_t>(found - right.begin());
  } else {
    const auto found = std::upper_bound(left.begin(), left.end(), right[right_place]);
    left_place = static_cast<std::size_t>(found - left.begin());
  }
  const std::size_t place = left_place + right_place;
  nuthatch::fork_join(
      policy,
      [=] {
        merge_parallel(
            policy, left.first(left_place), right.first(right_place), into.first(place), cutoff);
      },
      [=] {
        merge_parallel(policy,
                       left.subspan(left_place),
                       right.subspan(right_place),
                       into.subspan(place),
                       cutoff);
      });
}

template <class Policy>
void sort_parallel(Policy policy, numbers data, numbers spare, target where, std::size_t cutoff) {
  if (data.size() <= cutoff) {
    state<Policy>(ns_per_comparison, comparisons_to_sort(data.size()));
    sort_serial(data, spare, where);
    return;
  }
  const std::size_t half = data.size() / 2;
  nuthatch::fork_join(
      policy,
      [=] { sort_parallel(policy, data.first(half), spare.first(half), other(where), cutoff); },
      [=] {
        sort_parallel(policy, data.subspan(half), spare.subspan(half), other(where), cutoff);
      });
  const numbers from = where == target::data ? spare : data;
  const numbers into = where == target::data ? data : spare;
  merge_parallel(policy, from.first(half), from.subspan(half), into, cutoff);
}

class mergesort_instance final : public instance {
 public:
  mergesort_instance(std::size_t count, std::size_t cutoff)
      : cutoff_(cutoff),
        input_(numbers_to_sort(count)),
        sorted_(input_),
        spare_(count),
        input_fingerprint_(fingerprint(input_)) {}

  void reset() override { std::ranges::copy(input_, sorted_.begin()); }

  void run_serial() override { sort_serial(sorted_, spare_, target::data); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      sort_parallel(tag, numbers(sorted_), numbers(spare_), target::data, cutoff_);
    });
  }

  std::string verify() override { return check_sorted(sorted_, input_fingerprint_); }

  [[nodiscard]] std::string answer() const override { return describe_sorted(sorted_); }

 private:
  std::size_t cutoff_;
  std::vector<std::int32_t> input_;
  std::vector<std::int32_t> sorted_;
  std::vector<std::int32_t> spare_;
  std::uint64_t input_fingerprint_;
};

}  // namespace

workload mergesort_workload() {
  return {"mergesort",
          "mergesort of random integers, both the halves and their merge in parallel",
          {{"n", "how many integers, 2 or more", {"100000", "10000000", "50331648"}},
           {"cutoff",
            "ranges up to this length are sorted or merged without spawns",
            {"500", "2000", "2000"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<mergesort_instance>(
                chosen.get_size("n", 2, std::size_t{1} << 32U),
                chosen.get_size("cutoff", insertion_size, std::size_t{1} << 32U));
          }};
}

}  // namespace nuthatch::workloads
