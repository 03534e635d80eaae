// SPDX-License-Identifier: Apache-2.0

// matmul N WORKERS: multiplies two matrices of N rows, a power of two, by blocks of halves. The
// multiplication of the smallest blocks is that of runtime-benchmarks (matmul.hpp).

#include "matmul.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "report.hpp"

namespace {

/// A function of its own, so that its loops have all registers.
[[gnu::noinline]] void multiply_smallest(int* a, int* b, int* c, int n, int pitch) {
  matmul_small(a, b, c, n, pitch);
}

/// Adds the product of blocks a and b of n rows to c. A row of the matrices has `pitch` numbers.
void multiply(int* a, int* b, int* c, int n, int pitch) {
  if (n <= 32) {
    multiply_smallest(a, b, c, n, pitch);
    return;
  }
  const int half = n / 2;
  const int below = half * pitch;
  nuthatch::fork_join([=] { multiply(a, b, c, half, pitch); },
                      [=] { multiply(a, b + half, c + half, half, pitch); },
                      [=] { multiply(a + below, b, c + below, half, pitch); },
                      [=] { multiply(a + below, b + half, c + below + half, half, pitch); });
  int* const right = a + half;
  int* const under = b + below;
  nuthatch::fork_join(
      [=] { multiply(right, under, c, half, pitch); },
      [=] { multiply(right, under + half, c + half, half, pitch); },
      [=] { multiply(right + below, under, c + below, half, pitch); },
      [=] { multiply(right + below, under + half, c + below + half, half, pitch); });
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2048;
  return report(
      workers_of(argc, argv, 2),
      [n] {
        const std::size_t numbers = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        std::vector<int> a(numbers, 1);
        std::vector<int> b(numbers, 1);
        std::vector<int> c(numbers, 0);
        multiply(a.data(), b.data(), c.data(), n, n);
        return c;
      },
      [n](const std::vector<int>& product) {
        return std::all_of(product.begin(), product.end(), [n](int each) { return each == n; });
      });
}
