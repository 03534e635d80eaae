// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>  // holds definitions that App.hpp needs
#include <CLI/Error.hpp>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"

namespace nuthatch::benchmarks {

/// The main function of a benchmark that is a separate program. Options has add_to(CLI::App&), and
/// run(Options) executes the benchmark. Returns the exit status; errors go to standard error.
template <class Options, class Run>
int program_main(const char* name, const char* purpose, int argc, char** argv, Run run) {
  const auto complain = [&](const char* text, int status) {
    fmt::print(stderr, "{}: {}\n", name, text);
    return status;
  };
  CLI::App app(purpose, name);
  Options typed;
  typed.add_to(app);
  try {
    app.parse(argc, argv);
    run(typed);
    return cli::exit_success;
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return cli::exit_success;
  } catch (const CLI::ParseError& wrong) {
    return complain(wrong.what(), cli::exit_bad_input);
  } catch (const cli::usage_error& wrong) {
    return complain(wrong.what(), cli::exit_bad_input);
  } catch (const std::exception& failed) {
    return complain(failed.what(), cli::exit_failure);
  }
}

}  // namespace nuthatch::benchmarks
