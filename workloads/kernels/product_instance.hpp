// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/square_matrix.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// The product of two square matrices by multiply(policy, c, a, b), which adds it to c.
template <class Multiply>
class product_instance final : public instance {
 public:
  product_instance(std::size_t n, Multiply multiply) : multiply_(multiply), all_(n) {}

  void reset() override { all_.start(); }

  void run_serial() override { multiply_(in_order, all_.c(), all_.a(), all_.b()); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { multiply_(tag, all_.c(), all_.a(), all_.b()); });
  }

  std::string verify() override { return all_.verify(); }

  [[nodiscard]] std::string answer() const override { return all_.answer(); }

 private:
  Multiply multiply_;
  product_of_two all_;
};

}  // namespace nuthatch::workloads
