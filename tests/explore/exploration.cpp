// SPDX-License-Identifier: Apache-2.0
#include "explore/exploration.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>

#include <sys/wait.h>
#include <unistd.h>

#include "base/os_error.hpp"
#include "explore/one_run.hpp"
#include "explore/strategy.hpp"

namespace nuthatch::exploring {

namespace {

std::unique_ptr<strategy> make_strategy(const request& wanted) {
  constexpr unsigned depth = 4;
  constexpr std::uint32_t length = 1'500;
  if (!wanted.schedule.empty()) {
    return replay(parse_schedule(wanted.schedule));
  }
  if (wanted.how == "priorities") {
    return priorities(wanted.seed, depth, length);
  }
  return wanted.how == "bounded" ? bounded(wanted.deviations) : random_walk(wanted.seed);
}

// The exit status of a child process that has tried everything.
constexpr int exhausted_status = 3;

struct outcome {
  bool failed;
  bool exhausted;
};

/// `quiet` suppresses the messages of a failure.
outcome run_in_child(const scenario& what,
                     strategy& how,
                     const request& wanted,
                     std::uint64_t runs,
                     running_record& record,
                     bool quiet) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    throw base::os_error(errno, "start a process by fork");
  }
  if (child == 0) {
    if (quiet && std::freopen("/dev/null", "w", stderr) == nullptr) {
      _exit(2);
    }
    have_first_uses();
    for (std::uint64_t run = 0; run < runs; ++run) {
      if (!how.begin(run)) {
        _exit(exhausted_status);
      }
      record.begin(run);
      run_once(how, wanted.weak_memory, what.workers, record, [&](platform::platform& on) {
        what.run(on, what.workers);
      });
      record.runs_done = run + 1;
      record.repetitions += how.repeats() ? 1 : 0;
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return {code != 0 && code != exhausted_status, code == exhausted_status};
}

/// Removes deviations from a failing schedule as long as it still fails.
schedule minimised(const scenario& what,
                   const request& wanted,
                   schedule failing,
                   running_record& record) {
  for (std::size_t piece = std::max<std::size_t>(failing.size() / 2, 1);; piece /= 2) {
    for (std::size_t at = 0; at < failing.size();) {
      schedule shorter = failing;
      const auto first = shorter.begin() + static_cast<std::ptrdiff_t>(at);
      const auto left = static_cast<std::ptrdiff_t>(std::min(piece, shorter.size() - at));
      shorter.erase(first, first + left);
      const std::unique_ptr<strategy> how = replay(shorter);
      if (run_in_child(what, *how, wanted, 1, record, /*quiet=*/true).failed) {
        failing = std::move(shorter);
      } else {
        at += piece;
      }
    }
    if (piece <= 1) {
      return failing;
    }
  }
}

void report_failure(const scenario& what, const request& wanted, running_record& record) {
  const schedule failing = record.copy();
  std::printf("%-20s FAILED in run %llu (seed %llu, %s)\n",
              what.name,
              static_cast<unsigned long long>(record.run),
              static_cast<unsigned long long>(wanted.seed),
              wanted.how.c_str());
  const schedule shortest = minimised(what, wanted, failing, record);
  std::printf("  %zu deviations, of which %zu are needed; to repeat:\n  --only %s%s --replay %s\n",
              failing.size(),
              shortest.size(),
              what.name,
              wanted.weak_memory ? " --memory weak" : "",
              to_string(shortest).c_str());
}

}  // namespace

bool explore(const scenario& what, const request& wanted, running_record& record) {
  record.runs_done = 0;
  record.repetitions = 0;
  const std::unique_ptr<strategy> how = make_strategy(wanted);
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t runs = wanted.schedule.empty() ? wanted.runs : 1;
  const outcome ended = run_in_child(what, *how, wanted, runs, record, /*quiet=*/false);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (ended.failed) {
    report_failure(what, wanted, record);
    return false;
  }
  std::printf("%-20s %10llu runs%s, %llu cut short, %.1f s, the last with %llu decisions\n",
              what.name,
              static_cast<unsigned long long>(record.runs_done),
              ended.exhausted ? ", which are all" : "",
              static_cast<unsigned long long>(record.repetitions),
              seconds,
              static_cast<unsigned long long>(record.decisions));
  return true;
}

}  // namespace nuthatch::exploring
