// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "benchmarks/peers/shared/problem.hpp"

namespace nuthatch::peers {

/// A peer's whole command line (benchmarks/README.md describes it). Returns the exit status: 0 when
/// all went well and every answer was right, 1 for a wrong answer, 2 for a command line that makes
/// no sense.
int peer_main(int argc, char** argv, const peer& peer);

/// The compiler that built the calling program, e.g. "GCC 12.2.0".
std::string compiler_name();

}  // namespace nuthatch::peers
