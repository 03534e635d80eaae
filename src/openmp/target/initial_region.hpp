// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/threads/hot_team.hpp"
#include "openmp/threads/icvs.hpp"

namespace nuthatch::openmp {

struct thread;

/// Runs the function as a thread does that is outside of all regions: in a team of one, at level 0,
/// with these control variables. So do target regions, and each team of a teams construct. Ends
/// once the tasks have ended that were made there.
void run_as_initial_task(thread& self, const region_body& body, const icvs& icvs) noexcept;

}  // namespace nuthatch::openmp
