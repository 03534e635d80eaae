// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::cli {

/// The whole command: parses, runs the chosen subcommand, and turns whatever goes wrong into one
/// line on standard error. Returns the exit status.
int run_application(int argc, char** argv);

}  // namespace nuthatch::cli
