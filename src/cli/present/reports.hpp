// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/measure/measurement.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "workloads/workload.hpp"

/// The output of the subcommands: for readers, and as the documents described in
/// docs/bench-json.md, which end with a newline.
namespace nuthatch::cli {

/// A bench run for readers. If an answer is wrong, no figures are shown.
std::string bench_summary(const bench_run& run, const terminal& screen);
std::string bench_json(const bench_run& run);

/// For each workload the contenders, fastest first, relative to the serial program; below them
/// those without figures, and why.
std::string compare_table(const comparison& result, const terminal& screen);
/// The cell in place of figures.
cell why_no_figure(const contender& who);
std::string compare_json(const comparison& result);

/// "n=35 cutoff=0"
std::string describe_parameters(const workloads::parameters& parameters);

}  // namespace nuthatch::cli
