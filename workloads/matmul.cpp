// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/product_instance.hpp"
#include "workloads/kernels/square_matrix.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

/// A pending product c += a b, where c has m rows and n columns and the inner size is k.
struct product {
  matrix_block c;
  matrix_block a;
  matrix_block b;
  std::size_t m;
  std::size_t n;
  std::size_t k;
};

struct two_products {
  product first;
  product second;
  bool independent;  ///< whether they add to different elements
};

/// Halves the longest side.
two_products halve(const product& whole) {
  const auto& [c, a, b, m, n, k] = whole;
  if (m >= n && m >= k) {
    const std::size_t h = m / 2;
    return {{c, a, b, h, n, k}, {c.at(h, 0), a.at(h, 0), b, m - h, n, k}, true};
  }
  if (n >= k) {
    const std::size_t h = n / 2;
    return {{c, a, b, m, h, k}, {c.at(0, h), a, b.at(0, h), m, n - h, k}, true};
  }
  const std::size_t h = k / 2;
  return {{c, a, b, m, n, h}, {c, a.at(0, h), b.at(h, 0), m, n, k - h}, false};
}

template <class Policy>
void multiply(Policy policy, const product& whole, std::size_t block) {
  if (std::max({whole.m, whole.n, whole.k}) <= block) {
    state<Policy>(ns_per_product, whole.m * whole.n * whole.k);
    add_product(whole.c, whole.a, whole.b, whole.m, whole.n, whole.k);
    return;
  }
  const two_products halves = halve(whole);
  const auto first = [&halves, policy, block] {
    multiply(policy, halves.first, block);
  };
  const auto second = [&halves, policy, block] {
    multiply(policy, halves.second, block);
  };
  if (halves.independent) {
    fork_join(policy, first, second);
  } else {
    first();
    second();
  }
}

struct by_halving {
  std::size_t block;

  template <class Policy>
  void operator()(Policy policy,
                  const square_matrix& c,
                  const square_matrix& a,
                  const square_matrix& b) const {
    const std::size_t n = c.size();
    multiply(policy, {c.block(), a.block(), b.block(), n, n, n}, block);
  }
};

}  // namespace

workload matmul_workload() {
  return {"matmul",
          "product of two square matrices of doubles by halving the longest side",
          {{"n", "rows and columns", {"160", "1024", "2048"}, integer_range{2, 16384}},
           {"block",
            "no more halving when no side is longer",
            {"32", "32", "32"},
            integer_range{4, 16384}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<product_instance<by_halving>>(
                chosen.get_size("n"), by_halving{chosen.get_size("block")});
          }};
}

}  // namespace nuthatch::workloads
