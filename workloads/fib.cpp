#include <cstdint>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fib_instance.hpp"

namespace nuthatch::workloads {

namespace {

template <class Policy>
std::int64_t fib_parallel(int n) {
  if (n < 2) {
    return n;
  }
  state<Policy>(ns_per_fib_call, 2);
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [n] { return fib_parallel<Policy>(n - 1); },
      [n] { return fib_parallel<Policy>(n - 2); });
  return first + second;
}

struct by_fork_join {
  template <class Policy>
  static std::int64_t run(int n) {
    return fib_parallel<Policy>(n);
  }
};

}  // namespace

workload fib_workload() {
  return fib_program<by_fork_join>(
      "fib",
      "Fibonacci number by double recursion, one of its two calls a spawn: the price of a spawn");
}

}  // namespace nuthatch::workloads
