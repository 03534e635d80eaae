// SPDX-License-Identifier: Apache-2.0
#include "cli/options/bad_input.hpp"

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <vector>

#include <fmt/format.h>

#include "cli/options/known_names.hpp"

namespace nuthatch::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

/// Describes the first argument that the parser did not consume.
std::string complaint_about_extra(const std::string& argument,
                                  const CLI::App& root,
                                  const CLI::App& chosen) {
  if (argument.starts_with('-')) {
    const std::string name = argument.substr(0, argument.find('='));
    const std::string nearest = nearest_name(name, option_names(chosen));
    if (chosen.get_name() == "splicec" && !argument.starts_with("--")) {
      return fmt::format("{}: flags of the compiler stand behind --, after all others", argument);
    }
    return fmt::format("{}: there is no such option{}",
                       name,
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
  }
  if (&root == &chosen) {
    return unknown_name_message("there is no subcommand",
                                argument,
                                names_of(root.get_subcommands({}), &CLI::App::get_name));
  }
  return fmt::format("\"{}\": nothing more is expected here", argument);
}

/// Describes a wrong number of values. Every option takes one value, a flag none. The parser's text
/// begins with the option's name.
std::string complaint_about_values(const std::string& text) {
  if (text.find("flag override") != std::string::npos) {
    return fmt::format("--{}: takes no value", text.substr(0, text.find(' ')));
  }
  const std::string name = text.substr(0, text.find(':'));
  const bool missing = text.find("missing") != std::string::npos;
  return fmt::format("{}: {}", name, missing ? "takes a value" : "takes one value, once");
}

}  // namespace

std::string parse_complaint(const CLI::ParseError& error,
                            const CLI::App& root,
                            const CLI::App& chosen) {
  std::string text = error.what();
  const std::vector<std::string> extra = root.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extra.empty()) {
    text = complaint_about_extra(extra.front(), root, chosen);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    text = complaint_about_values(text);
  }
  return fmt::format(
      "{} (see nuthatch {}--help)", text, &root == &chosen ? "" : chosen.get_name() + " ");
}

}  // namespace nuthatch::cli
