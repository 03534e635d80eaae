#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "base/assert.hpp"
#include "core/positions.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "numbered_program.hpp"
#include "schedule/recorder.hpp"

namespace nuthatch::testing {

/// Runs the program in the calling task and records it.
inline schedules::steal_tree record(numbered_program& program, std::uint64_t root) {
  const core::worker& self = core::worker::current();
  core::team& team = self.team();
  schedules::recorder log(self, root);
  NUTHATCH_CHECK(team.any_begin_observing(log), "another recording is running");
  program.run();
  team.end_observing();
  return log.tree();
}

/// Who took up a work, by what a tree says.
class oracle {
 public:
  explicit oracle(const schedules::steal_tree& of) {
    for (const schedules::step& each : of.steps) {
      workers_[{each.what.at.task, each.what.at.spawns, each.what.how}] = each.worker;
    }
  }

  [[nodiscard]] std::optional<unsigned> worker_of(detail::spawn_position at,
                                                  detail::begun_as how) const {
    const auto found = workers_.find({at.task, at.spawns, how});
    return found == workers_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::tuple<std::uint64_t, std::uint64_t, detail::begun_as>, unsigned> workers_;
};

/// How many parts of the program did not run where the tree says.
inline unsigned differences(const schedules::steal_tree& made, const numbered_program& program) {
  const oracle says(made);
  unsigned wrong = 0;
  for (const numbered_program::fork_seen& each : program.forks()) {
    const auto continuation = says.worker_of(each.at, detail::begun_as::continuation);
    const auto callable = says.worker_of(each.at, detail::begun_as::callable);
    const auto joined = says.worker_of(each.at, detail::begun_as::joined);
    const unsigned second = continuation.value_or(callable.value_or(each.first_end));
    const unsigned after = joined.value_or(callable ? each.first_end : each.second_end);
    wrong += each.first_begin == each.spawner && each.second_begin == second &&
                     each.after == after && !(continuation && callable)
                 ? 0
                 : 1;
  }
  for (const numbered_program::spawn_seen& each : program.spawns()) {
    const auto continuation = says.worker_of(each.at, detail::begun_as::continuation);
    const unsigned child_ended = program.ends().at(core::number_of_spawn(each.at));
    const bool right = continuation ? each.after == *continuation
                                    : each.after == each.before || each.after == child_ended;
    wrong += right ? 0 : 1;
  }
  for (const schedules::step& each : made.steps) {
    if (each.what.how == detail::begun_as::child) {
      const auto found = program.begins().find(core::number_of_spawn(each.what.at));
      // The tasks of loops do not say where they are.
      wrong += found != program.begins().end() && found->second != each.worker ? 1 : 0;
    }
  }
  return wrong;
}

}  // namespace nuthatch::testing
