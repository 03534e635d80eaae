// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::testing {

/// A program that takes whatever the library can take: starts a runtime, uses everything that
/// spawns, by both policies, so that stacks, task memory, queues and records of exceptions are all
/// allocated, and ends it. Small, since it runs some thousand times.
///
/// @return whether all results were right.
/// @throws what the library throws.
bool run_program(const options& wanted);

/// The same from a foreign thread, on the default runtime.
bool run_foreign_program();

}  // namespace nuthatch::testing
