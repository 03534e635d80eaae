// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Blocks on an object, on two, and on everything; inside, perhaps a task waits.
void isolated_blocks(platform::platform& on, unsigned workers);

/// Objects of one bucket: who holds the first and waits for the second, others who want the second,
/// and a block on everything that closes the bucket meanwhile.
void isolated_neighbours(platform::platform& on, unsigned workers);

/// Blocks on everything against blocks on objects of two buckets, of which one block holds the
/// first while it waits for the second.
void isolated_gate(platform::platform& on, unsigned workers);

/// More tasks than there are stacks wait for each other; whoever can go on does, and so all end.
void isolated_for_few_stacks(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
