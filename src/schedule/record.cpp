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
          "record: another recording is running in this runtime, which makes one at a time; record "
          "what is around both, or one after the other");
    }
  }

  observation(const observation&) = delete;
  observation& operator=(const observation&) = delete;

  ~observation() { team_.end_observing(); }

 private:
  core::team& team_;
};

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
