// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/omp_outlook.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/system/child_process.hpp"
#include "cli/system/program_file.hpp"
#include "runtime/misspelt_variables.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::cli {

namespace {

namespace fs = std::filesystem;

struct omp_flags {
  std::string scheduler;
  std::string places;
  bool stats = false;
  bool explain = false;
  std::vector<std::string> program;

  void add_to(CLI::App& command) {
    add_value(command,
              "--scheduler",
              scheduler,
              "NAME",
              "who gets the tasks: shepherd_ws, shepherd_mts or shepherd_cq");
    add_value(command,
              "--places",
              places,
              "PLACES",
              "what threads are bound to, as in OMP_PLACES: cores, sockets, {0:4}:2:4");
    command.add_flag("--stats", stats, "prints at the end how the tasks were executed");
    command.add_flag(
        "--explain", explain, "prints which runtime the program would load, and does not run it");
    command.add_option("PROGRAM", program, "the program and its arguments, after --")
        ->option_text(" ");
    command.positionals_at_end();
  }
};

/// The folder of the runtime, as it was built or installed.
fs::path runtime_folder() {
  const fs::path bin = fs::path(own_path()).parent_path();
  for (const char* const from_bin : {"../lib/nuthatch/openmp", NUTHATCH_OPENMP_FROM_BIN}) {
    const fs::path found = (bin / from_bin).lexically_normal();
    if (fs::exists(found / "libgomp.so.1")) {
      return found;
    }
  }
  throw std::runtime_error(
      fmt::format("the OpenMP runtime is missing: there is no {}",
                  (bin / NUTHATCH_OPENMP_FROM_BIN).lexically_normal().string() + "/libgomp.so.1"));
}

std::vector<std::string> schedulers_that_filter() {
  std::vector<std::string> found;
  for (const scheduling::entry& each : scheduling::registry()) {
    if (each.kind.needs.filters) {
      found.emplace_back(each.name);
    }
  }
  return found;
}

void set(const char* variable, const std::string& value) {
  setenv(variable, value.c_str(), /*overwrite=*/1);  // NOLINT(concurrency-mt-unsafe): no threads
}

/// Prepends the value to the variable's previous value.
void prepend(const char* variable, const std::string& value) {
  const char* const before = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): the same
  set(variable, before != nullptr && *before != '\0' ? value + ":" + before : value);
}

void refuse_separators(const std::string& folder) {
  if (folder.find_first_of(": ") != std::string::npos) {
    throw std::runtime_error(
        fmt::format("the OpenMP runtime is in {}, and the loader takes colons and spaces for the "
                    "end of a name: have Nuthatch in a folder without them",
                    folder));
  }
}

void explain(const fs::path& program, const fs::path& interpreter, const omp_outlook& found) {
  if (!interpreter.empty()) {
    fmt::print("{} is a script, which {} runs.\n", program.string(), interpreter.string());
  }
  for (const std::string& each : found.sentences()) {
    fmt::print("{}\n", each);
  }
}

/// Sets the environment in which the loader uses the runtime in that folder instead of any other.
void set_environment(const omp_flags& flags, const fs::path& folder) {
  prepend("LD_LIBRARY_PATH", folder.string());
  prepend("LD_PRELOAD", (folder / "libgomp.so.1").string());
  if (!flags.scheduler.empty()) {
    set("NUTHATCH_SCHEDULER", flags.scheduler);
  }
  if (!flags.places.empty()) {
    set("OMP_PLACES", flags.places);
  }
  if (flags.stats) {
    set("NUTHATCH_OMP_STATS", "1");
  }
}

std::string why_not_found(const std::string& name) {
  std::error_code ignored;
  const fs::file_status what = fs::status(name, ignored);
  if (name.find('/') == std::string::npos || !fs::exists(what)) {
    return fmt::format("there is no program {} that could be run", name);
  }
  return fs::is_directory(what) ? fmt::format("{} is a folder and no program", name)
                                : fmt::format("{} may not be executed; chmod +x allows that", name);
}

/// Replaces this process by the program, with these words.
[[noreturn]] void execute(const fs::path& program, const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 2);
  for (const std::string& each : words) {
    arguments.push_back(const_cast<char*>(each.c_str()));
  }
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  if (errno == ENOEXEC) {  // a script without an interpreter line: shells and execvp use this one
    std::string file = program.string();
    std::string shell = "/bin/sh";
    arguments.front() = file.data();
    arguments.insert(arguments.begin(), shell.data());
    execv(shell.c_str(), arguments.data());
  }
  throw std::runtime_error(
      fmt::format("cannot run {}: {}", program.string(), std::generic_category().message(errno)));
}

void omp(const omp_flags& given) {
  omp_flags flags = given;
  if (flags.program.empty()) {
    throw usage_error("there is no program to run; give it after --");
  }
  for (std::string& each : flags.program) {
    if (each.starts_with(argument_mark)) {
      each.erase(0, 1);
    }
  }
  if (!flags.scheduler.empty()) {
    require_known(
        "--scheduler: OpenMP has no scheduler", flags.scheduler, schedulers_that_filter());
  }
  const std::string& name = flags.program.front();
  const fs::path program = find_program(name);
  if (program.empty()) {
    throw usage_error(why_not_found(name));
  }
  if (const std::string why = why_not_preloaded(program); !why.empty()) {
    throw usage_error(fmt::format("{} cannot have another runtime: {}", name, why));
  }
  const fs::path folder = runtime_folder();
  refuse_separators(folder.string());
  set_environment(flags, folder);
  const fs::path interpreter = interpreter_of_script(program);
  if (!interpreter.empty() && !fs::exists(interpreter)) {
    throw usage_error(
        fmt::format("{} cannot start: there is no {}, which it names as its interpreter",
                    name,
                    interpreter.string()));
  }
  const omp_outlook found(interpreter.empty() ? program : interpreter, folder / "libgomp.so.1");
  if (flags.explain) {
    explain(program, interpreter, found);
  }
  if (const std::string why = found.why_not(); !why.empty()) {
    throw usage_error(fmt::format("{} cannot have another runtime: {}", name, why));
  }
  if (flags.explain) {
    if (const std::string why = found.why_no_start(); !why.empty()) {
      throw usage_error(fmt::format("{} cannot start: {}", name, why));
    }
    return;
  }
  // The OpenMP runtime reads no options of Nuthatch's own runtimes.
  report_misspelt_variables({"NUTHATCH_SCHEDULER", "NUTHATCH_OMP_STATS"}, "nuthatch omp");
  if (found.has_no_openmp()) {
    fmt::print(stderr,
               "nuthatch omp: {} has no OpenMP: neither it nor a library that it needs calls "
               "functions of a runtime\n",
               name);
  }
  execute(program, flags.program);
}

}  // namespace

action add_omp(CLI::App& parser) {
  return add_command(parser,
                     "omp",
                     "Runs a program that was built with OpenMP on Nuthatch's OpenMP runtime, "
                     "without building it anew. It ends as the program does.",
                     "Examples:\n  nuthatch omp -- ./program 1000\n"
                     "  nuthatch omp --scheduler shepherd_mts --places cores --stats -- ./program",
                     omp);
}

}  // namespace nuthatch::cli
