// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/health_days.hpp"
#include "workloads/kernels/health_system.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

/// Simulates days of a country's hospitals. Down to a certain level, each village is a task, and
/// does its own part while the villages below it do theirs.
class health_problem {
 public:
  static constexpr const char* name = "health";

  static settings::values defaults() {
    return {{"levels", "4"}, {"cities", "18"}, {"days", "365"}, {"cutoff", "0"}, {"seed", "23"}};
  }

  explicit health_problem(const settings& parameters)
      : all_(chosen_by(parameters), static_cast<int>(parameters.integer("cutoff", 0, 8))) {}

  void reset() { all_.start(); }

  /// `policy` must have scope_of(policy).
  template <class Policy>
  void run(Policy policy) {
    all_.run(policy);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() { return all_.verify(); }

 private:
  static workloads::health_settings chosen_by(const settings& parameters) {
    const workloads::health_settings chosen{
        .levels = static_cast<std::int32_t>(parameters.integer("levels", 1, 8)),
        .cities = static_cast<std::int32_t>(parameters.integer("cities", 1, 1'000)),
        .days = static_cast<std::int32_t>(parameters.integer("days", 1, 100'000)),
        .seed = static_cast<std::int32_t>(parameters.integer("seed", 0, 1'000'000))};
    if (workloads::health_system::patients_of(chosen) > workloads::health_days::max_patients) {
      throw settings_error(workloads::message("cities=",
                                              chosen.cities,
                                              ": expected so few that there are at most ",
                                              workloads::health_days::max_patients,
                                              " patients"));
    }
    return chosen;
  }

  workloads::health_days all_;
};

}  // namespace nuthatch::peers
