// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/measure/measurement.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/runtime_flags.hpp"
#include "cli/options/splice_flags.hpp"
#include "cli/present/progress.hpp"
#include "cli/present/reports.hpp"
#include "cli/system/output_file.hpp"
#include "cli/system/terminal.hpp"
#include "platform/memory.hpp"
#include "runtime/option_list.hpp"
#include "runtime/runtime_on.hpp"
#include "schedule/schedule_file.hpp"
#include "twin/virtual_platform.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

constexpr const char* bench_examples =
    "Examples:\n"
    "  nuthatch bench fib\n"
    "  nuthatch bench uts --set tree=T2 --workers 2 --policy work_first\n"
    "  nuthatch bench wordcount --set path=/usr/share/doc --repeat 3\n"
    "  nuthatch bench heat --schedule record --workers 2\n"
    "  nuthatch bench nqueens --size small --json result.json\n"
    "  nuthatch bench jacobi-1d --splice on --set steps=32\n"
    "  nuthatch bench uts --virtual-workers 64 --topology 8x8 --seed 7\n"
    "  nuthatch bench fib --quiet --json - | python3 -m json.tool";

/// The flags as typed.
struct bench_flags {
  std::string workload;
  runtime_flags runtime;
  virtual_flags virtual_machine;
  splice_flags splicing;
  std::string size = "default";
  std::vector<std::string> settings;
  std::string repeat = "5";
  std::string only;
  std::string schedule = "off";
  std::string loaded_schedule;
  std::string saved_schedule;
  std::string json;
  bool quiet = false;
  bool skip_spawn_count = false;

  void add_to(CLI::App& command) {
    const auto add = [&](const char* name, auto& value, const char* text, const char* about) {
      return add_value(command, name, value, text, about);
    };
    add("WORKLOAD", workload, " ", "what to run; see nuthatch list")->required();
    runtime.add_to(command);
    virtual_machine.add_to(command);
    add("--size", size, "NAME", "small, default or paper");
    add("--set", settings, "KEY=VALUE", "change a parameter of the workload; may be repeated")
        ->allow_extra_args(false);
    add("--repeat", repeat, "R", "measured runs of each kind, 5 by default");
    add("--only",
        only,
        "KIND",
        "measure only one kind of run, serial or parallel; there are no ratios then");
    add("--schedule",
        schedule,
        "USE",
        "record: write down where all of a parallel run's work ran, and print how much that is;\n"
        "strict_ordered, strict_unordered, relaxed: follow the schedule of the warm-up;\n"
        "persistent, designated: a schedule for each phase of the workload, found or given by\n"
        "itself; off");
    add("--load-schedule",
        loaded_schedule,
        "FILE",
        "follow that one, which --save-schedule has written, instead of the warm-up's; with\n"
        "--schedule strict_ordered, strict_unordered or relaxed");
    add("--save-schedule",
        saved_schedule,
        "FILE",
        "write that of the last measured run there; with --schedule, but for off, and workloads\n"
        "of one phase");
    add("--json", json, "FILE", "write the result there; - is standard output");
    command.add_flag("--no-spawn-count",
                     skip_spawn_count,
                     "leave out the extra run at the end that counts spawns");
    command.add_flag("--quiet", quiet, "print no summary");
    splicing.add_to(command);
  }
};

/// The schedule to follow. It has no steps if none is requested.
schedule make_followed(const bench_flags& flags, schedule_use use) {
  if (flags.loaded_schedule.empty()) {
    return {};
  }
  if (!replays(use) || is_by_phases(use) || flags.only == "serial") {
    throw usage_error(
        "--load-schedule: no run would follow it; it takes --schedule strict_ordered, "
        "strict_unordered or relaxed, and parallel runs");
  }
  schedule loaded = load_schedule("--load-schedule", flags.loaded_schedule);
  if (loaded.steps() == 0) {
    throw usage_error(
        fmt::format("--load-schedule: {} is a schedule of no steps", flags.loaded_schedule));
  }
  return loaded;
}

/// Spliced runs use real workers. Runs spliced by hand spawn nothing, so they have no schedule.
std::optional<splice_plan> make_splice_plan(const bench_flags& flags,
                                            const workloads::workload& workload) {
  std::optional<splice_plan> plan = flags.splicing.resolve(workload);
  if (plan && (flags.only == "serial" || flags.virtual_machine.wanted())) {
    throw usage_error("--splice: it takes parallel runs, on real workers");
  }
  if (plan && flags.schedule != "off" &&
      (plan->mode != workloads::splice_mode::on || flags.schedule == "designated")) {
    throw usage_error(
        "--splice: schedules are for --splice on; it takes --schedule of any use but designated");
  }
  return plan;
}

measurement_plan make_measurement_plan(const bench_flags& flags,
                                       const workloads::workload& workload,
                                       const options& chosen) {
  if (!flags.only.empty()) {
    require_known("--only: there is no kind of run", flags.only, {"serial", "parallel"});
  }
  const auto* const use = std::ranges::find(schedule_uses, flags.schedule);
  if (use == schedule_uses.end()) {
    require_known("--schedule: there is no use",
                  flags.schedule,
                  std::vector<std::string>(schedule_uses.begin(), schedule_uses.end()));
  }
  if (!flags.saved_schedule.empty() && (flags.schedule == "off" || flags.only == "serial")) {
    throw usage_error(
        "--save-schedule: there is no schedule to save; it takes --schedule with another use than "
        "off, and parallel runs");
  }
  const auto schedules = static_cast<schedule_use>(use - schedule_uses.begin());
  return {.repeat = parse_repeat(flags.repeat),
          .serial = flags.only != "parallel",
          .parallel = flags.only != "serial",
          .count_spawns = !flags.skip_spawn_count,
          .policy = chosen.policy,
          .schedules = schedules,
          .followed = make_followed(flags, schedules),
          .splicing = make_splice_plan(flags, workload),
          .clock = {}};
}

std::vector<setting> make_settings(const bench_flags& flags) {
  std::vector<setting> settings;
  for (const std::string& text : flags.settings) {
    settings.push_back(parse_setting(text));
    const std::string& named = settings.back().workload;
    if (!named.empty() && named != flags.workload) {
      throw usage_error(fmt::format(
          "--set: {} is about {}, and the workload is {}", text, named, flags.workload));
    }
  }
  return settings;
}

bench_run make_run(const bench_flags& flags) {
  const workloads::workload& workload = find_workload("WORKLOAD", flags.workload);
  const workloads::problem_size size = parse_size("--size", flags.size);
  const options chosen = flags.virtual_machine.resolve(
      flags.runtime.resolve(), flags.runtime.given("workers"), flags.runtime.given("pin"));
  return {.workload = &workload,
          .size = size,
          .parameters = resolve_parameters(workload, size, make_settings(flags)),
          .plan = make_measurement_plan(flags, workload, chosen),
          .runtime_options = chosen,
          .topology = {},
          .measured = {}};
}

std::unique_ptr<workloads::instance> prepare(const bench_run& run) {
  try {
    return run.workload->prepare(run.parameters);
  } catch (const option_error& error) {
    throw usage_error(fmt::format("--set: {}", error.what()));
  }
}

/// A file holds one schedule.
void require_one_schedule(const bench_run& run, const workloads::instance& problem) {
  if (is_by_phases(run.plan.schedules) && problem.phase_count() != 1) {
    throw usage_error(fmt::format(
        "--save-schedule: {} {} has {} phases, each with a schedule of its own; with --schedule {} "
        "it takes a workload of one phase",
        run.workload->name,
        describe_parameters(run.parameters),
        problem.phase_count(),
        word_for(run.plan.schedules)));
  }
}

/// The runtime of the parallel runs, and its platform.
struct workplace {
  std::unique_ptr<twin::virtual_platform> pretended;  // null: the real machine
  std::unique_ptr<runtime> workers;                   // null: no runtime is needed
};

/// Notes options that the runtime raised, if the scheduler uses them.
void note_raised(bench_run& run, const options& asked) {
  for (const listed_option& each : option_list()) {
    const std::string before = each.what->shown(asked);
    const std::string used = each.what->shown(run.runtime_options);
    if (each.what->at_least_workers && before != used &&
        each.concerns(run.runtime_options.scheduler)) {
      std::string name(each.what->name);
      std::ranges::replace(name, '_', ' ');
      run.notes.push_back(
          fmt::format("{} raised from {} to {}, the number of workers", name, before, used));
    }
  }
}

workplace prepare_workers(bench_run& run, const virtual_flags& flags) {
  workplace made;
  if (!run.plan.parallel) {
    run.runtime_options.workers = 0;
    return made;
  }
  if (flags.wanted()) {
    made.pretended = std::make_unique<twin::virtual_platform>(
        flags.machine(run.runtime_options.workers), twin::costs(), run.runtime_options.seed);
    made.workers = runtime_on(*made.pretended, run.runtime_options);
    run.topology = made.pretended->pretended().name();
    run.plan.clock = [team = &made.pretended->team()]() -> virtual_reading {
      return {team->now_ns(), team->charged_ns(), team->events()};
    };
  } else {
    made.workers = std::make_unique<runtime>(run.runtime_options);
  }
  const options asked = std::exchange(run.runtime_options, made.workers->configuration());
  note_raised(run, asked);
  return made;
}

void perform(bench_run& run, const virtual_flags& flags, bool saves_schedule) {
  const unsigned per_kind = run.plan.repeat + 1;
  progress shown(terminal::of(STDERR_FILENO),
                 "nuthatch bench " + run.workload->name,
                 {run.plan.serial ? per_kind : 0,
                  run.plan.parallel ? per_kind + (run.plan.count_spawns ? 1 : 0) : 0});
  const workplace where = prepare_workers(run, flags);
  const std::unique_ptr<workloads::instance> problem = prepare(run);
  if (saves_schedule) {
    require_one_schedule(run, *problem);
  }
  run.measured = measure(*problem, where.workers.get(), run.plan, [&](const run_notice& notice) {
    shown.run_starts(static_cast<std::size_t>(notice.kind), describe(notice, run.plan.repeat));
  });
  run.plan.clock = {};  // the clock ends with the workplace
  run.peak_rss_bytes = platform::peak_resident_bytes();
}

void bench(const bench_flags& flags) {
  bench_run run = make_run(flags);
  const output_file json("--json", flags.json);
  const output_file saved_schedule("--save-schedule", flags.saved_schedule);
  saved_schedule.require_other_than("--save-schedule", flags.json, "--json");
  perform(run, flags.virtual_machine, saved_schedule.wanted());
  if (saved_schedule.wanted() && run.measured.verified()) {
    saved_schedule.write(schedules::encode(*run.measured.schedules.kept.tree()));
  }
  if (json.wanted()) {
    json.write(bench_json(run));
  }
  std::FILE* const stream = json.is_standard_output() ? stderr : stdout;
  if (!flags.quiet) {
    print(stream, bench_summary(run, terminal::of(::fileno(stream))));
  }
  if (!run.measured.verified()) {
    throw std::runtime_error(
        fmt::format("{}: wrong answer in {}", run.workload->name, run.measured.complaint));
  }
}

}  // namespace

action add_bench(CLI::App& parser) {
  return add_command(
      parser,
      "bench",
      "Runs one workload, serial and parallel in turn, verifies every answer, and reports times, "
      "ratios and counters.",
      bench_examples,
      bench);
}

}  // namespace nuthatch::cli
