#pragma once

#include <string>

#include "cli/compare/comparison.hpp"
#include "cli/compare/comparison_plan.hpp"

namespace nuthatch::cli {

/// run_comparison with progress on the terminal.
comparison run_shown_comparison(const std::string& title, comparison_plan plan);

/// Throws std::runtime_error naming the first of those who gave a wrong answer or failed, if any.
void require_all_right(const comparison& result);

}  // namespace nuthatch::cli
