#pragma once

#include <string>

#include "cli/compare/comparison.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

/// A comparison of schedulers for someone who sees it for the first time: one sentence above, the
/// times in words, and what to try next.
std::string demo_table(const comparison& result, const terminal& screen);

}  // namespace nuthatch::cli
