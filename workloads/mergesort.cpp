#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/two_buffer_sort.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

class mergesort_instance final : public instance {
 public:
  mergesort_instance(std::size_t count, std::size_t cutoff)
      : cutoff_(cutoff),
        input_(numbers_to_sort(count)),
        sorted_(input_),
        spare_(count),
        input_fingerprint_(fingerprint(input_)) {}

  void reset() override { std::ranges::copy(input_, sorted_.begin()); }

  void run_serial() override { two_buffer_sort::run_serial(sorted_, spare_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { two_buffer_sort::run(tag, sorted_, spare_, cutoff_); });
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
          "mergesort (or: sort) of random integers, both the halves and their merge in parallel",
          {{"n", "how many integers, 2 or more", {"100000", "10000000", "50331648"}},
           {"cutoff",
            "ranges up to this length are sorted or merged without spawns",
            {"500", "2000", "2000"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<mergesort_instance>(
                chosen.get_size("n", 2, std::size_t{1} << 32U),
                chosen.get_size("cutoff", two_buffer_sort::shortest, std::size_t{1} << 32U));
          }};
}

}  // namespace nuthatch::workloads
