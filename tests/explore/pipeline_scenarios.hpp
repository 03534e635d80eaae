// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Items pass a parallel stage, a serial one and one in order, with fewer tokens than items.
void pipelined_items(platform::platform& on, unsigned workers, const char* scheduler);

/// A stage stops a pipeline, or throws, while items wait; nothing of these is left.
void ended_pipeline(platform::platform& on, unsigned workers, const char* scheduler);

/// A graph with a diamond and a chain runs, is stopped, and runs again.
void repeated_graph(platform::platform& on, unsigned workers, const char* scheduler);

/// The blocks of a small grid.
void small_wavefront(platform::platform& on, unsigned workers, const char* scheduler);

/// Tasks of a group of which one may run at a time, some of which add others; then the group is
/// stopped, and used again.
void tasks_with_a_limit(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
