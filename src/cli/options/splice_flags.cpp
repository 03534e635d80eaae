// SPDX-License-Identifier: Apache-2.0
#include "cli/options/splice_flags.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "configuration/byte_size.hpp"

namespace nuthatch::cli {

namespace {

using workloads::splice_mode;

std::string word_for(splice_mode mode) {
  return std::string(to_string(mode));
}

std::vector<std::string> workloads_that_splice() {
  std::vector<std::string> names;
  for (const workloads::workload& each : workloads::all()) {
    if (!each.modes.empty()) {
      names.push_back(each.name);
    }
  }
  return names;
}

splice_mode parse_mode(const std::string& text, const workloads::workload& of) {
  const auto* const known = std::ranges::find(workloads::splice_mode_names, text);
  if (known == workloads::splice_mode_names.end()) {
    require_known("--splice: there is no mode",
                  text,
                  std::vector<std::string>(workloads::splice_mode_names.begin(),
                                           workloads::splice_mode_names.end()));
  }
  if (of.modes.empty()) {
    throw usage_error(fmt::format("--splice: {} cannot be spliced; those that can: {}",
                                  of.name,
                                  fmt::join(workloads_that_splice(), ", ")));
  }
  const auto mode = static_cast<splice_mode>(known - workloads::splice_mode_names.begin());
  if (std::ranges::find(of.modes, mode) == of.modes.end()) {
    throw usage_error(fmt::format("--splice: {} has no mode {}; it has {}",
                                  of.name,
                                  text,
                                  fmt::join(names_of(of.modes, word_for), ", ")));
  }
  return mode;
}

std::size_t parse_bytes(const std::string& text) {
  const std::optional<std::uint64_t> bytes = configuration::parse_byte_size(text);
  if (!bytes) {
    throw usage_error(fmt::format("--splice-bytes: \"{}\" is not a number of bytes, {}",
                                  text,
                                  configuration::byte_size_grammar));
  }
  return *bytes;
}

}  // namespace

void splice_flags::add_to(CLI::App& command) {
  const auto add = [&](const char* name, std::string& value, const char* text, const char* about) {
    command.add_option(name, value, about)->option_text(text)->group("Of splicing");
  };
  add("--splice",
      mode,
      "MODE",
      "in parallel runs, run the calls of the program interleaved (on); or on one worker, one "
      "after "
      "the other (off) or by loops that are written by hand (order, tiled)");
  add("--splice-bytes",
      bytes,
      "BYTES",
      "memory for delayed steps, 64M by default; takes K, M and G; with --splice on");
  command
      .add_flag("--splice-all",
                ignore_locality,
                "interleave also calls that share no data; with --splice on")
      ->group("Of splicing");
}

std::optional<splice_plan> splice_flags::resolve(const workloads::workload& of) const {
  const char* const only_spliced = bytes.empty() ? "--splice-all" : "--splice-bytes";
  if ((!bytes.empty() || ignore_locality) && mode != "on") {
    throw usage_error(fmt::format("{}: nothing is spliced; it takes --splice on", only_spliced));
  }
  if (mode.empty()) {
    return std::nullopt;
  }
  splice_plan plan{.mode = parse_mode(mode, of)};
  if (!bytes.empty()) {
    plan.options.delayed_bytes = parse_bytes(bytes);
  }
  plan.options.check_locality = !ignore_locality;
  return plan;
}

}  // namespace nuthatch::cli
