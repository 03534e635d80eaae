// SPDX-License-Identifier: Apache-2.0

// A shared object that has tasks of its own.

#include <nuthatch/nuthatch.hpp>

namespace {

long fib(int n) {
  if (n < 2) {
    return n;
  }
  auto [a, b] = nuthatch::fork_join(
      nuthatch::work_first, [n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

}  // namespace

extern "C" long answer() {
  nuthatch::options options;
  options.workers = 2;
  nuthatch::runtime runtime(options);
  return runtime.run([] { return fib(20); });
}
