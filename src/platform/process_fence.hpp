// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::platform {

/// Whether process_fence() can be had: asks the kernel, at the first call. Not under
/// ThreadSanitizer, which could not follow it.
[[nodiscard]] bool process_fence_available() noexcept;

/// When it returns, each thread of the process has executed a full memory fence since the call. The
/// others need none of their own then, only order in what the compiler makes: a side that comes by
/// often pays nothing, and one that comes seldom an interruption of all cpus on which threads of
/// this process run. That takes 1 to 10 microseconds.
void process_fence() noexcept;

}  // namespace nuthatch::platform
