// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "workloads/kernels/number_sorting.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// Sorts random numbers by sort(policy, numbers).
template <class Sort>
class sort_instance final : public instance {
 public:
  sort_instance(std::size_t count, Sort sort) : sort_(std::move(sort)), all_(count) {}

  void reset() override { all_.start(); }

  void run_serial() override { sort_(in_order, all_.numbers()); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { sort_(tag, all_.numbers()); });
  }

  std::string verify() override { return all_.verify(); }

  [[nodiscard]] std::string answer() const override { return all_.answer(); }

 private:
  Sort sort_;
  number_sorting all_;
};

}  // namespace nuthatch::workloads
