#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/square_matrix.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// Of two elements, and adding it to a third.
inline constexpr double ns_per_product = 0.4;

/// The product of two square matrices by multiply(policy, c, a, b), which adds it to c.
template <class Multiply>
class product_instance final : public instance {
 public:
  product_instance(std::size_t n, Multiply multiply) : multiply_(multiply), a_(n), b_(n), c_(n) {
    a_.fill_with_small_integers(0);
    b_.fill_with_small_integers(n * n);
    c_.fill(0);
  }

  void reset() override { c_.fill(0); }

  void run_serial() override { multiply_(in_order, c_, a_, b_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { multiply_(tag, c_, a_, b_); });
  }

  std::string verify() override { return check_product(a_, b_, c_); }

  [[nodiscard]] std::string answer() const override { return describe_product(c_); }

 private:
  Multiply multiply_;
  square_matrix a_;
  square_matrix b_;
  square_matrix c_;
};

}  // namespace nuthatch::workloads
