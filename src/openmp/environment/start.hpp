#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What the environment said when the library was loaded. Never destroyed: threads may run until
/// the process is gone.
[[nodiscard]] const settings& chosen() noexcept;

/// Cpus on which the calling thread may run.
[[nodiscard]] std::uint64_t allowed_cpus() noexcept;

/// The same; fewer where the control group has a quota of less. How many threads are worth having.
[[nodiscard]] std::uint64_t usable_cpus() noexcept;

}  // namespace nuthatch::openmp
