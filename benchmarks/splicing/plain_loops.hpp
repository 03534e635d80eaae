// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "workloads/spliced.hpp"

namespace nuthatch::benchmarks {

/// The plain loops of the folder `loops`, compiled by one compiler.
struct compiled_loops {
  std::string compiler;
  std::function<void(workloads::instance_with_splicing&)> run;
  /// Returns what is wrong with the result of `run`. If empty, the program itself verifies it.
  std::function<std::string(workloads::instance_with_splicing&)> verify;
};

/// Returns the loops of this program; none if its sizes are not those that the loops are compiled
/// for.
[[nodiscard]] std::vector<compiled_loops> plain_loops_of(
    workloads::instance_with_splicing& problem);

/// Returns the compilers whose code is missing, each with the reason.
[[nodiscard]] std::vector<std::string> absent_loop_compilers();

}  // namespace nuthatch::benchmarks
