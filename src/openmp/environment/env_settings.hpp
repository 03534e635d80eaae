// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Whether the environment is read when the library is loaded, as by libgomp. LLVM's runtime reads
/// it when it is called first, and its programs may set variables before that.
[[nodiscard]] bool is_read_at_load() noexcept;

/// What the environment said when it was read. Never destroyed: threads may run until the process
/// is gone.
[[nodiscard]] const settings& env_settings() noexcept;

/// On which the process could run when the environment was read.
[[nodiscard]] const platform::cpu_set& cpus_at_start() noexcept;

/// Cpus on which the calling thread may run. Where threads are bound to places, these are all on
/// which the process could run at the start.
[[nodiscard]] std::uint64_t allowed_cpus() noexcept;

/// The same; fewer where the control group has a quota of less. How many threads are worth having.
[[nodiscard]] std::uint64_t usable_cpus() noexcept;

/// Writes them to the standard error output. See display().
void print_settings(const settings& settings, bool with_ours);

}  // namespace nuthatch::openmp
