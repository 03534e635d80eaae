#pragma once

#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

/// One statistics for several runs: medians of counts, and the highest of what is a peak. All 0
/// without runs.
statistics typical(const std::vector<statistics>& runs);

}  // namespace nuthatch::cli
