// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "numbered_program.hpp"
#include "schedule/recorder.hpp"
#include "schedule/replayer.hpp"

namespace nuthatch::testing {

/// Runs the program in the calling task and records it.
inline schedules::steal_tree record(numbered_program& program, std::uint64_t root) {
  const core::worker& self = core::worker::current();
  core::team& team = self.team();
  schedules::recorder log(self, {root, 0});
  NUTHATCH_CHECK(team.any_begin_observing(log), "another recording is running");
  program.run();
  team.end_observing();
  return log.tree();
}

/// The result of a replay, and the schedule of what ran.
struct replayed_program {
  schedules::replay_report how;
  schedules::steal_tree ran;
};

/// Runs the program in the calling task, which is sent to the worker with which the schedule
/// begins.
inline replayed_program replay(numbered_program& program,
                               const schedules::steal_tree& by,
                               replay_mode mode) {
  core::team& team = core::worker::current().team();
  hop_to(by.steps.front().worker % team.size());
  const core::worker& self = core::worker::current();
  if (team.dispatcher().own_replay_controller() == nullptr) {
    team.dispatcher().own_replay_controller() = std::make_unique<schedules::replayer>(team);
  }
  auto& controller = static_cast<schedules::replayer&>(*team.dispatcher().own_replay_controller());
  schedules::recorder log(self, by.begin());
  NUTHATCH_CHECK(team.any_begin_observing(log), "another recording is running");
  controller.begin(self, by, mode);
  team.dispatcher().set_replay(&controller);
  program.run();
  team.dispatcher().set_replay(nullptr);
  schedules::replay_report how = controller.end();
  team.end_observing();
  return {std::move(how), log.tree()};
}

/// Looks up in a steal tree which worker took a work item.
class oracle {
 public:
  explicit oracle(const schedules::steal_tree& of) {
    for (const schedules::step& each : of.steps) {
      workers_[{each.what.at.task_hash, each.what.at.spawn_rank, each.what.kind}] = each.worker;
    }
  }

  [[nodiscard]] std::optional<unsigned> worker_of(detail::pedigree at,
                                                  detail::step_kind how) const {
    const auto found = workers_.find({at.task_hash, at.spawn_rank, how});
    return found == workers_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::tuple<std::uint64_t, std::uint64_t, detail::step_kind>, unsigned> workers_;
};

/// Returns how many parts of the program did not run where the tree states.
inline unsigned differences(const schedules::steal_tree& made, const numbered_program& program) {
  const oracle says(made);
  unsigned wrong = 0;
  for (const numbered_program::fork_seen& each : program.forks()) {
    const auto continuation = says.worker_of(each.at, detail::step_kind::continuation);
    const auto callable = says.worker_of(each.at, detail::step_kind::second_callable);
    const auto joined = says.worker_of(each.at, detail::step_kind::join);
    const unsigned second = continuation.value_or(callable.value_or(each.first_end));
    const unsigned after = joined.value_or(callable ? each.first_end : each.second_end);
    wrong += each.first_begin == each.spawner && each.second_begin == second &&
                     each.after == after && !(continuation && callable)
                 ? 0
                 : 1;
  }
  for (const numbered_program::spawn_seen& each : program.spawns()) {
    const auto continuation = says.worker_of(each.at, detail::step_kind::continuation);
    const unsigned child_ended = program.ends().at(core::child_pedigree_hash(each.at));
    const bool right = continuation ? each.after == *continuation
                                    : each.after == each.before || each.after == child_ended;
    wrong += right ? 0 : 1;
  }
  for (const schedules::step& each : made.steps) {
    if (schedules::is_child(each.what.kind)) {
      const auto found = program.begins().find(core::child_pedigree_hash(each.what.at));
      // The tasks of loops do not record their workers.
      wrong += found != program.begins().end() && found->second != each.worker ? 1 : 0;
    }
  }
  return wrong;
}

/// Returns the steps of each worker in their order, except those without an order.
inline std::vector<std::vector<std::string>> orders(const schedules::steal_tree& of) {
  std::vector<std::vector<std::string>> all(of.workers);
  for (const schedules::step& each : of.steps) {
    if (each.what.kind != detail::step_kind::resumed) {
      all[each.worker].push_back(std::to_string(each.what.at.task_hash) + ":" +
                                 std::to_string(each.what.at.spawn_rank) + " " +
                                 std::to_string(static_cast<int>(each.what.kind)) + "." +
                                 std::to_string(each.what.depth));
    }
  }
  return all;
}

inline std::string describe_difference(std::size_t worker,
                                       std::size_t step,
                                       const std::string& here,
                                       const std::string& there) {
  return "worker " + std::to_string(worker) + ", step " + std::to_string(step) + ": " + here +
         ", and then " + there;
}

/// Returns the first difference; empty if each worker has the same steps in the same order.
inline std::string first_difference(const schedules::steal_tree& a,
                                    const schedules::steal_tree& b) {
  const auto one = orders(a);
  const auto other = orders(b);
  for (std::size_t worker = 0; worker < one.size(); ++worker) {
    for (std::size_t i = 0; i < std::max(one[worker].size(), other[worker].size()); ++i) {
      const std::string here = i < one[worker].size() ? one[worker][i] : "nothing";
      const std::string there = i < other[worker].size() ? other[worker][i] : "nothing";
      if (here != there) {
        return describe_difference(worker, i, here, there);
      }
    }
  }
  return "";
}

}  // namespace nuthatch::testing
