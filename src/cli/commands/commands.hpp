#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace nuthatch::cli {

/// What a subcommand does when it was chosen; returns the exit status.
using action = std::function<int()>;

// Each adds one subcommand with its options and examples to the parser, and returns its action.
// Later the parser fills in what the action reads, so both live equally long.
action add_list(CLI::App& parser);
action add_topology(CLI::App& parser);
action add_bench(CLI::App& parser);
action add_compare(CLI::App& parser);
action add_demo(CLI::App& parser);

}  // namespace nuthatch::cli
