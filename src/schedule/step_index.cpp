#include "schedule/step_index.hpp"

#include <bit>

namespace nuthatch::schedules {

namespace {

using detail::begun_as;
using detail::spawn_position;
using detail::work_name;

std::size_t hash_of(spawn_position at) noexcept {
  // Numbers of tasks are hashes already.
  return static_cast<std::size_t>(at.task + at.spawns * 0x9e3779b97f4a7c15);
}

bool is_rest(begun_as how) noexcept {
  return how == begun_as::continuation || how == begun_as::callable;
}

bool same(const work_name& a, const work_name& b) noexcept {
  return a.at.task == b.at.task && a.at.spawns == b.at.spawns &&
         (a.how == b.how || (is_rest(a.how) && is_rest(b.how))) && a.depth == b.depth;
}

}  // namespace

void step_index::assign(const steal_tree& by) {
  const std::size_t count = by.steps.size();
  first_.assign(std::bit_ceil(2 * count + 1), no_step);
  next_.assign(count, no_step);
  places_.assign(count, no_step);
  claimed_ = std::make_unique<detail::atomic<bool>[]>(count);
  tree_ = &by;
  for (std::size_t i = count; i-- > 0;) {
    std::uint32_t& chain = first_[hash_of(by.steps[i].what.at) & (first_.size() - 1)];
    next_[i] = chain;
    chain = static_cast<std::uint32_t>(i);
    claimed_[i].store(false, detail::memory_order_relaxed);
  }
  std::vector<std::uint32_t> so_many(by.workers, 0);
  for (std::size_t i = 1; i < count; ++i) {
    if (by.steps[i].what.how != begun_as::waited) {
      places_[i] = so_many[by.steps[i].worker]++;
    }
  }
}

std::uint32_t step_index::first_at(spawn_position at) const noexcept {
  return first_[hash_of(at) & (first_.size() - 1)];
}

std::uint32_t step_index::any_look(const work_name& what) const noexcept {
  for (std::uint32_t i = first_at(what.at); i != no_step; i = next_[i]) {
    // Relaxed: who comes to a step was told of it by the program.
    if (same(tree_->steps[i].what, what) && !claimed_[i].load(detail::memory_order_relaxed)) {
      return i;
    }
  }
  return no_step;
}

std::uint32_t step_index::any_look(spawn_position at, part which) const noexcept {
  for (std::uint32_t i = first_at(at); i != no_step; i = next_[i]) {
    const work_name& what = tree_->steps[i].what;
    if (what.at.task == at.task && what.at.spawns == at.spawns &&
        (which == part::rest ? is_rest(what.how) : what.how == begun_as::child)) {
      return i;
    }
  }
  return no_step;
}

std::uint32_t step_index::any_claim(const work_name& what) noexcept {
  for (std::uint32_t i = first_at(what.at); i != no_step; i = next_[i]) {
    if (same(tree_->steps[i].what, what) &&
        !claimed_[i].exchange(true, detail::memory_order_relaxed)) {
      return i;
    }
  }
  return no_step;
}

std::uint32_t step_index::any_claimed(const work_name& what) const noexcept {
  std::uint32_t last = no_step;
  for (std::uint32_t i = first_at(what.at); i != no_step; i = next_[i]) {
    if (same(tree_->steps[i].what, what) && claimed_[i].load(detail::memory_order_relaxed)) {
      last = i;
    }
  }
  return last;
}

std::size_t step_index::unclaimed() const noexcept {
  std::size_t count = 0;
  for (std::size_t i = 1; i < next_.size(); ++i) {
    count += tree_->steps[i].what.how == begun_as::waited ||
                     claimed_[i].load(detail::memory_order_relaxed)
                 ? 0
                 : 1;
  }
  return count;
}

}  // namespace nuthatch::schedules
