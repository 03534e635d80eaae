// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/env_settings.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/kept_errno.hpp"
#include "openmp/environment/display.hpp"
#include "openmp/environment/environment.hpp"
#include "openmp/environment/linked_runtime.hpp"
#include "openmp/environment/resolve_places.hpp"
#include "platform/affinity.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/first_value.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

struct process_start {
  settings all;
  platform::cpu_set cpus;
  std::uint64_t usable = 0;  // usable ones; set only if binding hides them from later queries
};

platform::cpu_set own_cpus() noexcept {
  try {
    return platform::get_affinity();
  } catch (...) {
    return platform::cpu_set::first_n(1);
  }
}

/// The quota of the process's control groups at the time of the first call.
const std::optional<double>& quota() {
  static constinit platform::first_value<const std::optional<double>> known;
  return known.any_get([] {
    const base::kept_errno kept;  // of the waiting thread
    const platform::no_cancellation guard;
    return std::make_unique<const std::optional<double>>(platform::read_cpu_quota());
  });
}

std::uint64_t now_usable() noexcept {
  try {
    return platform::workers_for(platform::get_affinity(), quota());
  } catch (...) {
    return 1;
  }
}

/// Computed when this library is loaded.
peer peer_of_program() noexcept {
  static const peer found = linked_runtime().value_or(peer::libgomp);
  return found;
}

const process_start& read() {
  const base::kept_errno kept;
  const platform::no_cancellation guard;
  std::vector<std::string> warnings;
  auto* const found = new process_start;
  found->all = read_environment(
      [](const char* name) { return std::getenv(name); }, warnings, peer_of_program());
  found->cpus = own_cpus();
  apply_subset(found->all, found->cpus, warnings);
  resolve_places(found->all, found->cpus, warnings);
  found->usable = found->all.places.empty() ? 0 : platform::workers_for(found->cpus, quota());
  for (const std::string& each : warnings) {
    std::fprintf(stderr, "nuthatch omp: %s\n", each.c_str());
  }
  if (found->all.display_env != env_display::off) {
    const std::uint64_t usable = found->all.places.empty() ? now_usable() : found->usable;
    std::fputs(display(found->all, usable, found->all.display_env == env_display::all).c_str(),
               stderr);
  }
  return *found;
}

const process_start& at_start() noexcept {
  static const process_start& found = read();
  return found;
}

/// Runs before main(), so that warnings are printed once and early.
[[gnu::constructor]] void start() {
  if (is_read_at_load()) {
    at_start();
  }
}

}  // namespace

bool is_read_at_load() noexcept {
  return peer_of_program() != peer::llvm;
}

const settings& env_settings() noexcept {
  return at_start().all;
}

const platform::cpu_set& cpus_at_start() noexcept {
  return at_start().cpus;
}

std::uint64_t allowed_cpus() noexcept {
  return (env_settings().places.empty() ? own_cpus() : cpus_at_start()).count();
}

std::uint64_t usable_cpus() noexcept {
  return env_settings().places.empty() ? now_usable() : at_start().usable;
}

void print_settings(const settings& settings, bool with_ours) {
  const platform::no_cancellation guard;
  std::fputs(display(settings, usable_cpus(), with_ours).c_str(), stderr);
}

}  // namespace nuthatch::openmp
