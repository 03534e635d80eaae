// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/splice_options.hpp>

#include "workloads/splicing/splice_mode.hpp"

namespace nuthatch::cli {

/// How to run a spliced program in parallel.
struct splice_plan {
  workloads::splice_mode mode = workloads::splice_mode::on;
  splice_options options = {};
};

}  // namespace nuthatch::cli
