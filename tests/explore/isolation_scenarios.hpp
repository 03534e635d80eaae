// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Blocks on one object, on two objects, and on everything. A task may wait inside of a block.
void isolated_blocks(platform::platform& on, unsigned workers);

/// Objects of one bucket: one block holds the first object and waits for the second, others want
/// the second, and a block on everything closes the bucket meanwhile.
void isolated_neighbours(platform::platform& on, unsigned workers);

/// Blocks on everything against blocks on objects of two buckets. One of the latter holds the first
/// object while it waits for the second.
void isolated_gate(platform::platform& on, unsigned workers);

/// More tasks than stacks wait for each other. Some task can always continue, so all of them end.
void isolated_for_few_stacks(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
