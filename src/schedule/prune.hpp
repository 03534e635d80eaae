// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// How many of its steps were stolen, or could have been: all but the root and those that waited.
[[nodiscard]] std::size_t steals_in(const steal_tree& tree) noexcept;

/// The tree without so many percent of its steals, those that lie deepest; of one level, the last
/// ones. Of steps that went on after waiting, those stay that may have to wait still. At most 100
/// percent. Throws std::bad_alloc.
///
/// Source: pruneTree of Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join
/// Programs Using Constrained Work Stealing, section VI.
[[nodiscard]] steal_tree pruned(const steal_tree& from, unsigned percent);

}  // namespace nuthatch::schedules
