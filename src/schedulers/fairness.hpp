// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

/// Every so many times a worker takes the work that has waited longest. A prime, so that no
/// program's own period falls in with it.
inline constexpr auto fairness = base::capacity<std::uint32_t>(61, 3);

}  // namespace nuthatch::scheduling
