// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mg_input.hpp"
#include "workloads/kernels/multigrid.hpp"
#include "workloads/kernels/periodic_grid.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::peers {

/// NAS MG: loops over the planes of grids. A few planes are a task.
class mg_problem {
 public:
  static constexpr const char* name = "mg";

  static settings::values defaults() { return {{"class", "W"}, {"planes", "4"}}; }

  explicit mg_problem(const settings& parameters)
      : which_(parameters.entry("class", workloads::mg_classes())),
        right_(workloads::mg_charges(which_.size)),
        solver_(
            right_, parameters.size("planes", 1, workloads::largest_grid), workloads::untouched) {}

  void reset() { solver_.start(); }

  /// Restores the input by the loops of run(), including the right side, which is copied.
  template <class Policy>
  void reset(Policy policy) {
    workloads::periodic_grid copy(which_.size, workloads::untouched);
    solver_.for_finest_planes(policy, [&](std::size_t first, std::size_t last) {
      copy.copy_planes(right_, first, last);
    });
    right_ = std::move(copy);  // the solver continues with this object
    solver_.start(policy);
  }

  /// `policy` must have spawn_each(policy, count, body).
  template <class Policy>
  void run(Policy policy) {
    solver_.run(policy, which_.cycles);
  }

  [[nodiscard]] std::string answer() const { return workloads::message("norm ", solver_.norm()); }

  [[nodiscard]] std::string verify() const { return workloads::check_norm(which_, solver_.norm()); }

 private:
  workloads::mg_class which_;
  workloads::periodic_grid right_;
  workloads::multigrid solver_;
};

}  // namespace nuthatch::peers
