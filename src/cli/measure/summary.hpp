// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

/// What is left of repeated runs: the middle, and how far they spread.
struct summary {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// How much times vary from run to run: their standard deviation in percent of the fastest. Nothing
/// of less than two.
std::optional<double> variability(const std::vector<double>& times);

/// Of an even number of values the median is the mean of the two in the middle. `values` holds at
/// least one.
summary summarize(std::vector<double> values);

/// The lower of the two in the middle when there are two, so that it is a count that occurred.
std::uint64_t median_count(std::vector<std::uint64_t> values);

/// One statistics for several runs: medians of counts, and the highest of what is a peak. All 0
/// without runs.
statistics typical(const std::vector<statistics>& runs);

}  // namespace nuthatch::cli
