#include <cstdint>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fib_instance.hpp"
#include "workloads/kernels/fibonacci.hpp"

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

/// The same, but that small numbers are computed without spawns.
template <class Policy>
std::int64_t fib_with_cutoff(int n, int cutoff) {
  if (n < cutoff) {
    if constexpr (states_work<Policy>) {
      state<Policy>(ns_per_fib_call, 2 * fibonacci(n + 1));  // about as many calls
    }
    return fib_serial(n);
  }
  state<Policy>(ns_per_fib_call, 2);
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [n, cutoff] { return fib_with_cutoff<Policy>(n - 1, cutoff); },
      [n, cutoff] { return fib_with_cutoff<Policy>(n - 2, cutoff); });
  return first + second;
}

struct by_fork_join {
  static constexpr bool has_cutoff = true;

  template <class Policy>
  static std::int64_t run(int n, int cutoff) {
    constexpr int least = 2;  // as without one
    return cutoff <= least ? fib_parallel<Policy>(n) : fib_with_cutoff<Policy>(n, cutoff);
  }
};

}  // namespace

workload fib_workload() {
  return fib_program<by_fork_join>(
      "fib",
      "Fibonacci number by double recursion, one of its two calls a spawn: the price of a spawn");
}

}  // namespace nuthatch::workloads
