#pragma once

#include <string>

#include "cli/measure/bench_run.hpp"

namespace nuthatch::cli {

/// The document described in docs/bench-json.md, with a newline at its end.
std::string bench_json(const bench_run& run);

}  // namespace nuthatch::cli
