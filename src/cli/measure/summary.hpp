// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

/// A summary of repeated runs: the median and the extremes.
struct summary {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// The variation of times between runs: their standard deviation in percent of the fastest. Nothing
/// for fewer than two times.
std::optional<double> variability(const std::vector<double>& times);

/// The median of an even number of values is the mean of the two in the middle. `values` has at
/// least one.
summary summarize(std::vector<double> values);

/// The lower of the two in the middle if there are two, so that it is a count that occurred.
std::uint64_t median_count(std::vector<std::uint64_t> values);

/// The statistics typical for several runs: medians of counts, and the highest of peaks. All 0
/// without runs.
statistics typical(const std::vector<statistics>& runs);

}  // namespace nuthatch::cli
