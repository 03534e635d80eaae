// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bound/measure.hpp"
#include "twin/machine_model.hpp"

namespace nuthatch::benchmarks {

/// The runs of one program, scheduler and policy, a line for each number of workers.
[[nodiscard]] std::string table_of(const bound_series& series);

/// A line for each program: the largest c of all schedulers, policies and numbers of workers.
[[nodiscard]] std::string conclusion(const std::vector<bound_series>& all);

/// Everything, as benchmarks/README.md says.
[[nodiscard]] std::string bound_json(const std::vector<bound_series>& all,
                                     std::uint64_t seed,
                                     const twin::costs& of);

}  // namespace nuthatch::benchmarks
