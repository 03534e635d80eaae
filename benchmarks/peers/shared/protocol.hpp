// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "benchmarks/peers/shared/problem.hpp"

namespace nuthatch::peers {

/// Executes a peer's command line, which benchmarks/README.md describes. Returns the exit status: 0
/// if every answer was right, 1 if one was wrong, 2 if the command line is invalid.
int peer_main(int argc, char** argv, const peer& peer);

/// Returns the compiler that built the calling program, for example "GCC 12.2.0".
std::string compiler_name();

}  // namespace nuthatch::peers
