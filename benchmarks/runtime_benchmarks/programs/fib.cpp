// SPDX-License-Identifier: Apache-2.0

// fib N WORKERS: the Nth Fibonacci number by recursion, each call a fork of two.

#include "report.hpp"

namespace {

std::uint64_t fib(std::uint64_t n) {
  if (n < 2) {
    return n;
  }
  const auto [first, second] =
      nuthatch::fork_join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return first + second;
}

std::uint64_t fib_by_loop(std::uint64_t n) {
  std::uint64_t now = 0;
  std::uint64_t next = 1;
  for (; n > 0; --n) {
    const std::uint64_t sum = now + next;
    now = next;
    next = sum;
  }
  return now;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 39;
  return report(
      workers_of(argc, argv, 2),
      [n] { return fib(n); },
      [n](std::uint64_t found) { return found == fib_by_loop(n); });
}
