// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "workloads/spliced.hpp"

namespace nuthatch::benchmarks {

/// A compiler's code of the plain loops in the folder loops.
struct compiled_loops {
  std::string compiler;
  std::function<void(workloads::instance_with_splicing&)> run;
  /// What is wrong with the result of run. Nothing here: as the program itself says.
  std::function<std::string(workloads::instance_with_splicing&)> verify;
};

/// Those of this program. None, where its sizes are not those that they are compiled for.
[[nodiscard]] std::vector<compiled_loops> plain_loops_of(
    workloads::instance_with_splicing& problem);

/// The compilers that there is no code of: name and reason.
[[nodiscard]] std::vector<std::string> absent_loop_compilers();

}  // namespace nuthatch::benchmarks
