// SPDX-License-Identifier: Apache-2.0
#include "schedule/step_index.hpp"

#include <algorithm>
#include <bit>

#include "base/golden_ratio.hpp"

namespace nuthatch::schedules {

namespace {

using detail::begun_as;
using detail::spawn_position;
using detail::work_name;

std::size_t step_hash(spawn_position at) noexcept {
  // Numbers of tasks are hashes already.
  return static_cast<std::size_t>(at.task + at.spawns * base::golden_ratio);
}

/// Those of the ends of finishes are found without the count of spawns: see any_comes_to_more.
std::size_t step_hash(const work_name& what) noexcept {
  return what.how == begun_as::ended ? step_hash(spawn_position{~what.at.task, what.depth})
                                     : step_hash(what.at);
}

bool same_step(const work_name& a, const work_name& b) noexcept {
  return a.at.task == b.at.task && a.at.spawns == b.at.spawns &&
         (a.how == b.how || (is_rest(a.how) && is_rest(b.how)) ||
          (is_child(a.how) && is_child(b.how))) &&
         a.depth == b.depth;
}

}  // namespace

void step_index::assign(const steal_tree& by) {
  const std::size_t steps = by.steps.size();
  const std::size_t count = steps + by.ways.size();
  first_.assign(std::bit_ceil(2 * count + 1), no_step);
  next_.assign(count, no_step);
  places_.assign(steps, no_step);
  stages_ = std::make_unique<detail::atomic<stage>[]>(steps);
  spawners_ = std::make_unique<spawner[]>(first_.size());
  spawners_mask_ = first_.size() - 1;
  tree_ = &by;
  has_children_ = false;
  for (std::size_t i = count; i-- > 0;) {
    const work_name what =
        i < steps ? by.steps[i].what : work_name{by.ways[i - steps].at, 0, begun_as::continuation};
    std::uint32_t& chain = first_[step_hash(what) & (first_.size() - 1)];
    next_[i] = chain;
    chain = static_cast<std::uint32_t>(i);
    if (is_rest(what.how)) {
      add_spawn(what.at);
    }
  }
  std::vector<std::uint32_t> so_many(by.workers, 0);
  for (std::size_t i = 0; i < steps; ++i) {
    stages_[i].store(stage::expected, detail::memory_order_relaxed);
    has_children_ = has_children_ || is_child(by.steps[i].what.how);
    if (i != 0 && by.steps[i].what.how != begun_as::waited) {
      places_[i] = so_many[by.steps[i].worker]++;
    }
  }
}

void step_index::add_spawn(spawn_position at) noexcept {
  spawner& of = spawner_of(at.task);
  of.last = of.task == 0 ? at.spawns : std::max(of.last, at.spawns);
  of.task = at.task;
}

/// Its entry, or the one that it would have.
step_index::spawner& step_index::spawner_of(std::uint64_t task) const noexcept {
  std::size_t i = static_cast<std::size_t>(task) & spawners_mask_;
  while (spawners_[i].task != 0 && spawners_[i].task != task) {
    i = (i + 1) & spawners_mask_;
  }
  return spawners_[i];
}

/// The first in the chain of its name for which wanted(step) holds.
std::uint32_t step_index::find(const work_name& what, auto wanted) const noexcept {
  const std::uint32_t first = first_[step_hash(what) & (first_.size() - 1)];
  const std::vector<step>& steps = tree_->steps;
  for (std::uint32_t i = first; i != no_step; i = next_[i]) {
    if (i < steps.size() && same_step(steps[i].what, what) && wanted(i)) {
      return i;
    }
  }
  if (what.how != begun_as::ended ||
      !spawner_of(what.at.task).cut.load(detail::memory_order_relaxed)) {
    return no_step;
  }
  for (std::uint32_t i = first; i != no_step; i = next_[i]) {
    if (i < steps.size() && steps[i].what.how == begun_as::ended &&
        steps[i].what.at.task == what.at.task && steps[i].what.depth == what.depth &&
        steps[i].what.at.spawns >= what.at.spawns && wanted(i)) {
      return i;
    }
  }
  return no_step;
}

std::uint32_t step_index::any_look(const work_name& what) const noexcept {
  return find(what, [this](std::uint32_t step) {
    // Relaxed: who comes to a step was told of it by the program.
    return !is_claimed(step);
  });
}

step_index::claim step_index::any_claim(const work_name& what) noexcept {
  stage before = stage::expected;
  const std::uint32_t found = find(what, [this, &before](std::uint32_t step) {
    before = stages_[step].exchange(stage::claimed, detail::memory_order_relaxed);
    return before != stage::claimed;
  });
  return {.step = found, .late = found != no_step && before == stage::passed_over};
}

bool step_index::any_pass_over(std::uint32_t step) noexcept {
  stage before = stage::expected;
  return stages_[step].compare_exchange_strong(before,
                                               stage::passed_over,
                                               detail::memory_order_relaxed,
                                               detail::memory_order_relaxed) ||
         before == stage::passed_over;
}

std::uint32_t step_index::any_claimed(const work_name& what) const noexcept {
  std::uint32_t last = no_step;
  static_cast<void>(find(what, [this, &last](std::uint32_t step) {
    if (is_claimed(step)) {
      last = step;
    }
    return false;
  }));
  return last;
}

bool step_index::any_has(spawn_position at, part which) const noexcept {
  const work_name what{at, 0, which == part::rest ? begun_as::continuation : begun_as::child};
  return find(what, [](std::uint32_t) { return true; }) != no_step;
}

bool step_index::any_leads_on(spawn_position at) const noexcept {
  for (std::uint32_t i = first_[step_hash(at) & (first_.size() - 1)]; i != no_step; i = next_[i]) {
    const spawn_position found =
        i < tree_->steps.size() ? tree_->steps[i].what.at : tree_->ways[i - tree_->steps.size()].at;
    if (found.task == at.task && found.spawns == at.spawns &&
        (i >= tree_->steps.size() || is_rest(tree_->steps[i].what.how))) {
      return true;
    }
  }
  return false;
}

bool step_index::any_comes_to_more(spawn_position from) noexcept {
  spawner& of = spawner_of(from.task);
  if (of.task == from.task && of.last >= from.spawns) {
    return true;
  }
  if (of.task == from.task) {
    of.cut.store(true, detail::memory_order_relaxed);
  }
  return false;
}

std::size_t step_index::unclaimed() const noexcept {
  std::size_t count = 0;
  for (std::uint32_t i = 1; i < tree_->steps.size(); ++i) {
    const bool may_not_come = tree_->steps[i].what.how == begun_as::waited;
    count += may_not_come || is_claimed(i) ? 0 : 1;
  }
  return count;
}

}  // namespace nuthatch::schedules
