// SPDX-License-Identifier: Apache-2.0

// Small tasks that many tests use.
#pragma once

#include <sched.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::testing {

/// The smallest program that spawns.
inline int fib(int n) {
  if (n < 2) {
    return n;
  }
  auto [a, b] = fork_join([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

/// Gives other workers time to request what the calling task has spawned, and gives the task an
/// opportunity to serve the requests.
inline void linger() {
  for (int i = 0; i < 10; ++i) {
    poll();
    sched_yield();
  }
}

}  // namespace nuthatch::testing
