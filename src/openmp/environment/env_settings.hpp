// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Whether the environment is read when the library is loaded, as by libgomp. LLVM's runtime reads
/// it at its first call, and its programs may set variables before that.
[[nodiscard]] bool is_read_at_load() noexcept;

/// The settings from the environment when it was read. Never destroyed, because threads may run
/// until the process ends.
[[nodiscard]] const settings& env_settings() noexcept;

/// The CPUs that the process could use when the environment was read.
[[nodiscard]] const platform::cpu_set& cpus_at_start() noexcept;

/// The number of CPUs that the calling thread may use. If threads are bound to places, this is the
/// number of CPUs that the process could use at the start.
[[nodiscard]] std::uint64_t allowed_cpus() noexcept;

/// The same, or the quota of the control group if that is lower: the useful number of threads.
[[nodiscard]] std::uint64_t usable_cpus() noexcept;

/// Prints the settings to standard error; see display().
void print_settings(const settings& settings, bool with_ours);

}  // namespace nuthatch::openmp
