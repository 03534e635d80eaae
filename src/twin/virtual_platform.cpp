// SPDX-License-Identifier: Apache-2.0
#include "twin/virtual_platform.hpp"

#include <utility>

#include <nuthatch/errors.hpp>

#include "twin/earliest_first.hpp"

namespace nuthatch::twin {

virtual_platform::virtual_platform(machine_model on,
                                   const costs& of,
                                   std::uint64_t seed,
                                   make_turns order)
    : machine_(std::move(on)),
      costs_(of),
      make_turns_(std::move(order)),
      seeds_(seed) {}

std::unique_ptr<platform::worker_team> virtual_platform::make_team(
    const nuthatch::platform::team_options& options) {
  if (options.workers == 0) {
    throw option_error("a team of 0 workers was asked for; it needs at least 1");
  }
  std::unique_ptr<turns> order = make_turns_ ? make_turns_() : std::make_unique<earliest_first>();
  auto team = std::make_unique<virtual_team>(
      options.workers, options.cpus, machine_, costs_, std::move(order), held_up_);
  newest_ = team.get();
  return team;
}

unsigned virtual_platform::default_workers() const {
  return machine_.cpus();
}

platform::cpu_set virtual_platform::usable_cpus() const {
  return machine_.shape().cpus();
}

const platform::topology& virtual_platform::machine() const {
  return machine_.shape();
}

std::uint64_t virtual_platform::now_ns() const noexcept {
  return newest_ == nullptr ? 0 : newest_->now_ns();
}

std::uint64_t virtual_platform::random_seed() {
  const std::uint64_t seed = seeds_.next();
  return seed == 0 ? 1 : seed;
}

}  // namespace nuthatch::twin
