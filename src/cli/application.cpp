// SPDX-License-Identifier: Apache-2.0
#include "cli/application.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>  // holds definitions that App.hpp needs
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/runtime_flags.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

constexpr const char* about_nuthatch =
    "Nuthatch runs fine-grained parallel C++ programs. This command measures it, compares its "
    "schedulers with each other and with other runtimes, and shows the machine it runs on.";

constexpr const char* general_examples =
    "Examples:\n"
    "  nuthatch demo                    see it work, in about a minute\n"
    "  nuthatch bench fib               measure one workload\n"
    "  nuthatch compare --workloads fib,nqueens\n"
    "  nuthatch bench --help            all options of a subcommand";

/// Rejects empty values, which mostly come from unset variables of a script. CLI11 takes the --
/// that ends the options for a value if it follows an option that wants one. Flags take no value at
/// all.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() == 0) {
      option->disable_flag_override();  // a flag is given or not; it has no other value
      continue;
    }
    const bool is_named = option->nonpositional();
    option->check([is_named](const std::string& value) -> std::string {
      if (is_named && value == "--") {
        return "takes a value, but -- follows";
      }
      return value.empty() ? "takes a value that is not empty" : "";
    });
  }
}

/// Rejects an option with nothing after its `=`: CLI11 would take the next argument for its value.
void refuse_empty_assignments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      throw usage_error(fmt::format("{}: there is nothing after its =", argument));
    }
  }
}

/// Help in two columns that fit the terminal.
class help_formatter : public CLI::Formatter {
 public:
  explicit help_formatter(std::size_t width) : width_(width) {}

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return row(make_option_name(option, is_positional) + make_option_opts(option),
               make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* subcommand) const override {
    return row(subcommand->get_name(), subcommand->get_description());
  }

  std::string make_description(const CLI::App* command) const override {
    return paragraph(command->get_description(), width_) + "\n\n";
  }

 private:
  [[nodiscard]] std::string row(const std::string& left, const std::string& right) const {
    return two_columns(left, right, /*column=*/26, width_);
  }

  std::size_t width_;
};

struct parser {
  CLI::App app{paragraph(about_nuthatch, widest_text), "nuthatch"};
  std::vector<std::pair<CLI::App*, action>> actions;

  parser() {
    app.formatter(std::make_shared<help_formatter>(terminal::of(STDOUT_FILENO).width()));
    app.set_help_flag("-h,--help", "print this help");
    app.set_version_flag("--version",
                         fmt::format("nuthatch {}\nApache License 2.0", version()),
                         "print the version and the licence");
    refuse_empty_values(app);
    app.footer(general_examples);
    app.require_subcommand(0, 1);
    for (const auto add : {add_demo,
                           add_bench,
                           add_compare,
                           add_schedule,
                           add_splicec,
                           add_omp,
                           add_list,
                           add_topology}) {
      action what = add(app);
      CLI::App* const command = app.get_subcommands({}).back();
      refuse_empty_values(*command);
      actions.emplace_back(command, std::move(what));
    }
  }

  [[nodiscard]] const CLI::App* chosen() const {
    const std::vector<CLI::App*> found = app.get_subcommands();
    return found.empty() ? &app : found.front();
  }
};

/// The text of the first cause. The texts of all tasks that failed in nested scopes would fill
/// pages.
std::string first_cause(const std::exception& error) {
  const auto* const several = dynamic_cast<const task_errors*>(&error);
  if (several == nullptr) {
    return error.what();
  }
  try {
    std::rethrow_exception(several->all().front());
  } catch (const task_errors& inner) {
    return first_cause(inner);
  } catch (const std::exception& inner) {
    return fmt::format("{} (in several tasks)", inner.what());
  } catch (...) {
    return error.what();
  }
}

/// The arguments, with a mark on those after `omp … --`: they are another program's and must reach
/// it unchanged. CLI11 would take "[a,b]" for two arguments, and no other argument may be empty.
std::vector<std::string> with_marked_program(int argc, char** argv) {
  std::vector<std::string> all(argv, argv + argc);
  if (argc < 2 || all[1] != "omp") {
    return all;
  }
  const auto end_of_own = std::ranges::find(all, "--");
  std::for_each(end_of_own == all.end() ? end_of_own : end_of_own + 1,
                all.end(),
                [](std::string& each) { each.insert(0, 1, argument_mark); });
  return all;
}

void run_chosen(parser& commands, int argc, char** argv) {
  try {
    std::vector<std::string> all = with_marked_program(argc, argv);
    std::vector<char*> as_given;
    as_given.reserve(all.size());
    for (std::string& each : all) {
      as_given.push_back(each.data());
    }
    refuse_empty_assignments(argc, as_given.data());
    commands.app.parse(argc, as_given.data());
  } catch (const CLI::CallForHelp&) {
    const CLI::App* const chosen = commands.chosen();
    print(stdout, chosen->help(chosen == &commands.app ? "" : "nuthatch"));
    return;
  } catch (const CLI::CallForVersion& version) {
    print(stdout, fmt::format("{}\n", version.what()));
    return;
  }
  for (const auto& [command, what] : commands.actions) {
    if (command->parsed()) {
      what();
      return;
    }
  }
  print(stdout, commands.app.help());
}

}  // namespace

int run_application(int argc, char** argv) {
  parser commands;
  const auto complain = [&commands](std::string text, int status) {
    // Errors may quote bytes of a file or an argument; keep them on one line.
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\033'; }, ' ');
    const CLI::App& chosen = *commands.chosen();
    fmt::print(stderr,
               "nuthatch{}: {}\n",
               chosen.get_parent() == nullptr ? "" : " " + chosen.get_name(),
               text);
    return status;
  };
  try {
    run_chosen(commands, argc, argv);
    return exit_success;
  } catch (const CLI::ParseError& error) {
    return complain(parse_complaint(error, commands.app, *commands.chosen()), exit_bad_input);
  } catch (const usage_error& error) {
    return complain(error.what(), exit_bad_input);
  } catch (const option_error& error) {
    return complain(as_typed(error.what()), exit_bad_input);
  } catch (const told_already& error) {
    fmt::print(stderr, "{}", error.what());
    return error.status();
  } catch (const std::exception& error) {
    return complain(first_cause(error), exit_failure);
  }
}

}  // namespace nuthatch::cli
