// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::fiber {

/// Where on the running stack the function's frame lies that has `object` as a local variable;
/// `object` itself, unless AddressSanitizer keeps local variables apart from their frames to notice
/// their use after a return.
[[nodiscard]] const void* stack_address(const void* object) noexcept;

}  // namespace nuthatch::fiber
