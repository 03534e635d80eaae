// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The text for OMP_DISPLAY_ENV: a block of lines, NAME = 'VALUE'. `cpus` is the number of CPUs of
/// this process. `with_ours` adds variables beyond OpenMP.
[[nodiscard]] std::string display(const settings& settings, std::uint64_t cpus, bool with_ours);

/// Formats a schedule: "static", "monotonic:dynamic,4".
[[nodiscard]] std::string describe(const loop_schedule& schedule);

}  // namespace nuthatch::openmp
