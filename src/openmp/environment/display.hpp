// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What OMP_DISPLAY_ENV asks for: a block of lines, NAME = 'VALUE'. `cpus`: how many there are for
/// this process. `with_ours`: also variables that OpenMP does not know.
[[nodiscard]] std::string display(const settings& settings, std::uint64_t cpus, bool with_ours);

/// "static", "monotonic:dynamic,4".
[[nodiscard]] std::string describe(const loop_schedule& schedule);

}  // namespace nuthatch::openmp
