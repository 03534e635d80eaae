// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::peers {

/// What a thread's stack may grow to. Runtimes that run other tasks on the stack of a waiting one
/// can need many times the depth of the recursion; the large trees of uts are 18000 calls deep to
/// begin with. Only what is touched becomes memory.
inline constexpr std::size_t deep_stack_bytes = std::size_t{1} << 30U;

/// Starts this program over with stacks of that size, for the first thread as for those that are
/// created without a size of their own. Returns when that is already so or not allowed.
void ensure_deep_stacks(char** argv);

}  // namespace nuthatch::peers
