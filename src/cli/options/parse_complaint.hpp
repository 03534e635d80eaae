#pragma once

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <string>

namespace nuthatch::cli {

/// One sentence about a command line that could not be parsed: names the argument, suggests the
/// nearest subcommand or option, and points to the help of `chosen`, the subcommand in force.
std::string parse_complaint(const CLI::ParseError& error,
                            const CLI::App& root,
                            const CLI::App& chosen);

}  // namespace nuthatch::cli
