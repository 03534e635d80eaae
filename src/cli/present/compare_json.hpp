#pragma once

#include <string>

#include "cli/compare/comparison.hpp"

namespace nuthatch::cli {

/// The document described in docs/bench-json.md, with a newline at its end.
std::string compare_json(const comparison& result);

}  // namespace nuthatch::cli
