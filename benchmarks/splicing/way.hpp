// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nuthatch/splice.hpp>

#include "workloads/spliced.hpp"

namespace nuthatch::benchmarks {

/// A way to run a program, and its results.
struct way {
  std::string name;
  std::function<splice_counts(workloads::instance_with_splicing&)> run;
  bool on_worker = true;  ///< in a task of the runtime; otherwise on the calling thread
  /// Returns what is wrong with the result. If empty, the program itself verifies it.
  std::function<std::string(workloads::instance_with_splicing&)> verify = {};
  bool calls_kernels = true;  ///< it can be run with kernels that return at once

  std::vector<double> seconds = {};
  std::vector<double> empty_seconds = {};
  splice_counts counts = {};
};

}  // namespace nuthatch::benchmarks
