// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "workloads/spliced.hpp"

namespace nuthatch::benchmarks {

/// Returns why no program can be run by static loops of OpenMP; empty if it can.
[[nodiscard]] std::string no_static_loops();

/// Returns whether this program can be run by them: its sweeps must not depend on themselves.
[[nodiscard]] bool has_static_loops(workloads::instance_with_splicing& problem);

/// Runs the sweeps of the program one after the other. Each sweep is an OpenMP loop with a static
/// schedule, in which a thread runs the sweep's kernel on an equal part of the first dimension.
void run_static_loops(workloads::instance_with_splicing& problem, unsigned threads);

}  // namespace nuthatch::benchmarks
