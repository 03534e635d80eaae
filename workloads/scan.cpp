#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_addition = 0.8;
constexpr std::uint64_t largest = 1'000;

/// A whole number, so that sums of up to 2^43 of them are exact in whatever order they are made.
std::uint64_t number_at(std::size_t index) noexcept {
  return mix(index) % largest;
}

/// Replaces each number of a part by `before` and all from the first to itself. Returns the last.
double sum_up(double* first, const double* last, double before) noexcept {
  for (; first != last; ++first) {
    before += *first;
    *first = before;
  }
  return before;
}

class scan_instance final : public instance {
 public:
  scan_instance(std::size_t numbers, std::size_t blocks)
      : numbers_(numbers),
        sums_(std::min(blocks, numbers)) {
    reset();
  }

  void reset() override {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      numbers_[i] = static_cast<double>(number_at(i));
    }
  }

  void run_serial() override { sum_up(numbers_.data(), numbers_.data() + numbers_.size(), 0); }

  /// The sum of each block; sums of all blocks before; then each block by itself.
  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      each_block(tag, [this](std::size_t block) {
        double sum = 0;
        for (std::size_t i = begin_of(block); i < begin_of(block + 1); ++i) {
          sum += numbers_[i];
        }
        sums_[block] = sum;
      });
      sum_up(sums_.data(), sums_.data() + sums_.size(), 0);
      each_block(tag, [this](std::size_t block) {
        sum_up(numbers_.data() + begin_of(block),
               numbers_.data() + begin_of(block + 1),
               block == 0 ? 0 : sums_[block - 1]);
      });
    });
  }

  /// By integers, which are added one after the other.
  std::string verify() override {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      sum += number_at(i);
      if (numbers_[i] != static_cast<double>(sum)) {
        return message("number ", i, ": expected exactly ", sum, ", found ", numbers_[i]);
      }
    }
    return {};
  }

  [[nodiscard]] std::string answer() const override {
    return message("sum of all ", numbers_.back());
  }

 private:
  [[nodiscard]] std::size_t begin_of(std::size_t block) const noexcept {
    const std::size_t whole = numbers_.size() / sums_.size();
    const std::size_t longer = numbers_.size() % sums_.size();
    return block * whole + std::min(block, longer);
  }

  template <class Policy, class Body>
  void each_block(Policy policy, Body body) {
    nuthatch::parallel_for(
        policy,
        std::size_t{0},
        sums_.size(),
        [this, &body](std::size_t block) {
          state<Policy>(ns_per_addition, begin_of(block + 1) - begin_of(block));
          body(block);
        },
        grain{1});
  }

  std::vector<double> numbers_;
  std::vector<double> sums_;  // of blocks
};

}  // namespace

workload scan_workload() {
  return {"scan",
          "the sums of all prefixes of a row of numbers, block by block in two passes",
          {{"n", "numbers, up to 10 thousand million", {"100000", "33554432", "33554432"}},
           {"blocks", "blocks, each a task of either pass", {"16", "512", "512"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<scan_instance>(chosen.get_size("n", 1, 10'000'000'000),
                                                   chosen.get_size("blocks", 1, 1'000'000));
          }};
}

}  // namespace nuthatch::workloads
