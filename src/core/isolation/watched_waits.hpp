// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/capacity.hpp"

namespace nuthatch::core {

/// Whether waits are watched: in builds with assertions. Not where interleavings are explored,
/// which the counting would only lengthen.
inline constexpr bool waits_are_watched =
    base::assertions_checked && base::capacity(/*usual=*/true, /*small=*/false);

/// Counters of a team's waits, to detect that nothing can happen in the team any more: all workers
/// sleep, there is no mail, and nothing outside has what a task of the team waits for. All accesses
/// are sequentially consistent: performance does not matter here.
struct watched_waits {
  detail::atomic<std::uint32_t> sleeps{0};   ///< sleeps begun so far
  detail::atomic<std::uint32_t> outside{0};  ///< tasks that wait for another runtime
  detail::atomic<std::uint32_t> blocks{0};   ///< tasks that are in isolated blocks or wait for one
};

}  // namespace nuthatch::core
