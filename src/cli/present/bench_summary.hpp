#pragma once

#include <string>

#include "cli/measure/bench_run.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

/// A bench run as a person reads it. Of a run with a wrong answer no figure is shown.
std::string bench_summary(const bench_run& run, const terminal& screen);

/// "n=35 cutoff=0"
std::string describe_parameters(const workloads::parameters& parameters);

}  // namespace nuthatch::cli
