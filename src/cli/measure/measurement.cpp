#include "cli/measure/measurement.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/stopwatch.hpp"
#include "cli/measure/typical.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

/// Twice the time after which an idle runtime has to be asleep.
constexpr auto time_to_fall_asleep = std::chrono::milliseconds(20);

class measuring {
 public:
  measuring(workloads::instance& problem,
            runtime* workers,
            const measurement_plan& plan,
            const run_observer& observe)
      : problem_(problem),
        workers_(workers),
        plan_(plan),
        observe_(observe) {}

  measurement run() {
    run_pair(run_purpose::warm_up, 0);
    for (unsigned repetition = 1; repetition <= plan_.repeat; ++repetition) {
      run_pair(run_purpose::measured, repetition);
    }
    if (plan_.parallel && plan_.count_spawns) {
      workers_->count_spawns(/*wanted=*/true);
      run_once({run_kind::parallel, run_purpose::counting_spawns, 0});
      workers_->count_spawns(/*wanted=*/false);
    }
    result_.counters = typical(counters_);
    return std::move(result_);
  }

 private:
  void run_pair(run_purpose purpose, unsigned repetition) {
    if (plan_.serial) {
      run_once({run_kind::serial, purpose, repetition});
    }
    if (plan_.parallel) {
      run_once({run_kind::parallel, purpose, repetition});
    }
  }

  void run_once(const run_notice& run) {
    if (!result_.verified()) {
      return;
    }
    if (observe_) {
      observe_(run);
    }
    problem_.reset();
    if (run.kind == run_kind::serial) {
      run_serial(run);
    } else {
      run_parallel(run);
    }
    check(run);
  }

  void run_serial(const run_notice& run) {
    if (workers_ != nullptr) {
      std::this_thread::sleep_for(time_to_fall_asleep);
    }
    const stopwatch watch;
    problem_.run_serial();
    const elapsed_time time = watch.elapsed();
    if (run.purpose == run_purpose::measured) {
      result_.serial_seconds.push_back(time.wall_seconds);
      result_.serial_cpu_seconds.push_back(time.cpu_seconds);
      result_.order.push_back(run.kind);
    }
  }

  void run_parallel(const run_notice& run) {
    workers_->reset_statistics();
    const virtual_reading before = read_clock();
    const stopwatch watch;
    workers_->run([this] { problem_.run_parallel(plan_.policy); });
    const elapsed_time time = watch.elapsed();
    const statistics counted = workers_->statistics();
    if (run.purpose == run_purpose::measured) {
      result_.seconds.push_back(time.wall_seconds);
      result_.cpu_seconds.push_back(time.cpu_seconds);
      result_.order.push_back(run.kind);
      counters_.push_back(counted);
      note_virtual_time(before);
    } else if (run.purpose == run_purpose::counting_spawns) {
      result_.with_spawns = counted;
    }
  }

  [[nodiscard]] virtual_reading read_clock() const {
    return plan_.clock ? plan_.clock() : virtual_reading{};
  }

  void note_virtual_time(const virtual_reading& before) {
    if (!plan_.clock) {
      return;
    }
    constexpr double ns = 1e-9;
    const virtual_reading now = plan_.clock();
    result_.virtual_seconds.push_back(ns * static_cast<double>(now.now_ns - before.now_ns));
    result_.virtual_work_seconds.push_back(ns *
                                           static_cast<double>(now.stated_ns - before.stated_ns));
    result_.virtual_events.push_back(now.events - before.events);
  }

  void check(const run_notice& run) {
    const std::string before = std::exchange(result_.answer, problem_.answer());
    std::string wrong = problem_.verify();
    if (wrong.empty() && !first_ && before != result_.answer) {
      wrong =
          fmt::format("the answer is {}, that of the run before was {}", result_.answer, before);
    }
    first_ = false;
    if (!wrong.empty()) {
      result_.complaint = fmt::format("{}: {}", describe(run, plan_.repeat), wrong);
    }
  }

  workloads::instance& problem_;
  runtime* workers_;
  const measurement_plan& plan_;
  const run_observer& observe_;
  measurement result_;
  std::vector<statistics> counters_;
  bool first_ = true;
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
  return measuring(problem, workers, plan, observe).run();
}

std::string describe(const run_notice& run, unsigned repeat) {
  const char* const kind = run.kind == run_kind::serial ? "serial" : "parallel";
  switch (run.purpose) {
    case run_purpose::warm_up:
      return fmt::format("{} warm-up", kind);
    case run_purpose::measured:
      return fmt::format("{} {}/{}", kind, run.repetition, repeat);
    case run_purpose::counting_spawns:
      break;
  }
  return "counting spawns";
}

}  // namespace nuthatch::cli
