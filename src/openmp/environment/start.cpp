// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/start.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/kept_errno.hpp"
#include "openmp/environment/choose_places.hpp"
#include "openmp/environment/display.hpp"
#include "openmp/environment/environment.hpp"
#include "openmp/environment/needed.hpp"
#include "platform/affinity.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/first_value.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

struct start_of_process {
  settings all;
  platform::cpu_set cpus;
  std::uint64_t usable = 0;  // of these; only where threads are bound, and cannot be asked any more
};

platform::cpu_set own_cpus() noexcept {
  try {
    return platform::get_affinity();
  } catch (...) {
    return platform::cpu_set::first_n(1);
  }
}

/// Of the control groups that the process was in when it was first asked for.
const std::optional<double>& quota() {
  static constinit platform::first_value<const std::optional<double>> known;
  return known.any_get([] {
    const base::kept_errno kept;  // of who waits
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

/// Settled when this library is loaded.
peer peer_of_program() noexcept {
  static const peer found = needed_runtime().value_or(peer::libgomp);
  return found;
}

const start_of_process& read() {
  const base::kept_errno kept;
  const platform::no_cancellation guard;
  std::vector<std::string> wrong;
  auto* const found = new start_of_process;
  found->all = read_environment(
      [](const char* name) { return std::getenv(name); }, wrong, peer_of_program());
  found->cpus = own_cpus();
  leave_out(found->all, found->cpus, wrong);
  choose_places(found->all, found->cpus, wrong);
  found->usable = found->all.places.empty() ? 0 : platform::workers_for(found->cpus, quota());
  for (const std::string& each : wrong) {
    std::fprintf(stderr, "nuthatch omp: %s\n", each.c_str());
  }
  if (found->all.shows != shown::nothing) {
    const std::uint64_t usable = found->all.places.empty() ? now_usable() : found->usable;
    std::fputs(display(found->all, usable, found->all.shows == shown::all).c_str(), stderr);
  }
  return *found;
}

const start_of_process& at_start() noexcept {
  static const start_of_process& found = read();
  return found;
}

/// Before main(), since what is wrong is told once and early.
[[gnu::constructor]] void start() {
  if (is_read_at_load()) {
    at_start();
  }
}

}  // namespace

bool is_read_at_load() noexcept {
  return peer_of_program() != peer::llvm;
}

const settings& chosen() noexcept {
  return at_start().all;
}

const platform::cpu_set& cpus_at_start() noexcept {
  return at_start().cpus;
}

std::uint64_t allowed_cpus() noexcept {
  return (chosen().places.empty() ? own_cpus() : cpus_at_start()).count();
}

std::uint64_t usable_cpus() noexcept {
  return chosen().places.empty() ? now_usable() : at_start().usable;
}

void show_settings(const settings& of, bool with_ours) {
  const platform::no_cancellation guard;
  std::fputs(display(of, usable_cpus(), with_ours).c_str(), stderr);
}

}  // namespace nuthatch::openmp
