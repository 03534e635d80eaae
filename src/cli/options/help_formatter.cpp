#include "cli/options/help_formatter.hpp"

#include <CLI/App.hpp>
#include <cstddef>
#include <string>

#include "cli/present/paragraph.hpp"

namespace nuthatch::cli {

namespace {

constexpr std::size_t description_column = 26;

}  // namespace

std::string help_formatter::make_option(const CLI::Option* option, bool is_positional) const {
  return two_columns(make_option_name(option, is_positional) + make_option_opts(option),
                     make_option_desc(option),
                     description_column,
                     width_);
}

std::string help_formatter::make_subcommand(const CLI::App* subcommand) const {
  return two_columns(
      subcommand->get_name(), subcommand->get_description(), description_column, width_);
}

std::string help_formatter::make_description(const CLI::App* command) const {
  return paragraph(command->get_description(), width_) + "\n\n";
}

}  // namespace nuthatch::cli
