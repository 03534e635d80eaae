// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

/// A worker takes the work that has waited longest every so many times. The number is a prime, so
/// that it does not coincide with a period of the program.
inline constexpr auto fairness = base::capacity<std::uint32_t>(61, 3);

}  // namespace nuthatch::scheduling
