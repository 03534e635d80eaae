// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

/// The maximal number of work items in one answer. A thief that gets that many is busy for long,
/// and requests more.
inline constexpr auto largest_answer = base::capacity<std::size_t>(64, 2);

/// The worker that keeps the termination detector.
inline constexpr unsigned manager = 0;

}  // namespace nuthatch::scheduling
