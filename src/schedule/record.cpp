// SPDX-License-Identifier: Apache-2.0

// Schedules and recording, as programs call them.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/schedule.hpp>

#include "core/positions.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/whole_file.hpp"
#include "schedule/already_running.hpp"
#include "schedule/follower.hpp"
#include "schedule/guided_run.hpp"
#include "schedule/prune.hpp"
#include "schedule/recorder.hpp"
#include "schedule/schedule_file.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

namespace {

/// The same in every run, so that names of works are.
constexpr std::uint64_t root_of_regions = 1;

/// As long as it lives, `by` hears of the works of numbered regions of a team.
class observation {
 public:
  /// `who` asks for it.
  observation(core::team& of, core::observer& by, const char* who) : team_(of) {
    if (!team_.any_begin_observing(by)) {
      throw already_running(
          std::string(who) +
          ": another recording or replay is running in this runtime, and the calling task "
          "is no part of it; a runtime makes one at a time. Remedy: wait until that has "
          "ended, or use a runtime of its own");
    }
  }

  observation(const observation&) = delete;
  observation& operator=(const observation&) = delete;

  ~observation() { team_.end_observing(); }

 private:
  core::team& team_;
};

/// As long as it lives, the team's works go where a schedule says.
class guidance {
 public:
  guidance(core::team& of, follower& by) : team_(of), by_(by) { team_.be_guided(&by_); }

  guidance(const guidance&) = delete;
  guidance& operator=(const guidance&) = delete;

  /// Once only.
  [[nodiscard]] followed end() {
    team_.be_guided(nullptr);
    ended_ = true;
    return by_.end();
  }

  ~guidance() {
    if (!ended_) {
      static_cast<void>(end());
    }
  }

 private:
  core::team& team_;
  follower& by_;
  bool ended_ = false;
};

/// Those of one worker, or of as many as there are, where there is no schedule.
const steal_tree& tree_of(const schedule& made) {
  static const steal_tree nothing{
      .root = root_of_regions,
      .workers = 1,
      .steps = {{{{root_of_regions, 0}, 0, detail::begun_as::region}, 0, no_step, 0}},
      .ways = {}};
  return made.tree() == nullptr || made.tree()->steps.empty() ? nothing : *made.tree();
}

/// Has the calling task go on there.
void go_to(unsigned index) {
  core::worker& self = core::worker::current();
  self.require_team();
  if (self.index() != index) {
    self.suspend({[](void*) noexcept { return true; }, nullptr},
                 detail::destination::worker(index));
  }
}

/// The calling task is in the same place afterwards, wherever it has gone meanwhile.
class back_in_place {
 public:
  back_in_place() : from_(core::worker::current().where().index) {}

  back_in_place(const back_in_place&) = delete;
  back_in_place& operator=(const back_in_place&) = delete;

  ~back_in_place() {
    core::worker& self = core::worker::current();
    if (self.where().index != from_) {
      self.suspend({[](void*) noexcept { return true; }, nullptr},
                   detail::destination::place(from_));
    }
  }

 private:
  const std::uint32_t from_;
};

follower& follower_of(core::team& team) {
  if (team.own_guide() == nullptr) {
    team.own_guide() = std::make_unique<follower>(team);
  }
  return static_cast<follower&>(*team.own_guide());
}

/// On the clock of the calling task's team.
double seconds_since(std::uint64_t start_ns) {
  constexpr double ns_per_s = 1e9;
  return static_cast<double>(core::worker::current().team().threads().now_ns() - start_ns) /
         ns_per_s;
}

/// Runs body(argument) in the calling task, which is where it begins. For `patience_ns` see
/// follower::begin.
guided_run guided_call(const steal_tree& tree,
                       replay_mode mode,
                       bool designating,
                       std::uint64_t patience_ns,
                       void (*body)(void*),
                       void* argument) {
  core::worker& self = core::worker::current();
  core::team& team = self.team();
  self.require_team();
  recorder log(self, tree.begin());
  guided_run run;
  replayed& done = run.done;
  const std::uint64_t start = team.threads().now_ns();
  {
    const observation heard(team, log, designating ? "designated" : "replay");
    follower& guide = follower_of(team);
    done.mode = guide.begin(self, tree, mode, designating, patience_ns);
    guidance guided(team, guide);
    {
      const core::numbered_region region(self, tree.begin());
      body(argument);
    }
    followed said = guided.end();
    done.donations = said.donations;
    done.voids = said.voids;
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
  // Whoever numbers tasks of programs hears of them as well, until the region has ended.
  auto& log = static_cast<recorder&>(*team.observing());
  std::optional<core::marked_part> marked(self);
  const recorder::part begun = log.begin_part(self);
  body(argument);
  marked.reset();
  return log.tree_of(begun, team.parts().any_inside(begun.root.part()));
}

}  // namespace

guided_run replay_outside(const schedule& by,
                          replay_mode mode,
                          std::uint64_t patience_ns,
                          void (*body)(void*),
                          void* argument) {
  const steal_tree& tree = tree_of(by);
  const back_in_place afterwards;
  if (by.steps() != 0) {
    go_to(tree.steps.front().worker % core::worker::current().team().size());
  }
  return guided_call(tree, mode, /*designating=*/false, patience_ns, body, argument);
}

}  // namespace nuthatch::schedules

namespace nuthatch {

schedule detail::record_call(void (*body)(void*), void* argument) {
  if (in_region()) {
    return schedule(
        std::make_shared<const schedules::steal_tree>(schedules::record_part(body, argument)));
  }
  core::worker& self = core::worker::current();
  constexpr spawn_position root{schedules::root_of_regions, 0};
  schedules::recorder log(self, root);
  {
    const schedules::observation heard(self.team(), log, "record");
    const core::numbered_region region(self, root);
    body(argument);
  }
  return schedule(std::make_shared<const schedules::steal_tree>(log.tree()));
}

bool detail::in_region() {
  core::worker& self = core::worker::current();
  self.require_team();
  if (self.here().task == 0) {
    return false;
  }
  if (core::observer* const log = self.team().observing()) {
    static_cast<schedules::recorder*>(log)->any_note_call_inside();
  }
  return true;
}

replayed detail::replay_call(const schedule& by,
                             replay_mode mode,
                             void (*body)(void*),
                             void* argument) {
  core::worker& self = core::worker::current();
  if (mode > replay_mode::relaxed) {
    throw error("replay: there is no mode " + std::to_string(static_cast<unsigned>(mode)) +
                "; relaxed, the last one, is " +
                std::to_string(static_cast<unsigned>(replay_mode::relaxed)));
  }
  if (in_region()) {
    replayed done;
    done.inside = true;
    const std::uint64_t start = self.team().threads().now_ns();
    body(argument);
    done.seconds = schedules::seconds_since(start);
    return done;
  }
  return schedules::replay_outside(by, mode, /*patience_ns=*/0, body, argument).done;
}

schedule detail::designated_call(void (*body)(void*), void* argument) {
  const schedules::back_in_place afterwards;
  schedules::go_to(0);
  schedules::guided_run run = schedules::guided_call(schedules::tree_of(schedule()),
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
  core::worker* const self = static_cast<core::worker*>(this_worker());
  if (self == nullptr) {
    return;
  }
  core::team& team = self->team();
  const detail::spawn_position at = self->here();
  if (self->guide_of(at) == nullptr || !schedules::follower_of(team).designated().obeyed()) {
    return;
  }
  if (worker >= team.size()) {
    throw error("designate_after_next_spawn: there is no worker " + std::to_string(worker) +
                "; the runtime has " + std::to_string(team.size()) + ", numbered from 0");
  }
  schedules::follower_of(team).designated().owner_add(*self, at, worker, by);
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
                                tree_->ways.size() * sizeof(schedules::way_down);
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
