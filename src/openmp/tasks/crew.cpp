// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/crew.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "openmp/environment/start.hpp"
#include "openmp/threads/await_soon.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"
#include "platform/platform.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {

namespace {

std::string scheduler_for(const std::vector<unsigned>& cpus, const platform::platform& on) {
  if (!chosen().scheduler.empty()) {
    return chosen().scheduler;
  }
  return !cpus.empty() && are_on_several_chips(cpus, on.machine()) ? "shepherd_mts" : "shepherd_ws";
}

options options_for(std::uint32_t members,
                    const std::vector<unsigned>& cpus,
                    const platform::platform& on) {
  options wanted;
  wanted.scheduler = scheduler_for(cpus, on);
  wanted.workers = members;
  wanted.pin = !cpus.empty();
  return wanted;
}

/// All members share their tasks.
platform::deployment deployment_to(const std::vector<unsigned>& cpus) {
  return cpus.empty() ? platform::deployment{} : platform::deployment{{cpus}};
}

/// How long one of so many members looks for tasks before it sleeps. Where there are more of them
/// than cpus, a yield that is long has let another member work, and is as good as any wait.
platform::search_limits search_limits(std::uint32_t members) noexcept {
  constexpr std::uint64_t usual = 200'000;
  constexpr std::uint64_t contended = 5'000;  // the price of a sleep, and some more
  constexpr std::uint64_t ns_per_look = 20;
  constexpr std::uint64_t longest = 10'000'000'000;
  const settings& all = chosen();
  const bool is_active = all.waiting == wait_policy::active && !all.spins_said;
  const std::uint64_t ns = all.spins_said ? std::min(all.spins, longest / ns_per_look) * ns_per_look
                           : is_active    ? longest
                           : all.waiting == wait_policy::passive ? 0
                                                                 : usual;
  platform::search_limits found{.usual_ns = ns, .without_yields_ns = {}};
  if (!is_active && members <= usable_cpus()) {
    found.without_yields_ns = std::min(ns, contended);
  }
  return found;
}

/// Those that are there, and what those did that are not.
struct all_crews {
  detail::mutex& lock = platform::lock_of(platform::first_use::openmp_crews);
  std::vector<const crew*> here;
  task_statistics gone;
  std::string schedulers;
};

/// Never destroyed: threads may run until the process is gone.
all_crews& every_crew() noexcept {
  static constinit platform::first_value<all_crews> all;
  return all.any_get([] { return std::make_unique<all_crews>(); });
}

}  // namespace

task_statistics all_task_statistics() noexcept {
  all_crews& all = every_crew();
  all.lock.lock();
  task_statistics found = all.gone;
  for (const crew* const each : all.here) {
    each->any_add_to(found);
  }
  all.lock.unlock();
  return found;
}

std::string all_schedulers() {
  all_crews& all = every_crew();
  all.lock.lock();
  std::string found = all.schedulers;
  all.lock.unlock();
  return found;
}

crew::crew(std::uint32_t members, const std::vector<unsigned>& cpus, platform::platform& on)
    : crew(options_for(members, cpus, on), cpus, on) {}

crew::crew(const options& wanted, const std::vector<unsigned>& cpus, platform::platform& on)
    : most_waiting_(64 * std::min(wanted.workers, 1'024U)),
      loads_(std::make_unique<task_load[]>(wanted.workers)),
      cpus_(cpus),
      all_(on,
           wanted,
           deployment_to(cpus_),
           scheduling::find(wanted.scheduler)->kind,
           core::hosts::attached_threads,
           search_limits(wanted.workers)) {
  for (std::uint32_t i = 0; i < wanted.workers; ++i) {
    guests_.push_back(std::make_unique<core::attached_thread>(all_.at(i)));
  }
  all_crews& all = every_crew();
  all.lock.lock();
  all.here.push_back(this);
  const std::string& name = all_.configuration().scheduler;
  if (all.schedulers.find(name) == std::string::npos) {
    all.schedulers += (all.schedulers.empty() ? "" : ", ") + name;
  }
  all.lock.unlock();
}

crew::~crew() {
  // Acquire: they have done what they do here.
  await_soon([this] { return outsiders_.load(detail::memory_order_acquire) == 0; });
  all_crews& all = every_crew();
  all.lock.lock();
  std::erase(all.here, this);
  any_add_to(all.gone);
  all.lock.unlock();
}

void crew::any_add_to(task_statistics& all) const noexcept {
  for (std::uint32_t i = 0; i < size(); ++i) {
    loads_[i].any_add_to(all);
  }
}

void crew::tell_all() noexcept {
  for (const auto& each : guests_) {
    each->any_tell();
  }
}

}  // namespace nuthatch::openmp
