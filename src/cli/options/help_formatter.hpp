#pragma once

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <cstddef>
#include <string>

namespace nuthatch::cli {

/// Help in two columns that fit the terminal.
class help_formatter : public CLI::Formatter {
 public:
  explicit help_formatter(std::size_t width) : width_(width) {}

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* subcommand) const override;
  std::string make_description(const CLI::App* command) const override;

 private:
  std::size_t width_;
};

}  // namespace nuthatch::cli
