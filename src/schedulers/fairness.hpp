// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

/// Once in this many searches, a worker takes the oldest work item instead of the newest. The
/// number is a prime, so that it does not coincide with a period of the program.
inline constexpr auto fairness = base::capacity<std::uint32_t>(61, 3);

}  // namespace nuthatch::scheduling
