// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cli/options/option_values.hpp"
#include "cli/present/reports.hpp"
#include "cli/system/terminal.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::testing {

/// A file or a pipe, without colours.
inline cli::terminal not_a_screen(std::size_t width) {
  return {/*interactive=*/false, /*colour=*/false, width};
}

/// A run of the small fib, without results.
inline cli::bench_run unmeasured_run() {
  const workloads::workload& fib = cli::find_workload("WORKLOAD", "fib");
  return {.workload = &fib,
          .parameters = cli::resolve_parameters(fib, workloads::problem_size::small, {}),
          .plan = {},
          .runtime_options = {},
          .measured = {}};
}

}  // namespace nuthatch::testing
