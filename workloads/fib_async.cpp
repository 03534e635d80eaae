// SPDX-License-Identifier: Apache-2.0
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
  std::int64_t first = 0;
  std::int64_t second = 0;
  finish([n, &first, &second] {
    async(Policy(), [n, &first] { first = fib_parallel<Policy>(n - 1); });
    async(Policy(), [n, &second] { second = fib_parallel<Policy>(n - 2); });
  });
  return first + second;
}

struct by_async {
  static constexpr bool has_cutoff = false;
  static constexpr bool can_be_placed = false;

  template <class Policy>
  static std::int64_t run(int n, int /*cutoff*/) {
    return fib_parallel<Policy>(n);
  }
};

}  // namespace

workload fib_async_workload() {
  return fib_program<by_async>("fib-async",
                               "the same with two asyncs in a finish of their own for each call");
}

}  // namespace nuthatch::workloads
