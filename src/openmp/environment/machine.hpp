// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace nuthatch::openmp {

/// What the cpus of `allowed` share, as Linux tells it in files below `system`. A cache that
/// belongs to one core is none that is shared.
[[nodiscard]] platform::topology machine_of(const platform::cpu_set& allowed,
                                            const std::string& system = "/sys/devices/system");

/// Whether these cpus are on more than one chip, as core::worker_topology has them.
[[nodiscard]] bool are_on_several_chips(const std::vector<unsigned>& cpus,
                                        const platform::topology& machine);

/// Where teams of guests get what they need, for the process as it was begun. What a thread that is
/// bound may use itself says nothing of the others.
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

/// Lives until the process is gone.
[[nodiscard]] process_platform& this_process() noexcept;

}  // namespace nuthatch::openmp
