// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::peers {

/// The maximal size of a thread's stack. Runtimes that run other tasks on the stack of a waiting
/// one can need many times the depth of the recursion, and the large trees of uts are 18000 calls
/// deep. Only touched pages take memory.
inline constexpr std::size_t deep_stack_bytes = std::size_t{1} << 30U;

/// Restarts this program with stacks of that size, both for the first thread and for threads that
/// are created without an explicit size. Returns if the size is already set, or if it is not
/// permitted.
void ensure_deep_stacks(char** argv);

}  // namespace nuthatch::peers
