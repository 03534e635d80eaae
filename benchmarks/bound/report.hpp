// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bound/measure.hpp"
#include "twin/machine_model.hpp"

namespace nuthatch::benchmarks {

/// Returns a line for each number of workers: the runs of one program, scheduler and policy.
[[nodiscard]] std::string table_of(const bound_series& series);

/// Returns a line for each program: the largest c of all schedulers, policies and numbers of
/// workers.
[[nodiscard]] std::string conclusion(const std::vector<bound_series>& all);

/// Returns all results as JSON, as benchmarks/README.md describes.
[[nodiscard]] std::string bound_json(const std::vector<bound_series>& all,
                                     std::uint64_t seed,
                                     const twin::costs& of);

}  // namespace nuthatch::benchmarks
