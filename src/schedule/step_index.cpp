// SPDX-License-Identifier: Apache-2.0
#include "schedule/step_index.hpp"

#include <algorithm>
#include <bit>

#include "base/golden_ratio.hpp"

namespace nuthatch::schedules {

namespace {

using detail::pedigree;
using detail::step_kind;
using detail::work_id;

std::size_t step_hash(pedigree at) noexcept {
  // Task hashes are well mixed already.
  return static_cast<std::size_t>(at.task_hash + at.spawn_rank * base::golden_ratio);
}

/// Ends of finishes are found without the count of spawns: see any_comes_to_more.
std::size_t step_hash(const work_id& what) noexcept {
  return what.kind == step_kind::finish_end ? step_hash(pedigree{~what.at.task_hash, what.depth})
                                            : step_hash(what.at);
}

bool same_step(const work_id& a, const work_id& b) noexcept {
  return a.at.task_hash == b.at.task_hash && a.at.spawn_rank == b.at.spawn_rank &&
         (a.kind == b.kind || (is_remainder(a.kind) && is_remainder(b.kind)) ||
          (is_child(a.kind) && is_child(b.kind))) &&
         a.depth == b.depth;
}

}  // namespace

void step_index::assign(const steal_tree& by) {
  const std::size_t steps = by.steps.size();
  const std::size_t count = steps + by.path_spawns.size();
  first_.assign(std::bit_ceil(2 * count + 1), no_step);
  next_.assign(count, no_step);
  places_.assign(steps, no_step);
  stages_ = std::make_unique<detail::atomic<stage>[]>(steps);
  spawners_ = std::make_unique<spawner[]>(first_.size());
  spawners_mask_ = first_.size() - 1;
  tree_ = &by;
  has_children_ = false;
  for (std::size_t i = count; i-- > 0;) {
    const work_id what = i < steps
                             ? by.steps[i].what
                             : work_id{by.path_spawns[i - steps].at, 0, step_kind::continuation};
    std::uint32_t& chain = first_[step_hash(what) & (first_.size() - 1)];
    next_[i] = chain;
    chain = static_cast<std::uint32_t>(i);
    if (is_remainder(what.kind)) {
      add_spawn(what.at);
    }
  }
  std::vector<std::uint32_t> so_many(by.workers, 0);
  for (std::size_t i = 0; i < steps; ++i) {
    stages_[i].store(stage::expected, detail::memory_order_relaxed);
    has_children_ = has_children_ || is_child(by.steps[i].what.kind);
    if (i != 0 && by.steps[i].what.kind != step_kind::resumed) {
      places_[i] = so_many[by.steps[i].worker]++;
    }
  }
}

void step_index::add_spawn(pedigree at) noexcept {
  spawner& of = spawner_of(at.task_hash);
  of.last = of.task == 0 ? at.spawn_rank : std::max(of.last, at.spawn_rank);
  of.task = at.task_hash;
}

/// Returns the entry of the task, or the free one that it would get.
step_index::spawner& step_index::spawner_of(std::uint64_t task) const noexcept {
  std::size_t i = static_cast<std::size_t>(task) & spawners_mask_;
  while (spawners_[i].task != 0 && spawners_[i].task != task) {
    i = (i + 1) & spawners_mask_;
  }
  return spawners_[i];
}

/// Returns the first step in the chain of its id for which wanted(step) holds.
std::uint32_t step_index::find(const work_id& what, auto wanted) const noexcept {
  const std::uint32_t first = first_[step_hash(what) & (first_.size() - 1)];
  const std::vector<step>& steps = tree_->steps;
  for (std::uint32_t i = first; i != no_step; i = next_[i]) {
    if (i < steps.size() && same_step(steps[i].what, what) && wanted(i)) {
      return i;
    }
  }
  if (what.kind != step_kind::finish_end ||
      !spawner_of(what.at.task_hash).cut.load(detail::memory_order_relaxed)) {
    return no_step;
  }
  for (std::uint32_t i = first; i != no_step; i = next_[i]) {
    if (i < steps.size() && steps[i].what.kind == step_kind::finish_end &&
        steps[i].what.at.task_hash == what.at.task_hash && steps[i].what.depth == what.depth &&
        steps[i].what.at.spawn_rank >= what.at.spawn_rank && wanted(i)) {
      return i;
    }
  }
  return no_step;
}

std::uint32_t step_index::any_look(const work_id& what) const noexcept {
  return find(what, [this](std::uint32_t step) {
    // Relaxed: the program itself tells a thread that reaches a step about it.
    return !is_claimed(step);
  });
}

step_index::claim step_index::any_claim(const work_id& what) noexcept {
  stage before = stage::expected;
  const std::uint32_t found = find(what, [this, &before](std::uint32_t step) {
    before = stages_[step].exchange(stage::claimed, detail::memory_order_relaxed);
    return before != stage::claimed;
  });
  return {.step = found, .late = found != no_step && before == stage::skipped};
}

bool step_index::any_skip(std::uint32_t step) noexcept {
  stage before = stage::expected;
  return stages_[step].compare_exchange_strong(
             before, stage::skipped, detail::memory_order_relaxed, detail::memory_order_relaxed) ||
         before == stage::skipped;
}

std::uint32_t step_index::any_claimed(const work_id& what) const noexcept {
  std::uint32_t last = no_step;
  static_cast<void>(find(what, [this, &last](std::uint32_t step) {
    if (is_claimed(step)) {
      last = step;
    }
    return false;
  }));
  return last;
}

bool step_index::any_has(pedigree at, part which) const noexcept {
  const work_id what{at, 0, which == part::remainder ? step_kind::continuation : step_kind::child};
  return find(what, [](std::uint32_t) { return true; }) != no_step;
}

bool step_index::any_is_on_path(pedigree at) const noexcept {
  for (std::uint32_t i = first_[step_hash(at) & (first_.size() - 1)]; i != no_step; i = next_[i]) {
    const pedigree found = i < tree_->steps.size() ? tree_->steps[i].what.at
                                                   : tree_->path_spawns[i - tree_->steps.size()].at;
    if (found.task_hash == at.task_hash && found.spawn_rank == at.spawn_rank &&
        (i >= tree_->steps.size() || is_remainder(tree_->steps[i].what.kind))) {
      return true;
    }
  }
  return false;
}

bool step_index::any_comes_to_more(pedigree from) noexcept {
  spawner& of = spawner_of(from.task_hash);
  if (of.task == from.task_hash && of.last >= from.spawn_rank) {
    return true;
  }
  if (of.task == from.task_hash) {
    of.cut.store(/*value=*/true, detail::memory_order_relaxed);
  }
  return false;
}

std::size_t step_index::unclaimed() const noexcept {
  std::size_t count = 0;
  for (std::uint32_t i = 1; i < tree_->steps.size(); ++i) {
    const bool may_not_come = tree_->steps[i].what.kind == step_kind::resumed;
    count += may_not_come || is_claimed(i) ? 0 : 1;
  }
  return count;
}

}  // namespace nuthatch::schedules
