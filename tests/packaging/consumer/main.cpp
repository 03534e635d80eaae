// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <nuthatch/nuthatch.hpp>

namespace {

long fib(int n) {
  if (n < 2) {
    return n;
  }
  auto [a, b] = nuthatch::fork_join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

}  // namespace

int main() {
  nuthatch::options options;
  options.workers = 2;
  nuthatch::runtime runtime(options);
  const long answer = runtime.run([] { return fib(20); });
  std::printf("fib(20) = %ld\n", answer);
  return answer == 6765 ? 0 : 1;
}
