// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platform/platform.hpp"
#include "platform/topology.hpp"

namespace nuthatch::core {

/// Where the workers of a team are on the machine, as far as that is known. A value.
class worker_topology {
 public:
  /// Nothing is known: all are near each other.
  worker_topology() = default;

  /// A worker is on the cpu that it is bound to. If it is bound to none, it is taken to be on the
  /// one that it would be bound to. Several share one where there are more workers than cpus. The
  /// platform has to live as long as this is used.
  worker_topology(platform::platform& on, const platform::worker_team& workers);

  [[nodiscard]] bool known() const noexcept { return machine_ != nullptr; }

  /// Requires known(), as the next.
  [[nodiscard]] const platform::topology& machine() const noexcept { return *machine_; }

  [[nodiscard]] unsigned cpu_of(unsigned worker) const noexcept { return cpus_[worker]; }

  /// Whether both workers are on the same chip: they share the last cache that cores share, of
  /// level 3; where the machine has none, the memory of a node, or a package.
  [[nodiscard]] bool share_chip(unsigned a, unsigned b) const noexcept {
    return !known() || chips_[a] == chips_[b];
  }

  /// The level of what is called a chip here.
  [[nodiscard]] static platform::topology_level chip_level(const platform::topology& of) noexcept;

 private:
  const platform::topology* machine_ = nullptr;
  std::vector<unsigned> cpus_;      // by worker
  std::vector<std::size_t> chips_;  // by worker: numbers of groups
};

}  // namespace nuthatch::core
