// SPDX-License-Identifier: Apache-2.0
#include "cli/measure/measurement.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "platform/clock.hpp"
#include "workloads/spliced.hpp"

namespace nuthatch::cli {

namespace {

/// Twice the time after which an idle runtime has to be asleep.
constexpr auto time_to_fall_asleep = std::chrono::milliseconds(20);

/// Times in seconds.
struct elapsed_time {
  double wall = 0;
  double cpu = 0;  ///< of all threads of this process
};

/// Starts when it is constructed. The wall clock is read innermost, so that reading the processor
/// time, a system call, is outside of the wall time.
class stopwatch {
 public:
  [[nodiscard]] elapsed_time elapsed() const {
    const std::uint64_t wall = platform::monotonic_ns() - wall_start_;
    const std::uint64_t cpu = platform::process_cpu_ns() - cpu_start_;
    return {.wall = static_cast<double>(wall) / 1e9, .cpu = static_cast<double>(cpu) / 1e9};
  }

 private:
  // The order matters, and members are initialised in the order of their declaration.
  std::uint64_t cpu_start_ = platform::process_cpu_ns();
  std::uint64_t wall_start_ = platform::monotonic_ns();
};

/// Adapts a program that is spliced to the interface of one that only spawns.
class spliced_problem final : public workloads::instance {
 public:
  spliced_problem(workloads::instance& of, const splice_plan& how)
      : of_(dynamic_cast<workloads::instance_with_splicing&>(of)),
        how_(how) {}

  void reset() override { of_.reset(); }

  void run_serial() override { of_.run_serial(); }

  void run_parallel(spawn_policy /*that of the runtime is taken*/) override {
    counts = of_.run_spliced(how_.mode, how_.options);
  }

  std::string verify() override { return of_.verify(); }

  [[nodiscard]] std::string answer() const override { return of_.answer(); }

  splice_counts counts;  ///< of the last run

 private:
  workloads::instance_with_splicing& of_;
  const splice_plan& how_;
};

struct measuring {
  workloads::instance& problem;
  runtime* workers;
  const measurement_plan& plan;
  const run_observer& observe;
  measurement result = {};
  std::vector<statistics> counters = {};
  bool first = true;
  schedule_runs runs = schedule_runs(plan.schedules, plan.policy, plan.followed);

  measurement run() {
    run_pair(run_purpose::warm_up, 0);
    for (unsigned repetition = 1; repetition <= plan.repeat; ++repetition) {
      run_pair(run_purpose::measured, repetition);
    }
    if (plan.parallel && plan.count_spawns) {
      workers->count_spawns(/*wanted=*/true);
      run_once({run_kind::parallel, run_purpose::counting_spawns, 0});
      workers->count_spawns(/*wanted=*/false);
    }
    result.counters = typical(counters);
    return std::move(result);
  }

  void run_pair(run_purpose purpose, unsigned repetition) {
    if (plan.serial) {
      run_once({run_kind::serial, purpose, repetition});
    }
    if (plan.parallel) {
      run_once({run_kind::parallel, purpose, repetition});
    }
  }

  void run_once(const run_notice& run) {
    if (!result.verified()) {
      return;
    }
    if (observe) {
      observe(run);
    }
    problem.reset();
    if (run.kind == run_kind::serial) {
      run_serial(run);
    } else {
      run_parallel(run);
    }
    check(run);
  }

  void run_serial(const run_notice& run) {
    if (workers != nullptr) {
      std::this_thread::sleep_for(time_to_fall_asleep);
    }
    const stopwatch watch;
    problem.run_serial();
    note(run, watch.elapsed(), result.serial_seconds, result.serial_cpu_seconds);
  }

  void run_parallel(const run_notice& run) {
    workers->reset_statistics();
    const virtual_reading before = read_clock();
    const stopwatch watch;
    if (plan.splicing) {
      run_spliced(*plan.splicing, run);
    } else if (run.purpose == run_purpose::counting_spawns && !is_by_phases(plan.schedules)) {
      workers->run([this] { problem.run_parallel(plan.policy); });
    } else {
      runs.run(problem, *workers, run.purpose == run_purpose::warm_up);
    }
    note(run, watch.elapsed(), result.seconds, result.cpu_seconds);
    const statistics counted = workers->statistics();
    if (run.purpose != run_purpose::counting_spawns) {
      result.schedules = runs.outcome();
    }
    if (run.purpose == run_purpose::measured) {
      counters.push_back(counted);
      note_virtual_time(before);
    } else if (run.purpose == run_purpose::counting_spawns) {
      result.with_spawns = counted;
    }
  }

  void run_spliced(const splice_plan& how, const run_notice& run) {
    spliced_problem program(problem, how);
    runs.run(program, *workers, run.purpose == run_purpose::warm_up);
    result.splicing = program.counts;
  }

  void note(const run_notice& run,
            const elapsed_time& time,
            std::vector<double>& wall,
            std::vector<double>& cpu) {
    if (run.purpose == run_purpose::measured) {
      wall.push_back(time.wall);
      cpu.push_back(time.cpu);
      result.order.push_back(run.kind);
    }
  }

  [[nodiscard]] virtual_reading read_clock() const {
    return plan.clock ? plan.clock() : virtual_reading{};
  }

  void note_virtual_time(const virtual_reading& before) {
    if (!plan.clock) {
      return;
    }
    constexpr double ns = 1e-9;
    const virtual_reading now = plan.clock();
    result.virtual_seconds.push_back(ns * static_cast<double>(now.now_ns - before.now_ns));
    result.virtual_work_seconds.push_back(ns *
                                          static_cast<double>(now.charged_ns - before.charged_ns));
    result.virtual_events.push_back(now.events - before.events);
  }

  void check(const run_notice& run) {
    const std::string before = std::exchange(result.answer, problem.answer());
    std::string wrong = problem.verify();
    if (wrong.empty() && !first && before != result.answer) {
      wrong = fmt::format("the answer is {}, that of the run before was {}", result.answer, before);
    }
    first = false;
    if (!wrong.empty()) {
      result.complaint = fmt::format("{}: {}", describe(run, plan.repeat), wrong);
    }
  }
};

}  // namespace

std::optional<std::uint64_t> measurement::count(const trace::counter& of) const {
  if (of.when == trace::counting::always) {
    return counters.*of.field;
  }
  return with_spawns ? std::optional((*with_spawns).*of.field) : std::nullopt;
}

measurement measure(workloads::instance& problem,
                    runtime* workers,
                    const measurement_plan& plan,
                    const run_observer& observe) {
  return measuring{problem, workers, plan, observe}.run();
}

std::string describe(const run_notice& run, unsigned repeat) {
  if (run.purpose == run_purpose::counting_spawns) {
    return "counting spawns";
  }
  const std::string kind = run.kind == run_kind::serial ? "serial" : "parallel";
  return run.purpose == run_purpose::warm_up
             ? kind + " warm-up"
             : fmt::format("{} {}/{}", kind, run.repetition, repeat);
}

}  // namespace nuthatch::cli
