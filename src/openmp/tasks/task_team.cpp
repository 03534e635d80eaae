// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/task_team.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "openmp/environment/env_settings.hpp"
#include "openmp/synchronization/spin_until.hpp"
#include "openmp/tasks/task_execution.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"
#include "platform/platform.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {

namespace {

std::string scheduler_for(const std::vector<unsigned>& cpus, const platform::platform& on) {
  if (!env_settings().scheduler.empty()) {
    return env_settings().scheduler;
  }
  return !cpus.empty() && are_on_several_chips(cpus, on.machine()) ? "shepherd_mts" : "shepherd_ws";
}

options options_for(std::uint32_t team_size,
                    const std::vector<unsigned>& cpus,
                    const platform::platform& on) {
  options options;
  options.scheduler = scheduler_for(cpus, on);
  options.workers = team_size;
  options.pin = !cpus.empty();
  return options;
}

/// Deploys all threads of a team as one place, so that they share their tasks.
platform::deployment deployment_to(const std::vector<unsigned>& cpus) {
  return cpus.empty() ? platform::deployment{} : platform::deployment{{cpus}};
}

/// How long a thread of a team of this size searches for tasks before it sleeps. If there are more
/// threads than CPUs, a long yield has let another thread work, which is as good as any wait.
platform::search_limits search_limits(std::uint32_t team_size) noexcept {
  constexpr std::uint64_t default_value = 200'000;
  constexpr std::uint64_t contended = 5'000;  // the cost of a sleep, and some more
  constexpr std::uint64_t ns_per_look = 20;
  constexpr std::uint64_t longest = 10'000'000'000;
  const settings& all = env_settings();
  const bool is_active = all.wait_policy == wait_policy::active && !all.spins_requested;
  const std::uint64_t ns = all.spins_requested
                               ? std::min(all.spins, longest / ns_per_look) * ns_per_look
                           : is_active                               ? longest
                           : all.wait_policy == wait_policy::passive ? 0
                                                                     : default_value;
  platform::search_limits found{.usual_ns = ns, .without_yields_ns = {}};
  if (!is_active && team_size <= usable_cpus()) {
    found.without_yields_ns = std::min(ns, contended);
  }
  return found;
}

/// The existing task teams, and the statistics of those that have ended.
struct task_team_registry {
  detail::mutex& lock = platform::lock_of(platform::first_use::openmp_task_teams);
  std::vector<const task_team*> live;
  task_statistics ended;
  std::string schedulers;
};

/// Never destroyed, because threads may run until the process ends.
task_team_registry& registry() noexcept {
  static constinit platform::first_value<task_team_registry> all;
  return all.any_get([] { return std::make_unique<task_team_registry>(); });
}

}  // namespace

task_statistics all_task_statistics() noexcept {
  task_team_registry& all = registry();
  all.lock.lock();
  task_statistics sum = all.ended;
  for (const task_team* const each : all.live) {
    each->any_add_to(sum);
  }
  all.lock.unlock();
  return sum;
}

std::string all_schedulers() {
  task_team_registry& all = registry();
  all.lock.lock();
  std::string text = all.schedulers;
  all.lock.unlock();
  return text;
}

task_team::task_team(std::uint32_t team_size,
                     const std::vector<unsigned>& cpus,
                     platform::platform& on)
    : task_team(options_for(team_size, cpus, on), cpus, on) {}

task_team::task_team(const options& options,
                     const std::vector<unsigned>& cpus,
                     platform::platform& on)
    : max_queued_(task_limits::max_queued(options.workers)),
      throttles_(std::make_unique<task_throttle[]>(options.workers)),
      cpus_(cpus),
      all_(on,
           options,
           deployment_to(cpus_),
           scheduling::find(options.scheduler)->kind,
           core::hosts::attached_threads,
           search_limits(options.workers)) {
  for (std::uint32_t i = 0; i < options.workers; ++i) {
    guests_.push_back(std::make_unique<core::attached_thread>(all_.at(i)));
  }
  task_team_registry& all = registry();
  all.lock.lock();
  all.live.push_back(this);
  const std::string& name = all_.configuration().scheduler;
  if (all.schedulers.find(name) == std::string::npos) {
    all.schedulers += (all.schedulers.empty() ? "" : ", ") + name;
  }
  all.lock.unlock();
}

task_team::~task_team() {
  // Acquire: external threads have finished their accesses.
  spin_until([this] { return external_completions_.load(detail::memory_order_acquire) == 0; });
  task_team_registry& all = registry();
  all.lock.lock();
  std::erase(all.live, this);
  any_add_to(all.ended);
  all.lock.unlock();
}

void task_team::any_add_to(task_statistics& all) const noexcept {
  for (std::uint32_t i = 0; i < size(); ++i) {
    throttles_[i].any_add_to(all);
  }
}

void task_team::tell_all() noexcept {
  for (const auto& each : guests_) {
    each->any_tell();
  }
}

}  // namespace nuthatch::openmp
