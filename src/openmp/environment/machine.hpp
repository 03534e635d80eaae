// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace nuthatch::openmp {

/// The sharing among the CPUs of `allowed`, from Linux's files below `system`. A cache of a single
/// core does not count as shared.
[[nodiscard]] platform::topology machine_of(const platform::cpu_set& allowed,
                                            const std::string& system = "/sys/devices/system");

/// Whether these CPUs are on more than one chip as core::worker_topology defines it.
[[nodiscard]] bool are_on_several_chips(const std::vector<unsigned>& cpus,
                                        const platform::topology& machine);

/// The platform of task teams: the process as it was started. The affinity mask of a bound thread
/// does not apply to other threads.
class process_platform : public platform::platform {
 public:
  [[nodiscard]] std::unique_ptr<nuthatch::platform::worker_team> make_team(
      const nuthatch::platform::team_options& options) override;
  [[nodiscard]] unsigned default_workers() const override;
  [[nodiscard]] nuthatch::platform::cpu_set usable_cpus() const override;
  [[nodiscard]] const nuthatch::platform::topology& machine() const override;
  [[nodiscard]] std::uint64_t now_ns() const noexcept override;
  [[nodiscard]] std::uint64_t random_seed() override;
};

/// Never destroyed.
[[nodiscard]] process_platform& this_process() noexcept;

}  // namespace nuthatch::openmp
