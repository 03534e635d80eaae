// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "workloads/spliced.hpp"

namespace nuthatch::benchmarks {

/// Why no program is run by static loops of OpenMP; empty where it can be.
[[nodiscard]] std::string no_static_loops();

/// Whether this program can: its sweeps do not depend on themselves.
[[nodiscard]] bool has_static_loops(workloads::instance_with_splicing& problem);

/// Runs its sweeps one after the other. Each is an OpenMP loop with a static schedule, in which a
/// thread runs the sweep's kernel on an equal part of the first dimension.
void run_static_loops(workloads::instance_with_splicing& problem, unsigned threads);

}  // namespace nuthatch::benchmarks
