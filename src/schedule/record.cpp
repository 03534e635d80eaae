// SPDX-License-Identifier: Apache-2.0

// Schedules and recording: the functions that programs call.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/schedule.hpp>

#include "core/replay/pedigrees.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/whole_file.hpp"
#include "schedule/already_running.hpp"
#include "schedule/prune.hpp"
#include "schedule/recorder.hpp"
#include "schedule/replay_run.hpp"
#include "schedule/replayer.hpp"
#include "schedule/schedule_file.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

namespace {

/// The same in every run, so that ids of work items are.
constexpr std::uint64_t root_of_regions = 1;

/// During its lifetime, `by` observes the work items of recorded regions of a team.
class recording_session {
 public:
  /// `who` names the caller, for messages.
  recording_session(core::team& of, core::observer& by, const char* who) : team_(of) {
    if (!team_.any_begin_observing(by)) {
      throw already_running(
          std::string(who) +
          ": another recording or replay is running in this runtime, and the calling task "
          "is no part of it; a runtime makes one at a time. Remedy: wait until that has "
          "ended, or use a runtime of its own");
    }
  }

  recording_session(const recording_session&) = delete;
  recording_session& operator=(const recording_session&) = delete;

  ~recording_session() { team_.end_observing(); }

 private:
  core::team& team_;
};

/// During its lifetime, the team's work goes where a schedule states.
class replay_session {
 public:
  replay_session(core::team& of, replayer& by) : team_(of), by_(by) {
    team_.dispatcher().set_replay(&by_);
  }

  replay_session(const replay_session&) = delete;
  replay_session& operator=(const replay_session&) = delete;

  /// May be called only once.
  [[nodiscard]] replay_report end() {
    team_.dispatcher().set_replay(nullptr);
    ended_ = true;
    return by_.end();
  }

  ~replay_session() {
    if (!ended_) {
      static_cast<void>(end());
    }
  }

 private:
  core::team& team_;
  replayer& by_;
  bool ended_ = false;
};

/// Returns the schedule's tree; for an empty schedule, a tree of one worker.
const steal_tree& tree_of(const schedule& made) {
  static const steal_tree nothing{
      .root = root_of_regions,
      .workers = 1,
      .steps = {{{{root_of_regions, 0}, 0, detail::step_kind::region}, 0, no_step, 0}},
      .path_spawns = {}};
  return made.tree() == nullptr || made.tree()->steps.empty() ? nothing : *made.tree();
}

/// Makes the calling task resume on that worker.
void migrate_to(unsigned index) {
  core::worker& self = core::worker::current();
  self.require_team();
  if (self.index() != index) {
    self.suspend({[](void*) noexcept { return true; }, nullptr},
                 detail::destination::worker(index));
  }
}

/// At its end, the calling task returns to the place in which it was before.
class return_to_place {
 public:
  return_to_place() : from_(core::worker::current().where().index) {}

  return_to_place(const return_to_place&) = delete;
  return_to_place& operator=(const return_to_place&) = delete;

  ~return_to_place() {
    core::worker& self = core::worker::current();
    if (self.where().index != from_) {
      self.suspend({[](void*) noexcept { return true; }, nullptr},
                   detail::destination::place(from_));
    }
  }

 private:
  const std::uint32_t from_;
};

replayer& replayer_of(core::team& team) {
  if (team.dispatcher().own_replay_controller() == nullptr) {
    team.dispatcher().own_replay_controller() = std::make_unique<replayer>(team);
  }
  return static_cast<replayer&>(*team.dispatcher().own_replay_controller());
}

/// Returns the time that has passed on the clock of the calling task's team.
double seconds_since(std::uint64_t start_ns) {
  constexpr double ns_per_s = 1e9;
  return static_cast<double>(core::worker::current().team().threads().now_ns() - start_ns) /
         ns_per_s;
}

/// Runs body(argument) in the calling task, on the worker where the schedule begins. For
/// `patience_ns` see replayer::begin.
replay_run run_replay(const steal_tree& tree,
                      replay_mode mode,
                      bool designating,
                      std::uint64_t patience_ns,
                      void (*body)(void*),
                      void* argument) {
  core::worker& self = core::worker::current();
  core::team& team = self.team();
  self.require_team();
  recorder log(self, tree.begin());
  replay_run run;
  replay_result& done = run.done;
  const std::uint64_t start = team.threads().now_ns();
  {
    const recording_session heard(team, log, designating ? "designated" : "replay");
    replayer& by_controller = replayer_of(team);
    done.mode = by_controller.begin(self, tree, mode, designating, patience_ns);
    replay_session session(team, by_controller);
    {
      const core::recorded_region region(self, tree.begin());
      body(argument);
    }
    replay_report said = session.end();
    done.donations = said.donations;
    done.missing_steps = said.missing_steps;
    done.mismatches = said.mismatches;
    done.first_mismatch = std::move(said.first_mismatch);
    done.idle_seconds = said.idle_seconds;
    run.wrong_designation = std::move(said.wrong_designation);
    run.overdue = said.overdue;
  }
  run.has_calls_inside = log.has_calls_inside();
  done.seconds = seconds_since(start);
  done.ran = schedule(std::make_shared<const steal_tree>(log.tree()));
  return run;
}

/// Runs body(argument) in the calling task, which is in a region.
steal_tree record_part(void (*body)(void*), void* argument) {
  core::worker& self = core::worker::current();
  core::team& team = self.team();
  // The observer that assigns pedigrees to the program's tasks is the recorder, until the region
  // ends.
  auto& log = static_cast<recorder&>(*team.observing());
  std::optional<core::nested_recording> marked(self);
  const recorder::part begun = log.begin_part(self);
  body(argument);
  marked.reset();
  return log.tree_of(begun, team.parts().any_inside(begun.root.part()));
}

}  // namespace

replay_run replay_outside(const schedule& by,
                          replay_mode mode,
                          std::uint64_t patience_ns,
                          void (*body)(void*),
                          void* argument) {
  const steal_tree& tree = tree_of(by);
  const return_to_place afterwards;
  if (by.steps() != 0) {
    migrate_to(tree.steps.front().worker % core::worker::current().team().size());
  }
  return run_replay(tree, mode, /*designating=*/false, patience_ns, body, argument);
}

}  // namespace nuthatch::schedules

namespace nuthatch {

schedule detail::record_call(void (*body)(void*), void* argument) {
  if (in_region()) {
    return schedule(
        std::make_shared<const schedules::steal_tree>(schedules::record_part(body, argument)));
  }
  core::worker& self = core::worker::current();
  constexpr pedigree root{schedules::root_of_regions, 0};
  schedules::recorder log(self, root);
  {
    const schedules::recording_session heard(self.team(), log, "record");
    const core::recorded_region region(self, root);
    body(argument);
  }
  return schedule(std::make_shared<const schedules::steal_tree>(log.tree()));
}

bool detail::in_region() {
  core::worker& self = core::worker::current();
  self.require_team();
  if (self.pedigrees().current().task_hash == 0) {
    return false;
  }
  if (core::observer* const log = self.team().observing()) {
    static_cast<schedules::recorder*>(log)->any_note_call_inside();
  }
  return true;
}

replay_result detail::replay_call(const schedule& by,
                                  replay_mode mode,
                                  void (*body)(void*),
                                  void* argument) {
  const core::worker& self = core::worker::current();
  if (mode > replay_mode::relaxed) {
    throw error("replay: there is no mode " + std::to_string(static_cast<unsigned>(mode)) +
                "; relaxed, the last one, is " +
                std::to_string(static_cast<unsigned>(replay_mode::relaxed)));
  }
  if (in_region()) {
    replay_result done;
    done.inside = true;
    const std::uint64_t start = self.team().threads().now_ns();
    body(argument);
    done.seconds = schedules::seconds_since(start);
    return done;
  }
  return schedules::replay_outside(by, mode, /*patience_ns=*/0, body, argument).done;
}

schedule detail::designated_call(void (*body)(void*), void* argument) {
  const schedules::return_to_place afterwards;
  schedules::migrate_to(0);
  schedules::replay_run run = schedules::run_replay(schedules::tree_of(schedule()),
                                                    replay_mode::strict_unordered,
                                                    /*designating=*/true,
                                                    /*patience_ns=*/0,
                                                    body,
                                                    argument);
  if (!run.wrong_designation.empty()) {
    throw error("designate_after_next_spawn: " + run.wrong_designation);
  }
  return std::move(run.done.ran);
}

void detail::designate(unsigned worker, const code_place& by) {
  auto* const self = static_cast<core::worker*>(this_worker());
  if (self == nullptr) {
    return;
  }
  core::team& team = self->team();
  const detail::pedigree at = self->pedigrees().current();
  if (self->replay_for(at) == nullptr || !schedules::replayer_of(team).designated().obeyed()) {
    return;
  }
  if (worker >= team.size()) {
    throw error("designate_after_next_spawn: there is no worker " + std::to_string(worker) +
                "; the runtime has " + std::to_string(team.size()) + ", numbered from 0");
  }
  schedules::replayer_of(team).designated().owner_add(*self, at, worker, by);
}

schedule::schedule() noexcept = default;

schedule::schedule(std::shared_ptr<const schedules::steal_tree> made) noexcept
    : tree_(std::move(made)) {}

unsigned schedule::workers() const noexcept {
  return tree_ == nullptr ? 0 : tree_->workers;
}

std::size_t schedule::steps() const noexcept {
  return tree_ == nullptr ? 0 : tree_->steps.size();
}

std::size_t schedule::bytes() const noexcept {
  return tree_ == nullptr ? 0
                          : sizeof *tree_ + steps() * sizeof(schedules::step) +
                                tree_->path_spawns.size() * sizeof(schedules::path_spawn);
}

std::size_t schedule::migrated() const noexcept {
  return tree_ == nullptr ? 0 : tree_->migrated();
}

schedule schedule::pruned(unsigned percent) const {
  constexpr unsigned all = 100;
  if (percent > all) {
    throw error("schedule: cannot prune " + std::to_string(percent) + " percent; 100 is the most");
  }
  return tree_ == nullptr ? *this
                          : schedule(std::make_shared<const schedules::steal_tree>(
                                schedules::pruned(*tree_, percent)));
}

void schedule::save(const std::string& file) const {
  platform::replace_whole_file(
      file, schedules::encode(tree_ == nullptr ? schedules::steal_tree{} : *tree_));
}

schedule schedule::load(const std::string& file) {
  return schedule(std::make_shared<const schedules::steal_tree>(
      schedules::decode(platform::read_whole_file(file), file)));
}

bool schedule::complete() const noexcept {
  return tree_ == nullptr || tree_->complete;
}

}  // namespace nuthatch
