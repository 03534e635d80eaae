// SPDX-License-Identifier: Apache-2.0
#include "schedule/prune.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nuthatch::schedules {

namespace {

/// Determines how deep the tasks of steps are in the tree of spawns, as far as steps show.
///
/// What a worker publishes in a step comes from ever deeper tasks: the remainder of one, then that
/// of its child. So a task that occurs for the first time is below the deepest task of which the
/// step has published something, or with which the step began.
class levels {
 public:
  explicit levels(std::size_t steps) : deepest_(steps) {}

  /// Returns the level of the task that identifies a step. To be called for steps in their order.
  std::uint32_t note(const steal_tree& in, std::uint32_t at) {
    const step& each = in.steps[at];
    const bool first = each.parent_step == no_step;
    const std::uint32_t new_level = first ? 0 : deepest_[each.parent_step] + 1;
    const std::uint32_t level =
        of_task_.try_emplace(each.what.at.task_hash, new_level).first->second;
    if (!first) {
      deepest_[each.parent_step] = std::max(deepest_[each.parent_step], level);
    }
    deepest_[at] = level;
    return level;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> of_task_;
  std::vector<std::uint32_t> deepest_;  // by step: the deepest task of what was published in it
};

/// The spawns that are still stolen, and those that were.
class kept_spawns {
 public:
  kept_spawns(const steal_tree& in, const std::vector<bool>& stays) {
    for (std::size_t i = 0; i < stays.size(); ++i) {
      const detail::work_id& what = in.steps[i].what;
      if (is_steal(what.kind)) {
        const bool here = stays[i];
        bool& kept = of_tasks_[what.at.task_hash][what.at.spawn_rank];
        kept = kept || here;
      }
    }
  }

  [[nodiscard]] bool has(std::uint64_t task) const {
    const auto found = of_tasks_.find(task);
    return found != of_tasks_.end() &&
           std::ranges::any_of(found->second, [](const auto& each) { return each.second; });
  }

  /// Returns whether a task that joins this spawn and older ones may have to wait for other
  /// workers: for this spawn if it was stolen, otherwise for older ones.
  [[nodiscard]] bool makes_wait(detail::pedigree newest) const {
    const auto found = of_tasks_.find(newest.task_hash);
    if (found == of_tasks_.end()) {
      return false;
    }
    if (const auto same = found->second.find(newest.spawn_rank); same != found->second.end()) {
      return same->second;
    }
    return std::any_of(found->second.begin(),
                       found->second.lower_bound(newest.spawn_rank),
                       [](const auto& each) { return each.second; });
  }

 private:
  // By task and spawn: whether it is still stolen.
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, bool>> of_tasks_;
};

/// Returns the tree with only the steps that stay, and the path spawns to them.
steal_tree only(const steal_tree& from, const std::vector<bool>& stays) {
  steal_tree made;
  made.root = from.root;
  made.workers = from.workers;
  made.complete = from.complete;
  made.ordered = false;
  std::vector<std::uint32_t> now(from.steps.size());  // where each step went, or what it is part of
  std::vector<bool> gives(from.steps.size());
  for (std::size_t i = 0; i < from.steps.size(); ++i) {
    step each = from.steps[i];
    each.parent_step = each.parent_step == no_step ? no_step : now[each.parent_step];
    if (stays[i]) {
      now[i] = static_cast<std::uint32_t>(made.steps.size());
      made.steps.push_back(each);
      if (each.parent_step != no_step) {
        gives[each.parent_step] = true;
      }
    } else {
      now[i] = each.parent_step == no_step ? 0 : each.parent_step;
    }
  }
  for (const path_spawn& each : from.path_spawns) {
    const std::uint32_t parent_step = each.parent_step == no_step ? 0 : now[each.parent_step];
    if (parent_step < made.steps.size() && gives[parent_step]) {
      made.path_spawns.push_back({each.at, parent_step});
    }
  }
  return made;
}

}  // namespace

std::size_t steals_in(const steal_tree& tree) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(tree.steps, [](const step& each) { return is_steal(each.what.kind); }));
}

steal_tree pruned(const steal_tree& from, unsigned percent) {
  constexpr unsigned all = 100;
  const std::size_t count = from.steps.size();
  levels of_tasks(count);
  std::vector<std::uint32_t> level(count);
  std::vector<std::uint32_t> steals;
  for (std::uint32_t i = 0; i < count; ++i) {
    level[i] = of_tasks.note(from, i);
    if (is_steal(from.steps[i].what.kind)) {
      steals.push_back(i);
    }
  }
  std::ranges::sort(steals, {}, [&level](std::uint32_t i) { return std::pair(level[i], i); });
  steals.resize(steals.size() * (all - percent) / all);

  std::vector<bool> stays(count);
  std::uint32_t deepest = 0;
  for (const std::uint32_t each : steals) {
    stays[each] = true;
    deepest = level[each];
  }
  const kept_spawns spawns(from, stays);
  for (std::size_t i = 0; i < count; ++i) {
    const detail::work_id& what = from.steps[i].what;
    if (i == 0) {
      stays[i] = true;
    } else if (what.kind == detail::step_kind::join) {
      stays[i] = spawns.makes_wait(what.at);
    } else if (what.kind == detail::step_kind::taken_back_child) {
      stays[i] = false;  // its spawner may be on another worker now
    } else if (!is_steal(what.kind)) {
      stays[i] = (!steals.empty() && level[i] < deepest) || spawns.has(what.at.task_hash);
    }
  }
  return only(from, stays);
}

}  // namespace nuthatch::schedules
