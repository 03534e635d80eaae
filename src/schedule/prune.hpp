// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// Returns how many of the steps were stolen, or could have been: all except the root and those
/// that waited.
[[nodiscard]] std::size_t steals_in(const steal_tree& tree) noexcept;

/// Returns the tree without `percent` percent of its steals: the deepest, and among equally deep
/// ones the last. Of steps that resumed after waiting, those remain that may still have to wait.
/// `percent` is at most 100. Throws std::bad_alloc.
///
/// Source: pruneTree of Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join
/// Programs Using Constrained Work Stealing, section VI.
[[nodiscard]] steal_tree pruned(const steal_tree& from, unsigned percent);

}  // namespace nuthatch::schedules
