#include "cli/options/runtime_flags.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"

namespace nuthatch::cli {

namespace {

void set_threshold(std::uint32_t& into, std::string_view option, const std::string& text) {
  if (!text.empty()) {
    into = static_cast<std::uint32_t>(parse_whole_number(option, text, {1, most_threshold}));
  }
}

}  // namespace

void runtime_flags::add_to(CLI::App& command) {
  command.add_option("--scheduler", scheduler, "how work is shared; see nuthatch list")
      ->option_text("NAME");
  command
      .add_option(
          "--workers", workers, "worker threads; 0, the default: as many as this process may use")
      ->option_text("N");
  command
      .add_option("--policy",
                  policy,
                  "what a spawn leaves for thieves: the parent's continuation (work_first), the "
                  "child (help_first), or the worker's choice (adaptive, the default)")
      ->option_text("NAME");
  command
      .add_option("--steal",
                  steal,
                  "how much a thief of the scheduler channel asks for: one, half, or adaptive, the "
                  "default")
      ->option_text("AMOUNT");
  command
      .add_option(
          "--stack-threshold",
          stack_threshold,
          "stacks in a worker's chain from which on adaptive spawns of the scheduler slaw are "
          "help-first; 256 if not said")
      ->option_text("S");
  command
      .add_option("--fresh-threshold",
                  fresh_threshold,
                  "fresh tasks of a worker from which on they are work-first; 128 if not said")
      ->option_text("F");
  command
      .add_option("--policy-interval",
                  policy_interval,
                  "spawns after which it looks again how many were stolen; 64 if not said")
      ->option_text("INT");
  command
      .add_option(
          "--places",
          places,
          "groups of workers that keep their tasks, bound to cpus: 8:2, 8 of 2 workers; one "
          "for each core, l2, l3, numa or package; or their cpus, {0-3},{4-7}; with slaw and "
          "work_stealing")
      ->option_text("TEXT");
  command
      .add_option(
          "--stack-size", stack_size, "stack of a task in bytes, also 64K, 1M (the default)")
      ->option_text("BYTES");
  command
      .add_option(
          "--max-stacks",
          max_stacks,
          "stacks alive at once before the runtime reports an error; 0, the default: automatic")
      ->option_text("N");
  command.add_option("--seed", seed, "start of the workers' random numbers; 0: the runtime's own")
      ->option_text("N");
  command.add_flag("--pin", pin, "bind each worker to a cpu");
  command.add_flag("--cross-place-steals",
                   cross_place_steals,
                   "let workers whose place has nothing left steal from others");
  command.add_flag("--reproducible",
                   reproducible,
                   "give reductions the same bits with any number of workers and any scheduler");
}

options runtime_flags::resolve() const {
  options chosen = options::from_environment();
  if (!scheduler.empty()) {
    chosen.scheduler = scheduler;
  }
  require_known(fmt::format("{}: there is no scheduler",
                            scheduler.empty() ? "NUTHATCH_SCHEDULER" : "--scheduler"),
                chosen.scheduler,
                scheduler_names());
  if (!workers.empty()) {
    chosen.workers = parse_workers("--workers", workers);
  }
  if (!policy.empty()) {
    chosen.policy = parse_policy("--policy", policy);
  }
  if (!steal.empty()) {
    chosen.steal = parse_steal_amount("--steal", steal);
  }
  set_threshold(chosen.stack_threshold, "--stack-threshold", stack_threshold);
  set_threshold(chosen.fresh_threshold, "--fresh-threshold", fresh_threshold);
  set_threshold(chosen.policy_interval, "--policy-interval", policy_interval);
  if (!stack_size.empty()) {
    chosen.stack_size = parse_bytes("--stack-size", stack_size);
  }
  if (!max_stacks.empty()) {
    chosen.max_stacks = static_cast<std::size_t>(parse_whole_number("--max-stacks", max_stacks));
  }
  if (!seed.empty()) {
    chosen.seed = parse_whole_number("--seed", seed);
  }
  if (!places.empty()) {
    chosen.places = places;
  }
  chosen.pin = chosen.pin || pin;
  chosen.cross_place_steals = chosen.cross_place_steals || cross_place_steals;
  chosen.reproducible = chosen.reproducible || reproducible;
  return chosen;
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
