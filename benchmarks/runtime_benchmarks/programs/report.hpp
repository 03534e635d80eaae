// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <nuthatch/nuthatch.hpp>

/// Runs `work` twice on `workers` workers, the first time to warm up, and prints the time of the
/// second in microseconds, as the programs of runtime-benchmarks do. Returns the exit status of the
/// program: 1 if `is_right` rejects a result.
template <class Work, class IsRight>
int report(int workers, Work&& work, IsRight&& is_right) {
  nuthatch::runtime runtime({.workers = static_cast<unsigned>(workers)});
  std::int64_t us = 0;
  for (int round = 0; round < 2; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    const auto found = runtime.run(work);
    const auto end = std::chrono::steady_clock::now();
    us = std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();
    if (!is_right(found)) {
      std::fprintf(stderr, "wrong result\n");
      return 1;
    }
  }
  std::printf("    duration: %lld us\n", static_cast<long long>(us));
  return 0;
}

/// The number of workers, which is the program's argument number `at`; 1 if there is none.
inline int workers_of(int argc, char** argv, int at) {
  return argc > at ? std::atoi(argv[at]) : 1;
}
