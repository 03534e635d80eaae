// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/system/child_process.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

struct splicec_flags {
  std::string file;
  std::string out;
  std::string effect;
  std::string region;
  bool no_warnings = false;
  std::vector<std::string> compiler_flags;

  void add_to(CLI::App& command) {
    add_value(command, "FILE", file, " ", "a C or C++ source with #pragma splice");
    add_value(command, "-o", out, "OUT", "where the translation goes; - is standard output");
    add_value(command,
              "--effect",
              effect,
              "NAME",
              "regions that effects consist of: range, the default, strided, box1, box2, box3 or "
              "key_range");
    add_value(command, "--region", region, "TYPE", "a type of regions that the source has itself");
    command.add_flag("--no-warnings", no_warnings, "no warnings of code that keeps calls apart");
    command.add_option("FLAGS", compiler_flags, "flags of the compiler, after --")
        ->option_text(" ");
  }
};

std::vector<std::string> command_line(const splicec_flags& flags, const std::string& translator) {
  std::vector<std::string> words{translator};
  const auto add = [&words](const char* name, const std::string& value) {
    if (!value.empty()) {
      words.insert(words.end(), {name, value});
    }
  };
  if (!flags.file.empty()) {
    words.push_back(flags.file);
  }
  add("-o", flags.out);
  add("--effect", flags.effect);
  add("--region", flags.region);
  if (flags.no_warnings) {
    words.emplace_back("--no-warnings");
  }
  words.emplace_back("--");
  words.insert(words.end(), flags.compiler_flags.begin(), flags.compiler_flags.end());
  return words;
}

void splicec(const splicec_flags& flags) {
  namespace fs = std::filesystem;
  const fs::path translator = fs::path(own_path()).parent_path() / "nuthatch-splicec";
  if (!fs::exists(translator)) {
    throw std::runtime_error(
        fmt::format("{} is missing; it is built where libclang is found (Debian: libclang-19-dev)",
                    translator.string()));
  }
  const child_result ended = run_child(command_line(flags, translator), /*time_limit=*/0);
  if (!ended.start_error.empty() || ended.signal != 0) {
    throw std::runtime_error(describe_failure(ended));
  }
  print(stdout, ended.output);
  if (!ended.succeeded()) {
    throw told_already(ended.error_output, ended.exit_status);
  }
  print(stderr, ended.error_output);
}

}  // namespace

action add_splicec(CLI::App& parser) {
  return add_command(parser,
                     "splicec",
                     "Translates a C or C++ source whose functions say by #pragma splice what they "
                     "touch into C++ that runs them interleaved.",
                     "Examples:\n  nuthatch splicec copy.c -o copy.cpp\n"
                     "  nuthatch splicec grid.cpp -o grid_spliced.cpp --effect box2 -- -Iinclude",
                     splicec);
}

}  // namespace nuthatch::cli
