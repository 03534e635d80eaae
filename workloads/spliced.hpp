// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/splice.hpp>

#include "workloads/splicing/splice_mode.hpp"  // IWYU pragma: export
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// An instance of a program that can be spliced. `workload::modes` lists the ways.
class instance_with_splicing : public instance {
 public:
  /// Runs the program. In a task of a runtime, only the mode `on` uses other workers. All modes
  /// have the result of run_serial(), to the last bit. If it splices, it returns counts.
  virtual splice_counts run_spliced(splice_mode mode, const splice_options& options) = 0;
};

}  // namespace nuthatch::workloads
