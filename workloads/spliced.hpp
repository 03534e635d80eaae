// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/splice.hpp>

#include "workloads/splicing/splice_mode.hpp"  // IWYU pragma: export
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// One of a program that can be spliced. `workload::modes` says in which ways.
class instance_with_splicing : public instance {
 public:
  /// The program. In a task of a runtime, only `on` has use for other workers. All modes come to
  /// what run_serial() comes to, to the last bit. What it did is counted where it splices.
  virtual splice_counts run_spliced(splice_mode mode, const splice_options& options) = 0;
};

}  // namespace nuthatch::workloads
