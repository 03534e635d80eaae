// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/compare/comparison.hpp"

namespace nuthatch::cli {

/// The function that executes a chosen subcommand. Throws if it fails.
using action = std::function<void()>;

// Each function adds one subcommand with its options and examples to the parser, and returns its
// action. The parser fills in what the action reads later, so both have the same lifetime.
action add_list(CLI::App& parser);
action add_topology(CLI::App& parser);
action add_bench(CLI::App& parser);
action add_compare(CLI::App& parser);
action add_schedule(CLI::App& parser);
action add_demo(CLI::App& parser);
action add_splicec(CLI::App& parser);
action add_omp(CLI::App& parser);

/// Marks each argument of another program, which the parser must not interpret.
inline constexpr char argument_mark = '\1';

/// plan_comparison and run_comparison with progress on the terminal.
comparison run_shown_comparison(const std::string& title, comparison_request request);

/// Throws std::runtime_error that names the first contender with a wrong answer or a failure, if
/// any.
void require_all_right(const comparison& result);

/// Adds the subcommand `name`. Flags, the typed values, has add_to(CLI::App&).
template <class Flags>
action add_command(CLI::App& parser,
                   const char* name,
                   const char* about,
                   const char* examples,
                   void (*run)(const Flags&)) {
  auto flags = std::make_shared<Flags>();
  CLI::App* const command = parser.add_subcommand(name, about);
  flags->add_to(*command);
  command->footer(examples);
  return [flags, run] {
    run(*flags);
  };
}

/// An option with one value; `placeholder` stands for the value in the help.
template <class Value>
CLI::Option* add_value(
    CLI::App& command, const char* name, Value& value, const char* placeholder, const char* about) {
  return command.add_option(name, value, about)->option_text(placeholder);
}

}  // namespace nuthatch::cli
