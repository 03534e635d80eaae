// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::base {

/// 2^64 divided by the golden ratio, made odd. Multiples of it are far apart from each other; the
/// upper bits of a product with it depend on all bits of the other factor (Fibonacci hashing).
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;

}  // namespace nuthatch::base
