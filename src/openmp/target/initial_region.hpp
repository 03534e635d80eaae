// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/icvs.hpp"
#include "openmp/regions/hot_team.hpp"

namespace nuthatch::openmp {

struct thread;

/// Executes the function as an initial task: in a team of one thread, at level 0, with these ICVs.
/// Target regions are executed in this way, and so is each team of a teams construct. Returns once
/// the tasks created there are complete.
void run_as_initial_task(thread& self, const region_body& body, const icvs& icvs) noexcept;

}  // namespace nuthatch::openmp
