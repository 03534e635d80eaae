// SPDX-License-Identifier: Apache-2.0
#include "cli/options/runtime_flags.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"

namespace nuthatch::cli {

namespace {

using configuration::option;
using configuration::value_kind;

constexpr std::uint64_t seed_if_none_is_given = 1;

/// "policy" for POLICY: the noun for the option's values.
std::string noun(const option& what) {
  std::string text(what.placeholder);
  std::ranges::transform(
      text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Throws with a suggestion if a name is misspelt.
void require_known_name(const option& what, std::string_view source, const std::string& text) {
  if (const std::vector<std::string> all = what.names(); !all.empty() && !what.knows(text)) {
    require_known(fmt::format("{}: there is no {}", source, noun(what)), text, all);
  }
}

}  // namespace

void runtime_flags::add_to(CLI::App& command) {
  for (const listed_option& each : option_list()) {
    typed_.push_back({.listed = each, .text = {}});
  }
  for (typed_option& each : typed_) {
    const option& what = *each.listed.what;
    CLI::Option* const added = what.kind() == value_kind::yes_or_no
                                   ? command.add_flag(what.flag(), each.set, describe(what))
                                   : command.add_option(what.flag(), each.text, describe(what))
                                         ->option_text(std::string(what.placeholder));
    if (each.listed.of != nullptr) {
      added->group(fmt::format("Of the {}", each.listed.owners()));
    }
  }
}

bool runtime_flags::given(std::string_view name) const {
  return std::ranges::any_of(typed_, [name](const typed_option& each) {
    return each.listed.what->name == name && (each.set || !each.text.empty());
  });
}

options runtime_flags::resolve() const {
  options chosen = options::from_environment();
  for (const typed_option& each : typed_) {
    const option& what = *each.listed.what;
    if (each.set) {
      what.set(chosen, "1", what.flag());
    } else if (!each.text.empty()) {
      require_known_name(what, what.flag(), each.text);
      what.set(chosen, each.text, what.flag());
    } else {
      require_known_name(what, what.variable(), what.shown(chosen));
    }
  }
  return chosen;
}

void virtual_flags::add_to(CLI::App& command) {
  command
      .add_option(
          "--virtual-workers",
          workers,
          "run on so many workers in virtual time, up to 4096, all on one thread and the same each "
          "time for the same --seed; adds virtual times to the result; with thousands, a run may "
          "take minutes")
      ->option_text("N");
  command
      .add_option("--topology",
                  topology,
                  "the machine of the virtual workers: NODESxCPUS, or hwloc's synthetic notation "
                  "such as \"pack:2 l3:2 core:4 pu:1\"; without it, one node whose cpus share a "
                  "cache")
      ->option_text("TEXT");
}

options virtual_flags::resolve(options chosen, bool workers_given, bool pin_given) const {
  if (!wanted()) {
    if (!topology.empty()) {
      throw usage_error("--topology: describes the machine of --virtual-workers, which is missing");
    }
    return chosen;
  }
  if (workers_given) {
    throw usage_error("--workers: give either it or --virtual-workers");
  }
  if (pin_given) {
    throw usage_error("--pin: virtual workers always have a cpu each");
  }
  chosen.workers =
      static_cast<unsigned>(parse_whole_number("--virtual-workers", workers, {1, max_workers}));
  chosen.pin = false;
  if (chosen.seed == 0) {
    chosen.seed = seed_if_none_is_given;
  }
  return chosen;
}

twin::machine_model virtual_flags::machine(unsigned for_workers) const {
  if (topology.empty()) {
    return twin::machine_model::flat(for_workers);
  }
  try {
    twin::machine_model described = twin::machine_model::from(topology);
    if (described.cpus() < for_workers) {
      throw usage_error(fmt::format("--topology: '{}' has {} cpus, too few for {} virtual workers",
                                    topology,
                                    described.cpus(),
                                    for_workers));
    }
    return described;
  } catch (const option_error& error) {
    throw usage_error(fmt::format("--topology: {}", error.what()));
  }
}

std::string describe(const configuration::option& what) {
  if (what.kind() == value_kind::yes_or_no) {
    return std::string(what.about);
  }
  return fmt::format("{}; {} by default", what.about, what.usual());
}

std::string as_typed(std::string complaint) {
  const std::size_t end = complaint.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  if (end == std::string::npos || complaint[end] != ':') {
    return complaint;
  }
  std::replace(complaint.begin(), complaint.begin() + static_cast<std::ptrdiff_t>(end), '_', '-');
  return "--" + complaint;
}

}  // namespace nuthatch::cli
