// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platform/platform.hpp"
#include "platform/topology.hpp"

namespace nuthatch::core {

/// The positions of a team's workers on the machine, as far as they are known. A value.
class worker_topology {
 public:
  /// Unknown positions: all workers are near each other.
  worker_topology() = default;

  /// A worker is on the CPU that it is bound to. If it is not bound, it is taken to be on the one
  /// that it would be bound to. Several workers share a CPU if there are more workers than CPUs.
  /// The platform has to outlive this object.
  worker_topology(platform::platform& on, const platform::worker_team& workers);

  [[nodiscard]] bool known() const noexcept { return machine_ != nullptr; }

  /// This and the next function require known().
  [[nodiscard]] const platform::topology& machine() const noexcept { return *machine_; }

  [[nodiscard]] unsigned cpu_of(unsigned worker) const noexcept { return cpus_[worker]; }

  /// Whether both workers are on the same chip: they share a level-3 cache; or, if the machine has
  /// none, a memory node or package.
  [[nodiscard]] bool share_chip(unsigned a, unsigned b) const noexcept {
    return !known() || chips_[a] == chips_[b];
  }

  /// The topology level of a chip.
  [[nodiscard]] static platform::topology_level chip_level(const platform::topology& of) noexcept;

 private:
  const platform::topology* machine_ = nullptr;
  std::vector<unsigned> cpus_;      // by worker
  std::vector<std::size_t> chips_;  // by worker: numbers of groups
};

}  // namespace nuthatch::core
