#include "cli/options/virtual_flags.hpp"

#include <fmt/format.h>

#include <nuthatch/errors.hpp>

#include "cli/options/option_values.hpp"
#include "cli/options/usage_error.hpp"

namespace nuthatch::cli {

namespace {

constexpr std::uint64_t seed_if_none_is_given = 1;

}  // namespace

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

}  // namespace nuthatch::cli
