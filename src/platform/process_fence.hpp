// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::platform {

/// Returns whether process_fence() is available: asks the kernel, at the first call. Not under
/// ThreadSanitizer, which could not follow it.
[[nodiscard]] bool process_fence_available() noexcept;

/// When it returns, each thread of the process has executed a full memory fence since the call. The
/// other threads then need no fence of their own, only ordering by the compiler: the frequent side
/// pays nothing, and the rare side an interruption of all CPUs on which threads of this process
/// run, which takes 1 to 10 microseconds.
void process_fence() noexcept;

}  // namespace nuthatch::platform
