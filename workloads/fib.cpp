// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
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

template <class Policy>
std::int64_t fib_without_spawns(int n) {
  if constexpr (states_work<Policy>) {
    state<Policy>(ns_per_fib_call, 2 * fibonacci(n + 1) - 2);  // calls below this one
  }
  return fib_serial(n);
}

/// The same as fib_parallel, except that small numbers are computed without spawns.
template <class Policy>
std::int64_t fib_with_cutoff(int n, int cutoff) {
  if (n < cutoff) {
    return fib_without_spawns<Policy>(n);
  }
  state<Policy>(ns_per_fib_call, 2);
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [n, cutoff] { return fib_with_cutoff<Policy>(n - 1, cutoff); },
      [n, cutoff] { return fib_with_cutoff<Policy>(n - 2, cutoff); });
  return first + second;
}

/// The position of a call in the whole recursion, counted in its leaves, the calls of fib(0) and
/// fib(1).
struct part_of_fib {
  std::size_t before;
  std::size_t own;
  std::size_t of_first;  // leaves of the first of its two calls, if it has any

  [[nodiscard]] std::size_t between() const noexcept { return before + of_first; }

  [[nodiscard]] part_of_fib first() const noexcept { return {before, of_first, own - of_first}; }

  [[nodiscard]] part_of_fib second() const noexcept {
    return {between(), own - of_first, of_first - (own - of_first)};
  }
};

/// The same for schedules: workers get equal parts where the program designates parts, and a part
/// that stays on one worker spawns nothing.
template <class Policy>
std::int64_t fib_placed(int n, int cutoff, const part_of_fib& part, std::size_t all) {
  if (n < cutoff || !spawns_may_migrate()) {
    return fib_without_spawns<Policy>(n);
  }
  state<Policy>(ns_per_fib_call, 2);
  designate_after_next_spawn(worker_of(part.between(), all));
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [=] { return fib_placed<Policy>(n - 1, cutoff, part.first(), all); },
      [=] { return fib_placed<Policy>(n - 2, cutoff, part.second(), all); });
  return first + second;
}

struct by_fork_join {
  static constexpr bool has_cutoff = true;
  static constexpr bool can_be_placed = true;
  static constexpr int min_cutoff = 2;  // as without a cut-off

  template <class Policy>
  static std::int64_t run(int n, int cutoff) {
    return cutoff <= min_cutoff ? fib_parallel<Policy>(n) : fib_with_cutoff<Policy>(n, cutoff);
  }

  template <class Policy>
  static std::int64_t run_placed(int n, int cutoff) {
    const auto leaves = static_cast<std::size_t>(fibonacci(n + 1));
    const part_of_fib whole{0, leaves, static_cast<std::size_t>(fibonacci(n))};
    return fib_placed<Policy>(n, std::max(cutoff, min_cutoff), whole, leaves);
  }
};

}  // namespace

workload fib_workload() {
  return fib_program<by_fork_join>(
      "fib",
      "Fibonacci number by double recursion, one of its two calls a spawn: the price of a spawn");
}

}  // namespace nuthatch::workloads
