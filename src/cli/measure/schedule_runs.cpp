// SPDX-License-Identifier: Apache-2.0
#include "cli/measure/schedule_runs.hpp"

namespace nuthatch::cli {

namespace {

workloads::phase_use use_of_phases(schedule_use use) noexcept {
  switch (use) {
    case schedule_use::persistent:
      return workloads::phase_use::persistent;
    case schedule_use::designated:
      return workloads::phase_use::designated;
    default:
      return workloads::phase_use::plain;
  }
}

replay_mode mode_of(schedule_use use) noexcept {
  switch (use) {
    case schedule_use::strict_ordered:
      return replay_mode::strict_ordered;
    case schedule_use::strict_unordered:
      return replay_mode::strict_unordered;
    default:
      return replay_mode::relaxed;
  }
}

}  // namespace

schedule_runs::schedule_runs(schedule_use use, spawn_policy policy, const schedule& followed)
    : use_(use),
      policy_(policy),
      followed_(followed),
      was_given_(followed.steps() != 0),
      phases_(use_of_phases(use)) {}

void schedule_runs::run(workloads::instance& problem, runtime& workers, bool warm_up) {
  if (is_by_phases(use_)) {
    phases_.begin_program();
    workers.run([&] { problem.run_phases(policy_, phases_); });
  } else {
    run_whole(problem, workers, warm_up);
  }
}

void schedule_runs::run_whole(workloads::instance& problem, runtime& workers, bool warm_up) {
  const auto whole = [&] {
    problem.run_parallel(policy_);
  };
  if (use_ == schedule_use::off) {
    workers.run(whole);
  } else if (use_ == schedule_use::record || (warm_up && !was_given_)) {
    last_.ran = workers.run([&] { return nuthatch::record(whole); });
  } else {
    last_ = workers.run([&] { return nuthatch::replay(followed_, mode_of(use_), whole); });
  }
  if (warm_up && !was_given_) {
    followed_ = last_.ran;
  }
}

schedule_outcome schedule_runs::outcome() const {
  schedule_outcome all;
  if (!is_by_phases(use_)) {
    all.sums.add(last_.ran);
    all.sums.add(last_);
    all.kept = last_.ran;
    return all;
  }
  all.sums = phases_.sums();
  all.kept = phases_.held(0);
  if (use_ == schedule_use::persistent) {
    all.persistent = persistent_state{phases_.stages(), phases_.restarts(), phases_.runs()};
  }
  return all;
}

}  // namespace nuthatch::cli
