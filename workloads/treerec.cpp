// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fibonacci.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/timed_work.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_call = 1.4;

class treerec_instance final : public instance {
 public:
  explicit treerec_instance(const parameters& chosen)
      : n_(static_cast<int>(chosen.get_int("n"))),
        work_(chosen) {}

  void reset() override { leaves_ = -1; }

  void run_serial() override { leaves_ = serial(n_); }

  void run_parallel(spawn_policy policy) override {
    leaves_ = with_policy(policy, [this](auto tag) { return parallel(tag, n_); });
  }

  std::string verify() override {
    const std::int64_t expected = fibonacci(n_ + 1);
    return leaves_ == expected ? std::string()
                               : message("leaves: expected ", expected, ", found ", leaves_);
  }

  [[nodiscard]] std::string answer() const override { return message(leaves_, " leaves"); }

 private:
  [[nodiscard]] std::int64_t serial(int n) const {
    if (n < 2) {
      work_.run_serial();
      return 1;
    }
    return serial(n - 1) + serial(n - 2);
  }

  template <class Policy>
  [[nodiscard]] std::int64_t parallel(Policy policy, int n) const {
    if (n < 2) {
      work_.run(policy);
      return 1;
    }
    state<Policy>(ns_per_call, 2);
    const auto [first, second] = fork_join(
        policy,
        [this, policy, n] { return parallel(policy, n - 1); },
        [this, policy, n] { return parallel(policy, n - 2); });
    return first + second;
  }

  int n_;
  timed_work work_;
  std::int64_t leaves_ = -1;
};

}  // namespace

workload treerec_workload() {
  return {"treerec",
          "a recursion like that of Fibonacci numbers, whose leaves work for a given time",
          {{"n", "depth of the recursion", {"17", "25", "25"}, integer_range{0, 60}},
           timed_work::duration({"2", "10", "100"}),
           timed_work::polling()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<treerec_instance>(chosen);
          }};
}

}  // namespace nuthatch::workloads
