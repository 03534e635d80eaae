#pragma once

#include <string>

#include "cli/compare/comparison.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

/// The comparison for a person: per workload the fastest first, everybody relative to the serial
/// program; below them whoever has no figure, and why.
std::string compare_table(const comparison& result, const terminal& screen);

}  // namespace nuthatch::cli
