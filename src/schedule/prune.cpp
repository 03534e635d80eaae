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

/// How deep in the tree of spawns the tasks lie whose names are in steps, as far as steps tell.
///
/// What a worker gives away in a step comes from ever deeper tasks: what follows a spawn of one,
/// then of a child of that. So a task that is new lies below that of which the step gave something
/// last, or with which the step began.
class levels {
 public:
  explicit levels(std::size_t steps) : deepest_(steps) {}

  /// The level of the task that a step is named by; steps in their order.
  std::uint32_t note(const steal_tree& in, std::uint32_t at) {
    const step& each = in.steps[at];
    const bool first = each.giver == no_step;
    const std::uint32_t new_level = first ? 0 : deepest_[each.giver] + 1;
    const std::uint32_t level = of_task_.try_emplace(each.what.at.task, new_level).first->second;
    if (!first) {
      deepest_[each.giver] = std::max(deepest_[each.giver], level);
    }
    deepest_[at] = level;
    return level;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> of_task_;
  std::vector<std::uint32_t> deepest_;  // by steps: of what was given away in it
};

/// Where something is stolen still, and where it was.
class kept_spawns {
 public:
  kept_spawns(const steal_tree& in, const std::vector<bool>& stays) {
    for (std::size_t i = 0; i < stays.size(); ++i) {
      const detail::work_name& what = in.steps[i].what;
      if (is_steal(what.how)) {
        const bool here = stays[i];
        bool& kept = of_tasks_[what.at.task][what.at.spawns];
        kept = kept || here;
      }
    }
  }

  [[nodiscard]] bool has(std::uint64_t task) const {
    const auto found = of_tasks_.find(task);
    return found != of_tasks_.end() &&
           std::ranges::any_of(found->second, [](const auto& each) { return each.second; });
  }

  /// Whether who joins this spawn and older ones may have to wait for others: for this one if it
  /// was stolen, else for older ones.
  [[nodiscard]] bool makes_wait(detail::spawn_position newest) const {
    const auto found = of_tasks_.find(newest.task);
    if (found == of_tasks_.end()) {
      return false;
    }
    if (const auto same = found->second.find(newest.spawns); same != found->second.end()) {
      return same->second;
    }
    return std::any_of(found->second.begin(),
                       found->second.lower_bound(newest.spawns),
                       [](const auto& each) { return each.second; });
  }

 private:
  // By tasks and spawns: whether it is stolen still.
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, bool>> of_tasks_;
};

/// The tree with those of its steps that stay, and what is left of the ways down to them.
steal_tree only(const steal_tree& from, const std::vector<bool>& stays) {
  steal_tree made;
  made.root = from.root;
  made.workers = from.workers;
  made.complete = from.complete;
  made.ordered = false;
  std::vector<std::uint32_t> now(from.steps.size());  // where each went, or what it is part of
  std::vector<bool> gives(from.steps.size());
  for (std::size_t i = 0; i < from.steps.size(); ++i) {
    step each = from.steps[i];
    each.giver = each.giver == no_step ? no_step : now[each.giver];
    if (stays[i]) {
      now[i] = static_cast<std::uint32_t>(made.steps.size());
      made.steps.push_back(each);
      if (each.giver != no_step) {
        gives[each.giver] = true;
      }
    } else {
      now[i] = each.giver == no_step ? 0 : each.giver;
    }
  }
  for (const way_down& each : from.ways) {
    const std::uint32_t giver = each.giver == no_step ? 0 : now[each.giver];
    if (giver < made.steps.size() && gives[giver]) {
      made.ways.push_back({each.at, giver});
    }
  }
  return made;
}

}  // namespace

std::size_t steals_in(const steal_tree& tree) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(tree.steps, [](const step& each) { return is_steal(each.what.how); }));
}

steal_tree pruned(const steal_tree& from, unsigned percent) {
  constexpr unsigned all = 100;
  const std::size_t count = from.steps.size();
  levels of_tasks(count);
  std::vector<std::uint32_t> level(count);
  std::vector<std::uint32_t> steals;
  for (std::uint32_t i = 0; i < count; ++i) {
    level[i] = of_tasks.note(from, i);
    if (is_steal(from.steps[i].what.how)) {
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
    const detail::work_name& what = from.steps[i].what;
    if (i == 0) {
      stays[i] = true;
    } else if (what.how == detail::begun_as::joined) {
      stays[i] = spawns.makes_wait(what.at);
    } else if (what.how == detail::begun_as::own_child) {
      stays[i] = false;  // where its spawner then was, it need not be now
    } else if (!is_steal(what.how)) {
      stays[i] = (!steals.empty() && level[i] < deepest) || spawns.has(what.at.task);
    }
  }
  return only(from, stays);
}

}  // namespace nuthatch::schedules
