// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::fiber {

/// Returns where the frame of the function with the local variable `object` lies on the running
/// stack. That is `object` itself, unless AddressSanitizer keeps local variables apart from their
/// frames to detect their use after a return.
[[nodiscard]] const void* stack_address(const void* object) noexcept;

}  // namespace nuthatch::fiber
