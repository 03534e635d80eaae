#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/fibonacci.hpp"
#include "workloads/message.hpp"
#include "workloads/plain_recursion.hpp"
#include "workloads/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_call = 1.4;

NUTHATCH_PLAIN_RECURSION std::int64_t fib_serial(int n) {
  if (n < 2) {
    return n;
  }
  return fib_serial(n - 1) + fib_serial(n - 2);
}

template <class Policy>
std::int64_t fib_parallel(int n) {
  if (n < 2) {
    return n;
  }
  state<Policy>(ns_per_call, 2);
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [n] { return fib_parallel<Policy>(n - 1); },
      [n] { return fib_parallel<Policy>(n - 2); });
  return first + second;
}

class fib_instance final : public instance {
 public:
  explicit fib_instance(int n) : n_(n) {}

  void reset() override { result_ = -1; }

  void run_serial() override { result_ = fib_serial(n_); }

  void run_parallel(spawn_policy policy) override {
    result_ = with_policy(policy, [this](auto tag) { return fib_parallel<decltype(tag)>(n_); });
  }

  std::string verify() override {
    const std::int64_t expected = fibonacci(n_);
    return result_ == expected ? std::string()
                               : message("fib(", n_, "): expected ", expected, ", found ", result_);
  }

  [[nodiscard]] std::string answer() const override { return message(result_); }

 private:
  int n_;
  std::int64_t result_ = -1;
};

}  // namespace

workload fib_workload() {
  return {"fib",
          "Fibonacci number by double recursion, every call a spawn: the price of a spawn",
          {{"n", "which Fibonacci number, 0 to 90", {"22", "35", "40"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<fib_instance>(static_cast<int>(chosen.get_int("n", 0, 90)));
          }};
}

}  // namespace nuthatch::workloads
