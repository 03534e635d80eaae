// Schedules and recording, as programs call them.

#include <algorithm>
#include <memory>
#include <utility>

#include <nuthatch/errors.hpp>
#include <nuthatch/schedule.hpp>

#include "core/positions.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/whole_file.hpp"
#include "schedule/follower.hpp"
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
  observation(core::team& of, core::observer& by) : team_(of) {
    if (!team_.any_begin_observing(by)) {
      throw error(
          "record: another recording or replay is running in this runtime, which makes one at a "
          "time; "
          "take what is around both, or one after the other");
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
      .steps = {{{{root_of_regions, 0}, 0, detail::begun_as::region}, 0, no_step, 0}}};
  return made.tree() == nullptr || made.tree()->steps.empty() ? nothing : *made.tree();
}

void go_to(unsigned index) {
  core::worker& self = core::worker::current();
  if (self.index() != index) {
    self.suspend({[](void*) noexcept { return true; }, nullptr},
                 detail::destination::worker(index));
  }
}

follower& follower_of(core::team& team) {
  if (team.own_guide() == nullptr) {
    team.own_guide() = std::make_unique<follower>(team);
  }
  return static_cast<follower&>(*team.own_guide());
}

}  // namespace

}  // namespace nuthatch::schedules

namespace nuthatch {

schedule detail::record_call(void (*body)(void*), void* argument) {
  core::worker& self = core::worker::current();
  self.require_team();
  schedules::recorder log(self, schedules::root_of_regions);
  {
    const schedules::observation heard(self.team(), log);
    const core::numbered_region region(self, schedules::root_of_regions);
    body(argument);
  }
  return schedule(std::make_shared<const schedules::steal_tree>(log.tree()));
}

replayed detail::replay_call(const schedule& by,
                             replay_mode mode,
                             void (*body)(void*),
                             void* argument) {
  const schedules::steal_tree& tree = schedules::tree_of(by);
  core::team& team = core::worker::current().team();
  core::worker::current().require_team();
  if (by.steps() != 0) {
    schedules::go_to(tree.steps.front().worker % team.size());
  }
  core::worker& self = core::worker::current();
  schedules::recorder log(self, schedules::root_of_regions);
  replayed done;
  {
    const schedules::observation heard(team, log);
    schedules::follower& guide = schedules::follower_of(team);
    done.mode = guide.begin(self, tree, mode);
    schedules::guidance guided(team, guide);
    {
      const core::numbered_region region(self, schedules::root_of_regions);
      body(argument);
    }
    schedules::followed said = guided.end();
    done.donations = said.donations;
    done.voids = said.voids;
    done.mismatches = said.mismatches;
    done.first_mismatch = std::move(said.first_mismatch);
    done.idle_seconds = said.idle_seconds;
  }
  done.ran = schedule(std::make_shared<const schedules::steal_tree>(log.tree()));
  return done;
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
  return tree_ == nullptr ? 0 : sizeof *tree_ + steps() * sizeof(schedules::step);
}

std::size_t schedule::migrated() const noexcept {
  return tree_ == nullptr ? 0 : tree_->migrated();
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
