// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"

/// Options whose texts are converted to values while the command line is parsed. An invalid text
/// ends the program with the message of the functions in cli/options/. If an option is absent, its
/// value does not change. The value has to outlive the parsing.
namespace nuthatch::benchmarks {

/// Adds an option that `parse(name, text)` converts.
template <class Value, class Parse>
CLI::Option* add_parsed(
    CLI::App& app, const char* name, Value& value, Parse parse, const char* description) {
  return app.add_option_function<std::string>(
      name,
      [name, &value, parse = std::move(parse)](const std::string& text) {
        value = parse(name, text);
      },
      description);
}

template <std::integral Number>
[[nodiscard]] Number whole_number(const char* name,
                                  const std::string& text,
                                  cli::whole_number_range allowed) {
  return static_cast<Number>(cli::parse_whole_number(name, text, allowed));
}

/// `value` is a Number or an optional Number, which stays empty if the option is absent.
template <std::integral Number, class Value>
void add_whole_number(CLI::App& app,
                      const char* name,
                      Value& value,
                      cli::whole_number_range allowed,
                      const char* description) {
  const auto parse = [allowed](const char* option, const std::string& text) {
    return whole_number<Number>(option, text, allowed);
  };
  add_parsed(app, name, value, parse, description);
}

template <std::integral Number>
void add_number(CLI::App& app,
                const char* name,
                Number& number,
                cli::whole_number_range allowed,
                const char* description) {
  add_whole_number<Number>(app, name, number, allowed, description);
}

template <std::integral Number>
void add_number(CLI::App& app,
                const char* name,
                std::optional<Number>& number,
                cli::whole_number_range allowed,
                const char* description) {
  add_whole_number<Number>(app, name, number, allowed, description);
}

/// Adds an option with numbers separated by commas.
template <std::integral Number>
void add_numbers(CLI::App& app,
                 const char* name,
                 std::vector<Number>& numbers,
                 cli::whole_number_range allowed,
                 const char* description) {
  const auto parse = [allowed](const char* option, const std::string& text) {
    std::vector<Number> all;
    for (const std::string& each : cli::parse_list(option, text)) {
      all.push_back(whole_number<Number>(option, each, allowed));
    }
    return all;
  };
  add_parsed(app, name, numbers, parse, description);
}

/// Adds an option with names of `known` separated by commas; `kind` is, in messages, what a name
/// stands for.
inline void add_names(CLI::App& app,
                      const char* name,
                      const char* kind,
                      std::vector<std::string>& names,
                      std::vector<std::string> known,
                      const char* description) {
  const auto parse = [kind, known = std::move(known)](const char* option, const std::string& text) {
    std::vector<std::string> all = cli::parse_list(option, text);
    for (const std::string& each : all) {
      cli::require_known(fmt::format("{}: there is no {}", option, kind), each, known);
    }
    return all;
  };
  add_parsed(app, name, names, parse, description);
}

}  // namespace nuthatch::benchmarks
