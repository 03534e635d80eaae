// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload wordcount_workload();
workload uts_workload();
workload heat_workload();

/// Replaces registry.cpp: the programs that `nuthatch demo` runs.
const std::vector<workload>& all() {
  static const std::vector<workload> list{wordcount_workload(), uts_workload(), heat_workload()};
  return list;
}

}  // namespace nuthatch::workloads
