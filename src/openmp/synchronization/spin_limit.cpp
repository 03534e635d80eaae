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
  spin_limits usual;
  spin_limits oversubscribed;
  std::uint64_t cpus;  // CPUs on which threads of this process could run at the start
};

limits read() noexcept {
  const settings& all = env_settings();
  const bool is_active = all.wait_policy == wait_policy::active;
  // A spin takes 10 to 45 nanoseconds. If nothing else needs the CPU, a few milliseconds bridge the
  // time between two regions.
  constexpr std::uint64_t default_value = 200'000;
  const std::uint64_t spins = all.spins_requested                       ? all.spins
                              : is_active                               ? settings::always
                              : all.wait_policy == wait_policy::passive ? 0
                                                                        : default_value;
  const auto at_most = [spins](std::uint64_t limit) {
    return std::min(spins, limit);
  };
  // A few times the cost of a yield. The awaited thread may need this CPU even if there is one CPU
  // for each thread: the system takes milliseconds to notice that two threads share one.
  constexpr std::uint64_t before_first_yield = 192;
  // Longer than a wake-up takes. With fewer spins, when two threads meet often, the woken thread
  // finds the other one asleep each time.
  constexpr std::uint64_t among_others = 2'048;
  // Where threads of regions share CPUs, the next one to run probably has work, and it runs sooner
  // after a yield than after a sleep, since sleeping threads are woken one by one. 256 yields
  // bridge the time between two regions of programs that are nothing but short regions.
  constexpr std::uint64_t between_yields_of_many = 2;
  constexpr std::uint64_t many = 512;
  constexpr std::uint64_t many_and_active = 2'048;
  // About the cost of a sleep and a wake-up.
  constexpr std::uint64_t many_among_others = 64;
  return {
      .usual = {.between_yields = 64,
                .before_first_yield = before_first_yield,
                .before_sleep = spins,
                .among_others = all.spins_requested || is_active ? spins : at_most(among_others)},
      .oversubscribed = {.between_yields = between_yields_of_many,
                         .before_first_yield = between_yields_of_many,
                         .before_sleep = at_most(is_active ? many_and_active : many),
                         .among_others = at_most(many_among_others)},
      .cpus = usable_cpus()};
}

constinit platform::first_value<const limits> limits_of_process;

const limits& any_limits() noexcept {
  return limits_of_process.any_get([] { return std::make_unique<const limits>(read()); });
}

}  // namespace

void add_running(std::uint32_t threads) noexcept {
  platform::awake_workers().add(threads);
}

void remove_running(std::uint32_t threads) noexcept {
  platform::awake_workers().remove(threads);
}

const spin_limits& spin_limits_of(std::uint32_t threads_of_team) noexcept {
  const limits& all = any_limits();
  return std::max(threads_of_team, platform::awake_workers().get()) > all.cpus ? all.oversubscribed
                                                                               : all.usual;
}

bool are_oversubscribed(const spin_limits& limits) noexcept {
  return &limits == &any_limits().oversubscribed;
}

}  // namespace nuthatch::openmp
