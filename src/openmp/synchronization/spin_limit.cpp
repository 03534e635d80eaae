// SPDX-License-Identifier: Apache-2.0
#include "openmp/synchronization/spin_limit.hpp"

#include <algorithm>
#include <memory>

#include "openmp/environment/env_settings.hpp"
#include "platform/first_value.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::openmp {

namespace {

struct limits {
  std::uint64_t default_value;
  std::uint64_t oversubscribed;  // if more threads run than there are CPUs
  std::uint64_t among_others;
  std::uint64_t cpus;  // CPUs on which threads of this process could run at the start
};

limits read() noexcept {
  // A spin takes 10 to 45 nanoseconds. If nothing else needs the CPU, a few milliseconds bridge the
  // time between two regions. Otherwise a thread spins for about the cost of a sleep.
  constexpr std::uint64_t default_value = 200'000;
  constexpr std::uint64_t oversubscribed = 64;
  constexpr std::uint64_t max_oversubscribed = 1'000;
  // Longer than a wake-up takes. With fewer spins, when two threads meet often, the woken thread
  // finds the other one asleep each time.
  constexpr std::uint64_t among_others = 2'048;
  const settings& all = env_settings();
  const bool is_active = all.wait_policy == wait_policy::active;
  const std::uint64_t spins = all.spins_requested                       ? all.spins
                              : is_active                               ? settings::always
                              : all.wait_policy == wait_policy::passive ? 0
                                                                        : default_value;
  return {spins,
          std::min(spins, is_active ? max_oversubscribed : oversubscribed),
          all.spins_requested || is_active ? spins : std::min(spins, among_others),
          usable_cpus()};
}

constinit platform::first_value<const limits> limits_of_process;

const limits& any_limits() noexcept {
  return limits_of_process.any_get([] { return std::make_unique<const limits>(read()); });
}

bool is_oversubscribed(const limits& all, std::uint32_t threads_of_team) noexcept {
  return std::max(threads_of_team, platform::awake_workers().get()) > all.cpus;
}

}  // namespace

void add_running(std::uint32_t threads) noexcept {
  platform::awake_workers().add(threads);
}

void remove_running(std::uint32_t threads) noexcept {
  platform::awake_workers().remove(threads);
}

std::uint64_t spins_before_sleep(std::uint32_t threads_of_team) noexcept {
  const limits& all = any_limits();
  return is_oversubscribed(all, threads_of_team) ? all.oversubscribed : all.default_value;
}

std::uint64_t spins_among_others(std::uint32_t threads_of_team) noexcept {
  const limits& all = any_limits();
  return is_oversubscribed(all, threads_of_team) ? all.oversubscribed : all.among_others;
}

}  // namespace nuthatch::openmp
