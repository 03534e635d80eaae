// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/compare/comparison.hpp"

namespace nuthatch::cli {

/// What a subcommand does when it was chosen; throws where it cannot.
using action = std::function<void()>;

// Each adds one subcommand with its options and examples to the parser, and returns its action.
// Later the parser fills in what the action reads, so both live equally long.
action add_list(CLI::App& parser);
action add_topology(CLI::App& parser);
action add_bench(CLI::App& parser);
action add_compare(CLI::App& parser);
action add_schedule(CLI::App& parser);
action add_demo(CLI::App& parser);
action add_splicec(CLI::App& parser);
action add_omp(CLI::App& parser);

/// Stands before each argument of another program, which is not to be read.
inline constexpr char argument_mark = '\1';

/// plan_comparison and run_comparison, with progress on the terminal.
comparison run_shown_comparison(const std::string& title, comparison_request request);

/// Throws std::runtime_error naming the first of those who gave a wrong answer or failed, if any.
void require_all_right(const comparison& result);

/// The subcommand of that name. Flags, what is typed, has add_to(CLI::App&).
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
