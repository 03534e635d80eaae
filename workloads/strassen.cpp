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

constexpr double ns_per_sum = 0.5;

/// into = a + sign b.
void combine(matrix_block into, matrix_block a, matrix_block b, double sign, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      into.row(i)[j] = a.row(i)[j] + sign * b.row(i)[j];
    }
  }
}

/// into += sign a.
void accumulate(matrix_block into, matrix_block a, double sign, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      into.row(i)[j] += sign * a.row(i)[j];
    }
  }
}

void clear(matrix_block into, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(into.row(i), n, 0.0);
  }
}

/// A quarter of a matrix, or the sum or difference of two, as a factor of a product.
struct factor {
  matrix_block first;
  matrix_block second;
  double sign;  ///< of the second; 0: there is none

  /// The factor as one block, computed into `storage` when it has two terms.
  [[nodiscard]] matrix_block value(const square_matrix& storage) const {
    if (sign == 0) {
      return first;
    }
    combine(storage.block(), first, second, sign, storage.size());
    return storage.block();
  }
};

factor only(matrix_block block) {
  return {block, block, 0};
}

factor sum(matrix_block first, matrix_block second) {
  return {first, second, 1};
}

factor difference(matrix_block first, matrix_block second) {
  return {first, second, -1};
}

template <class Policy>
void multiply(Policy policy,
              matrix_block c,
              matrix_block a,
              matrix_block b,
              std::size_t n,
              std::size_t cutoff);

/// product = left right; the storage of sums lives only as long as the task.
template <class Policy>
void multiply_factors(Policy policy,
                      const square_matrix& product,
                      const factor& left,
                      const factor& right,
                      std::size_t cutoff) {
  const std::size_t n = product.size();
  const square_matrix left_storage(left.sign == 0 ? 0 : n);
  const square_matrix right_storage(right.sign == 0 ? 0 : n);
  multiply(
      policy, product.block(), left.value(left_storage), right.value(right_storage), n, cutoff);
}

/// c = a b with seven products of quarters instead of eight (Strassen 1969).
template <class Policy>
void multiply(Policy policy,
              matrix_block c,
              matrix_block a,
              matrix_block b,
              std::size_t n,
              std::size_t cutoff) {
  if (n <= cutoff) {
    state<Policy>(ns_per_product, n * n * n);
    clear(c, n);
    add_product(c, a, b, n, n, n);
    return;
  }
  constexpr double blocks_added = 18;  // in ten factors, and eight to put the quarters together
  const std::size_t h = n / 2;
  state<Policy>(ns_per_sum, blocks_added * static_cast<double>(h * h));
  const matrix_block a11 = a, a12 = a.at(0, h), a21 = a.at(h, 0), a22 = a.at(h, h);
  const matrix_block b11 = b, b12 = b.at(0, h), b21 = b.at(h, 0), b22 = b.at(h, h);
  const matrix_block c11 = c, c12 = c.at(0, h), c21 = c.at(h, 0), c22 = c.at(h, h);
  const square_matrix m1(h), m2(h), m3(h), m4(h), m5(h), m6(h), m7(h);
  const auto product = [=](const square_matrix& into, const factor& left, const factor& right) {
    return [=, &into] {
      multiply_factors(policy, into, left, right, cutoff);
    };
  };
  fork_join(policy,
            product(m1, sum(a11, a22), sum(b11, b22)),
            product(m2, sum(a21, a22), only(b11)),
            product(m3, only(a11), difference(b12, b22)),
            product(m4, only(a22), difference(b21, b11)),
            product(m5, sum(a11, a12), only(b22)),
            product(m6, difference(a21, a11), sum(b11, b12)),
            product(m7, difference(a12, a22), sum(b21, b22)));
  combine(c11, m1.block(), m4.block(), 1, h);
  accumulate(c11, m5.block(), -1, h);
  accumulate(c11, m7.block(), 1, h);
  combine(c12, m3.block(), m5.block(), 1, h);
  combine(c21, m2.block(), m4.block(), 1, h);
  combine(c22, m1.block(), m2.block(), -1, h);
  accumulate(c22, m3.block(), 1, h);
  accumulate(c22, m6.block(), 1, h);
}

struct by_strassen {
  std::size_t cutoff;

  template <class Policy>
  void operator()(Policy policy,
                  const square_matrix& c,
                  const square_matrix& a,
                  const square_matrix& b) const {
    multiply(policy, c.block(), a.block(), b.block(), c.size(), cutoff);
  }
};

/// Every level halves the matrix, so that each size above the cut-off has to be even.
bool halves_evenly(std::size_t n, std::size_t cutoff) {
  while (n > cutoff) {
    if (n % 2 != 0) {
      return false;
    }
    n /= 2;
  }
  return true;
}

}  // namespace

workload strassen_workload() {
  return {"strassen",
          "product of two square matrices by Strassen's seven products, each a spawn",
          {{"n", "rows and columns, 2 to 16384", {"128", "1024", "4096"}},
           {"cutoff", "plain product for matrices up to this size", {"32", "64", "128"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t n = chosen.get_size("n", 2, 16384);
            const std::size_t cutoff = chosen.get_size("cutoff", 4, 16384);
            if (!halves_evenly(n, cutoff)) {
              chosen.reject("n", "a number that can be halved until it is at most the cut-off");
            }
            return std::make_unique<product_instance<by_strassen>>(n, by_strassen{cutoff});
          }};
}

}  // namespace nuthatch::workloads
