// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/square_matrix.hpp"

namespace nuthatch::peers {

/// c += a b for rectangles: c has m rows and n columns, the inner size is k.
struct product {
  workloads::matrix_block c;
  workloads::matrix_block a;
  workloads::matrix_block b;
  std::size_t m;
  std::size_t n;
  std::size_t k;

  [[nodiscard]] bool fits(std::size_t block) const {
    return m <= block && n <= block && k <= block;
  }

  /// Whether the inner side is the longest. Its halves add to the same elements, so they run one
  /// after the other; halves of the outer sides are independent.
  [[nodiscard]] bool is_sequential() const { return k > m && k > n; }

  /// Divides the product in the middle of its longest side.
  [[nodiscard]] std::pair<product, product> halves() const {
    if (is_sequential()) {
      const std::size_t half = k / 2;
      return {{c, a, b, m, n, half}, {c, a.at(0, half), b.at(half, 0), m, n, k - half}};
    }
    if (m >= n) {
      const std::size_t half = m / 2;
      return {{c, a, b, half, n, k}, {c.at(half, 0), a.at(half, 0), b, m - half, n, k}};
    }
    const std::size_t half = n / 2;
    return {{c, a, b, m, half, k}, {c.at(0, half), a, b.at(0, half), m, n - half, k}};
  }

  void compute() const { workloads::add_product(c, a, b, m, n, k); }
};

/// The product of two square matrices, halved until no side is longer than `block`. Of two halves
/// that may run in parallel, one is a spawn and the other a call.
class matmul_problem {
 public:
  static constexpr const char* name = "matmul";

  static settings::values defaults() { return {{"n", "1024"}, {"block", "32"}}; }

  explicit matmul_problem(const settings& parameters)
      : block(parameters.size("block", 4, 16384)),
        all_(parameters.size("n", 2, 16384)) {}

  product whole() {
    const std::size_t n = all_.c().size();
    return {all_.c().block(), all_.a().block(), all_.b().block(), n, n, n};
  }

  void reset() { all_.start(); }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

  std::size_t block;

 private:
  workloads::product_of_two all_;
};

}  // namespace nuthatch::peers
