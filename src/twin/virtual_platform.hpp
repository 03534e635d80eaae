// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/random.hpp"
#include "platform/platform.hpp"
#include "twin/machine_model.hpp"
#include "twin/turns.hpp"
#include "twin/virtual_team.hpp"

namespace nuthatch::twin {

/// The platform's replacement in virtual time: any number of workers on one thread, and the same
/// run from the same seed on any machine. For one thread; it has to outlive what runs on it.
class virtual_platform final : public platform::platform {
 public:
  using make_turns = std::function<std::unique_ptr<turns>()>;

  /// Workers are bound to the CPUs of `on`. `order` creates the object that decides which actor
  /// runs next; by default the one with the earliest clock.
  virtual_platform(machine_model on, const costs& of, std::uint64_t seed, make_turns order = {});

  [[nodiscard]] std::unique_ptr<nuthatch::platform::worker_team> make_team(
      const nuthatch::platform::team_options& options) override;
  [[nodiscard]] unsigned default_workers() const override;
  [[nodiscard]] nuthatch::platform::cpu_set usable_cpus() const override;
  [[nodiscard]] const nuthatch::platform::topology& machine() const override;
  [[nodiscard]] std::uint64_t now_ns() const noexcept override;
  [[nodiscard]] std::uint64_t random_seed() override;

  /// Sets how teams that are created from now on are held up.
  void hold_up(holding_up when) { held_up_ = std::move(when); }

  [[nodiscard]] const machine_model& pretended() const noexcept { return machine_; }

  /// Returns the team that was created last, which must still exist.
  [[nodiscard]] const virtual_team& team() const noexcept { return *newest_; }

 private:
  const machine_model machine_;
  const costs costs_;
  const make_turns make_turns_;
  holding_up held_up_;
  base::random_source seeds_;
  const virtual_team* newest_ = nullptr;
};

}  // namespace nuthatch::twin
