// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::cli {

/// The whole command: parses the arguments, runs the chosen subcommand, and reports an error as one
/// line on standard error. Returns the exit status.
int run_application(int argc, char** argv);

}  // namespace nuthatch::cli
