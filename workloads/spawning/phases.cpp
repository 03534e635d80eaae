// SPDX-License-Identifier: Apache-2.0
#include "workloads/spawning/phases.hpp"

#include <algorithm>
#include <cstddef>

namespace nuthatch::workloads {

void schedule_sums::add(const schedule& one) {
  steps += one.steps();
  bytes += one.bytes();
  migrated += one.migrated();
  complete = complete && one.complete();
}

void schedule_sums::add(const replay_result& run) {
  donations += run.donations;
  missing_steps += run.missing_steps;
  if (mismatches == 0) {
    first_mismatch = run.first_mismatch;
  }
  mismatches += run.mismatches;
  idle_seconds += run.idle_seconds;
}

void phases::begin_program() {
  followed_ = {};
}

void phases::run_held(std::size_t which, const any_body& body) {
  if (which >= all_.size()) {
    all_.resize(which + 1);
  }
  phase& one = all_[which];
  if (how_ == phase_use::persistent) {
    one.persistent.run(body);
    followed_.add(one.persistent.last());
  } else if (!one.has_run) {
    one.designated = nuthatch::designated(body);
  } else {
    followed_.add(replay(one.designated, replay_mode::strict_unordered, body));
  }
  one.has_run = true;
}

void phases::follow_held(std::size_t which, const any_body& body) {
  if (which >= all_.size() || !all_[which].has_run) {
    run_held(which, body);
  } else if (how_ == phase_use::persistent && all_[which].persistent.steals()) {
    body();
  } else {
    followed_.add(replay(held_by(all_[which]), replay_mode::strict_unordered, body));
  }
}

const schedule& phases::held_by(const phase& one) const noexcept {
  return how_ == phase_use::persistent ? one.persistent.last().ran : one.designated;
}

schedule_sums phases::sums() const {
  schedule_sums all = followed_;
  for (const phase& each : all_) {
    all.add(held_by(each));
  }
  return all;
}

schedule phases::held(std::size_t which) const {
  return which < all_.size() ? held_by(all_[which]) : schedule();
}

std::array<std::size_t, 5> phases::stages() const {
  std::array<std::size_t, 5> count{};
  for (const phase& each : all_) {
    ++count.at(static_cast<std::size_t>(each.persistent.stage()));
  }
  return count;
}

std::uint64_t phases::restarts() const {
  std::uint64_t count = 0;
  for (const phase& each : all_) {
    count += each.persistent.restarts();
  }
  return count;
}

std::uint64_t phases::runs() const {
  std::uint64_t count = 0;
  for (const phase& each : all_) {
    count += each.persistent.runs();
  }
  return count;
}

}  // namespace nuthatch::workloads
