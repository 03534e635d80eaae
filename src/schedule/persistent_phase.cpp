// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/persistent_phase.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedule/already_running.hpp"
#include "schedule/prune.hpp"
#include "schedule/replay_run.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch {

namespace {

constexpr unsigned all_percent = 100;

// An observation counts after so many runs in a row; a loss of balance after twice as many each
// time that adapting again was not worth it.
constexpr unsigned runs_to_believe = 2;
constexpr unsigned max_patience = 4096;

// A problem that takes this many times the work is a different problem.
constexpr double much_more_work = 2;

// The minimal number of steals per worker that pruning keeps: in relaxed mode, where idle workers
// compensate for what is missing, and in strict mode, where none does.
constexpr std::size_t min_where_relaxed = 4;
constexpr std::size_t min_where_strict = 16;

// A run that takes this many times its usual duration is overdue.
constexpr double much_longer = 1.25;

constexpr double ns_per_s = 1e9;
constexpr double min_seconds = 1e-9;

/// Returns the time of the calling task's team.
double now_seconds() {
  return static_cast<double>(core::worker::current().team().threads().now_ns()) / ns_per_s;
}

/// Returns by how many percent a schedule may be pruned.
unsigned percent_of(const schedule& by, unsigned wanted, std::size_t steals_of_worker) {
  if (by.tree() == nullptr) {
    return 0;
  }
  const std::size_t steals = schedules::steals_in(*by.tree());
  const std::size_t least = std::min(steals, steals_of_worker * by.workers());
  const std::size_t keeps = std::max(steals * (all_percent - wanted) / all_percent, least);
  return steals == 0 ? 0 : static_cast<unsigned>((steals - keeps) * all_percent / steals);
}

/// A call that notes whether it has begun.
struct started_call {
  void (*body)(void*);
  void* argument;
  bool started = false;

  static void run(void* what) {
    auto& mine = *static_cast<started_call*>(what);
    mine.started = true;
    mine.body(mine.argument);
  }
};

void require(bool holds, const std::string& what) {
  if (!holds) {
    throw error("persistent_phase: " + what);
  }
}

}  // namespace

persistent_phase::persistent_phase(const phase_settings& wanted) : settings_(wanted) {
  require(wanted.prune_percent <= all_percent,
          "prune_percent is " + std::to_string(wanted.prune_percent) + "; 100 is the most");
  require(wanted.max_adapting_runs >= 1, "max_adapting_runs is 0; 1 is the least");
  require(wanted.min_gain >= 0 && wanted.min_gain <= 1,
          "min_gain is " + std::to_string(wanted.min_gain) + "; it is a part, from 0 to 1");
  require(wanted.imbalance_threshold >= 0 && wanted.imbalance_threshold <= 1,
          "imbalance_threshold is " + std::to_string(wanted.imbalance_threshold) +
              "; it is a part, from 0 to 1");
  require(wanted.lost_seconds >= 0,
          "lost_seconds is " + std::to_string(wanted.lost_seconds) + "; 0 is the least");
}

void persistent_phase::run_once(void (*body)(void*), void* argument) {
  if (detail::in_region()) {
    body(argument);
    return;
  }
  started_call call{body, argument};
  try {
    run_stage(&started_call::run, &call);
  } catch (const schedules::already_running&) {
    if (call.started) {
      restart_after_exception();
      throw;
    }
  } catch (...) {
    restart_after_exception();
    throw;
  }
  if (!call.started) {
    body(argument);
    return;
  }
  ++runs_;
  if (stage_ == phase_stage::stealing) {
    note_stolen();
    return;
  }
  if (stage_ == phase_stage::recording) {
    begin(phase_stage::adapting);
    return;
  }
  const double all = last_.seconds * core::worker::current().team().size();
  const balance now{.idle = all == 0 ? 0 : last_.idle_seconds / all,
                    .working = all - last_.idle_seconds,
                    .seconds = last_.seconds};
  if (stage_ == phase_stage::adapting) {
    note_adapting(now);
  } else if (!fits()) {
    ++restarts_;
    begin(phase_stage::recording);
  } else if (stage_ == phase_stage::settling) {
    note_settled(now);
  } else {
    note_replaying(now);
  }
}

/// Joins of pruned steps need not occur any more, nor those of an overdue run.
bool persistent_phase::fits() const noexcept {
  return last_.mismatches == 0 &&
         (last_.missing_steps == 0 || was_overdue_ || stage_ == phase_stage::settling);
}

const schedule& persistent_phase::next_schedule() const noexcept {
  static const schedule nothing;
  switch (stage_) {
    case phase_stage::recording:
      break;
    case phase_stage::adapting:
      return last_.ran;
    case phase_stage::settling:
    case phase_stage::replaying:
      return best_;
    case phase_stage::stealing:
      return looks_ ? best_ : nothing;
  }
  return nothing;
}

void persistent_phase::run_stage(void (*body)(void*), void* argument) {
  const auto pruned = [this](const schedule& from, std::size_t least) {
    return from.pruned(percent_of(from, settings_.prune_percent, least));
  };
  const double start = now_seconds();
  switch (stage_) {
    case phase_stage::recording:
      last_ = {};
      last_.ran = detail::record_call(body, argument);
      last_.seconds = now_seconds() - start;
      was_overdue_ = false;
      break;
    case phase_stage::adapting:
      follow(pruned(last_.ran, min_where_relaxed), replay_mode::relaxed, body, argument);
      break;
    case phase_stage::settling:
      follow(pruned(best_, min_where_strict), replay_mode::strict_unordered, body, argument);
      break;
    case phase_stage::replaying:
      follow(best_, replay_mode::strict_ordered, body, argument);
      break;
    case phase_stage::stealing:
      steal(body, argument);
      ledger_.note_stolen(now_seconds() - start);
      return;
  }
  ledger_.note_replay(now_seconds() - start);
}

void persistent_phase::follow(const schedule& by,
                              replay_mode how,
                              void (*body)(void*),
                              void* argument) {
  const double usual = std::max(ledger_.usual_stolen(), ledger_.usual_replay());
  const double patience = usual * much_longer + settings_.lost_seconds;
  const std::uint64_t patience_ns =
      compares() && usual > 0 ? static_cast<std::uint64_t>(patience * ns_per_s) + 1 : 0;
  schedules::replay_run run = schedules::replay_outside(by, how, patience_ns, body, argument);
  last_ = std::move(run.done);
  was_overdue_ = run.overdue;
  contains_some_ = run.has_calls_inside;
}

/// Spawns are neither counted nor identified, so the run takes as long as without a phase. But
/// recordings and phases that the body contains have to be part of this run, as of any other.
void persistent_phase::steal(void (*body)(void*), void* argument) {
  const double start = now_seconds();
  schedule ran = last_.ran;
  if (contains_some_) {
    ran = detail::record_call(body, argument);
  } else {
    body(argument);
  }
  last_ = {};
  last_.ran = std::move(ran);
  last_.seconds = now_seconds() - start;
}

void persistent_phase::note_stolen() {
  if (!looks_) {
    if (ledger_.has_stolen_enough()) {
      begin(phase_stage::recording);
    }
  } else if (ledger_.has_looked()) {
    looks_ = false;
    stage_ = phase_stage::replaying;
    if (ledger_.judge_look(core::worker::current().team().size())) {
      give_up();
    }
  }
}

/// Gives up the schedule, and steals for some time.
void persistent_phase::give_up() noexcept {
  ++restarts_;
  has_lost_before_ = false;
  ledger_.begin_stretch();
  begin(phase_stage::stealing);
}

void persistent_phase::note_adapting(const balance& now) {
  if (compares() && ledger_.has_lost_too_much()) {
    give_up();
    return;
  }
  const bool first = adapted_ == 0;
  const bool gains = first || now.idle < best_balance_.idle - settings_.min_gain ||
                     now.working < best_balance_.working * (1 - settings_.min_gain);
  if (first || now.seconds < best_balance_.seconds) {
    best_ = last_.ran;
  }
  best_balance_ = first ? now
                        : balance{.idle = std::min(now.idle, best_balance_.idle),
                                  .working = std::min(now.working, best_balance_.working),
                                  .seconds = std::min(now.seconds, best_balance_.seconds)};
  ++adapted_;
  in_vain_ = gains ? 0 : in_vain_ + 1;
  if (in_vain_ == runs_to_believe || adapted_ == settings_.max_adapting_runs) {
    begin(phase_stage::settling);
  }
}

/// Pruned steps may have been needed: in that case the phase follows the unpruned schedule.
void persistent_phase::note_settled(const balance& now) {
  if (now.idle <= best_balance_.idle + settings_.imbalance_threshold) {
    best_ = last_.ran;
  }
  ledger_.begin_replaying();
  begin(phase_stage::replaying);
}

/// The adapting runs have shown which balance is possible.
void persistent_phase::note_replaying(const balance& now) {
  if (adapted_ == 0) {
    followed_ = now;
  }
  in_vain_ = has_lost(now) ? in_vain_ + 1 : 0;
  best_balance_.idle = std::min(best_balance_.idle, now.idle);
  followed_.working = std::min(followed_.working, now.working);
  followed_.seconds = std::min(followed_.seconds, now.seconds);
  if (++adapted_ == runs_to_believe && has_lost_before_) {
    judge_restart();
  }
  if (in_vain_ >= patience_) {
    ++restarts_;
    has_lost_before_ = true;
    before_ = {.seconds = followed_.seconds, .lost_seconds = now.seconds};
    begin(phase_stage::adapting);
    return;
  }
  ledger_.note_replaying(now.working / std::max(now.seconds, min_seconds), now.idle);
  if (compares() && ledger_.looks_now()) {
    looks_ = true;
    ledger_.begin_look();
    stage_ = phase_stage::stealing;
  }
}

/// Adapting again was worth it if runs have become faster since, and the loss had not disappeared
/// by itself.
void persistent_phase::judge_restart() noexcept {
  constexpr double much = 0.1;
  const bool gained = followed_.seconds < (1 - much) * before_.lost_seconds;
  const bool had_gone = followed_.seconds < (1 + much) * before_.seconds;
  patience_ = gained && !had_gone ? runs_to_believe : std::min(2 * patience_, max_patience);
  has_lost_before_ = false;
}

bool persistent_phase::has_lost(const balance& now) const noexcept {
  if (settings_.imbalance_threshold == 1) {
    return false;
  }
  const double lost = now.idle - best_balance_.idle;
  const bool idles =
      lost > settings_.imbalance_threshold && lost * now.seconds >= settings_.lost_seconds;
  const bool grew = now.working > much_more_work * followed_.working &&
                    now.seconds - followed_.seconds >= settings_.lost_seconds;
  return idles || grew || was_overdue_;
}

void persistent_phase::restart_after_exception() noexcept {
  restarts_ += stage_ == phase_stage::recording ? 0 : 1;
  begin(phase_stage::recording);
}

void persistent_phase::reset(const schedule& from) {
  last_ = {};
  last_.ran = from;
  best_ = {};
  patience_ = runs_to_believe;
  has_lost_before_ = false;
  ledger_ = {};
  begin(from.steps() == 0 ? phase_stage::recording : phase_stage::adapting);
}

std::string to_string(phase_stage stage) {
  switch (stage) {
    case phase_stage::recording:
      return "recording";
    case phase_stage::adapting:
      return "adapting";
    case phase_stage::settling:
      return "settling";
    case phase_stage::replaying:
      return "replaying";
    case phase_stage::stealing:
      return "stealing";
  }
  return "none";
}

void persistent_phase::begin(phase_stage next) noexcept {
  stage_ = next;
  looks_ = false;
  adapted_ = 0;
  in_vain_ = 0;
}

}  // namespace nuthatch
