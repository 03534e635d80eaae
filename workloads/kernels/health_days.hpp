// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "workloads/kernels/health_system.hpp"
#include "workloads/spawning/charged_work.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {

inline constexpr double ns_per_patient = 8;  // per day

/// A day of a village and of those below it, of which `levels` levels are spawned. Works for any
/// policy that has a scope_of(policy) in its namespace.
template <class Policy>
void pass_day(Policy policy, village& here, int spawning_levels) {
  const auto treat = [&here] {
    state<Policy>(ns_per_patient, here.treat());
  };
  if (spawning_levels == 0 || here.below().empty()) {
    for (village& each : here.below()) {
      pass_day(policy, each, 0);
    }
    treat();
  } else {
    auto children = scope_of(policy);
    for (village& each : here.below()) {
      children.spawn(
          [policy, &each, spawning_levels] { pass_day(policy, each, spawning_levels - 1); });
    }
    treat();
    children.sync();
  }
  state<Policy>(ns_per_patient, here.admit());
}

/// Simulates some days of a health system repeatedly, and checks the results.
class health_days {
 public:
  /// The most patients with which a run stays within memory.
  static constexpr double max_patients = 20e6;

  /// Villages of the upper `cutoff` levels are spawned; 0: of all levels.
  health_days(const health_settings& chosen, int cutoff);

  /// Returns to the state before the first day.
  void start() { system_.begin(); }

  void run_serial() { pass_days(in_order, system_, 0); }

  template <class Policy>
  void run(Policy policy) {
    pass_days(policy, system_, spawning_levels_);
  }

  /// Returns an empty string if everything agrees with published results, if there are any, and
  /// with the serial program; else what is wrong. The first call takes as long as a serial run.
  [[nodiscard]] std::string verify();

  [[nodiscard]] std::string answer() const;

 private:
  template <class Policy>
  void pass_days(Policy policy, health_system& of, int spawning_levels) const {
    for (std::int32_t day = 0; day < chosen_.days; ++day) {
      pass_day(policy, of.top(), spawning_levels);
    }
  }

  health_settings chosen_;
  int spawning_levels_;
  health_system system_;
  std::optional<health_totals> expected_;
};

}  // namespace nuthatch::workloads
