// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/measure/measurement.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "workloads/workload.hpp"

/// What the subcommands write: for people, and as the documents described in docs/bench-json.md,
/// which end with a newline.
namespace nuthatch::cli {

/// A bench run as a person reads it. Of a run with a wrong answer no figure is shown.
std::string bench_summary(const bench_run& run, const terminal& screen);
std::string bench_json(const bench_run& run);

/// Per workload the fastest first, everybody relative to the serial program; below them whoever has
/// no figure, and why.
std::string compare_table(const comparison& result, const terminal& screen);
/// What stands there in the place of figures.
cell why_no_figure(const contender& who);
std::string compare_json(const comparison& result);

/// "n=35 cutoff=0"
std::string describe_parameters(const workloads::parameters& parameters);

}  // namespace nuthatch::cli
