// SPDX-License-Identifier: Apache-2.0
#include "schedule/withheld_work.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>

#include "base/golden_ratio.hpp"
#include "core/pedigrees.hpp"

namespace nuthatch::schedules {

using core::lane;
using core::work_item;
using detail::join_counter;
using detail::mutex_lock;

namespace {

/// Returns whether it is a child of a scope, not an async.
bool is_child_of_scope(work_item what) noexcept {
  if (what.what() != work_item::kind::siblings) {
    return false;
  }
  const detail::task& one = what.as_siblings();
  return static_cast<const join_counter*>(one.finish) != one.join;
}

}  // namespace

// ---- work by key ----

work_by_join::work_by_join() {
  constexpr std::size_t at_first = 8;
  slots_.resize(at_first);
}

work_by_join::key work_by_join::key_of(const join_counter& join, bool child_of_scope) noexcept {
  static_assert(alignof(join_counter) > 1);
  return reinterpret_cast<key>(&join) + (child_of_scope ? 1 : 0);
}

work_by_join::key work_by_join::key_of(work_item what) noexcept {
  const join_counter* const join = what.join();
  return join == nullptr ? what.word() : key_of(*join, is_child_of_scope(what));
}

std::uint64_t work_by_join::hash_of(key of) noexcept {
  constexpr unsigned best_mixed = 32;
  return (of * base::golden_ratio) >> best_mixed;
}

void work_by_join::push(work_item added) noexcept {
  constexpr std::size_t per_slot = 2;
  latest_ = slot_of(key_of(added), slots_);
  slots_[latest_].push_front(added);
  if (++count_ > per_slot * slots_.size()) {
    grow();
  }
}

work_item work_by_join::taken(work_item one) noexcept {
  count_ -= one ? 1 : 0;
  return one;
}

/// Keeps the order of the items of each key.
void work_by_join::grow() noexcept {
  constexpr std::size_t factor = 4;
  try {
    slots larger(factor * slots_.size());
    for (core::work_item_list& each : slots_) {
      while (const work_item one = each.pop_front()) {
        larger[slot_of(key_of(one), larger)].push_back(one);
      }
    }
    slots_ = std::move(larger);
    latest_ = 0;
  } catch (const std::bad_alloc&) {
    return;  // searches stay slow
  }
}

// ---- held work ----

void withheld_work::begin(std::size_t steps) {
  NUTHATCH_ASSERT(any_is_empty(), "works are held of a region that has ended");
  nodes_.assign(steps, node{});
}

withheld_work::part& withheld_work::part_of(work_by_join::key of) noexcept {
  constexpr unsigned not_for_slots = 24;
  return parts_[(work_by_join::hash_of(of) >> not_for_slots) % parts];
}

/// Siblings are held one by one, so the field for the length of their chain is free.
void withheld_work::note_holder(work_item held, unsigned of) noexcept {
  if (held.what() == work_item::kind::siblings) {
    held.as_siblings().chain = of;
  }
}

work_item withheld_work::taken(work_item held) noexcept {
  if (held) {
    items_.fetch_sub(1, detail::memory_order_relaxed);
    note_holder(held, 1);  // a chain of one
  }
  return held;
}

/// Returns the link to the root of that key; if there is none, the last link, which is no_step.
std::uint32_t* withheld_work::find_root(part& at, work_by_join::key of) noexcept {
  std::uint32_t* link = &at.first_root;
  while (*link != no_step && work_by_join::key_of(nodes_[*link].what) != of) {
    link = &nodes_[*link].next;
  }
  return link;
}

/// Melds two heaps, either of which may be empty. Leaves `next` of the root unchanged.
std::uint32_t withheld_work::meld(std::uint32_t a, std::uint32_t b) noexcept {
  if (a == no_step || b == no_step) {
    return std::min(a, b);
  }
  const std::uint32_t root = std::min(a, b);
  const std::uint32_t below = std::max(a, b);
  nodes_[below].next = std::exchange(nodes_[root].child, below);
  return root;
}

/// Melds the children of a removed root: in pairs, and the pairs from the last one on.
std::uint32_t withheld_work::meld_children(std::uint32_t first) noexcept {
  std::uint32_t pairs = no_step;
  while (first != no_step) {
    const std::uint32_t second = nodes_[first].next;
    const std::uint32_t rest = second == no_step ? no_step : nodes_[second].next;
    const std::uint32_t pair = meld(first, second);
    nodes_[pair].next = std::exchange(pairs, pair);
    first = rest;
  }
  std::uint32_t all = no_step;
  while (pairs != no_step) {
    const std::uint32_t pair = pairs;
    pairs = nodes_[pair].next;
    all = meld(all, pair);
  }
  return all;
}

withheld_work::heap withheld_work::oldest_heap() noexcept {
  const mutex_lock lock(heaps_mutex_);
  return {oldest_, oldest_ == no_step ? 0 : nodes_[oldest_].of};
}

void withheld_work::link_heap(std::uint32_t older, std::uint32_t newer) noexcept {
  (older == no_step ? oldest_ : nodes_[older].newer) = newer;
  (newer == no_step ? newest_ : nodes_[newer].older) = older;
}

void withheld_work::add_heap(std::uint32_t root, work_by_join::key of) noexcept {
  const mutex_lock lock(heaps_mutex_);
  nodes_[root].of = of;
  link_heap(newest_, root);
  link_heap(root, no_step);
}

/// `now` is no_step if the heap has become empty.
void withheld_work::change_root(std::uint32_t before, std::uint32_t now) noexcept {
  const mutex_lock lock(heaps_mutex_);
  const node& gone = nodes_[before];
  if (now == no_step) {
    link_heap(gone.older, gone.newer);
    return;
  }
  nodes_[now].of = gone.of;
  link_heap(gone.older, now);
  link_heap(now, gone.newer);
}

/// Removes the first item of a heap, to which the link leads.
work_item withheld_work::take_first(std::uint32_t& root) noexcept {
  // Not a copy: its neighbours in the list of heaps are protected by another lock.
  const node& first = nodes_[root];
  const std::uint32_t next = first.next;
  const std::uint32_t others = meld_children(first.child);
  change_root(root, others);
  if (others != no_step) {
    nodes_[others].next = next;
    root = others;
  } else {
    root = next;
  }
  taken_back_children_.fetch_sub(1, detail::memory_order_relaxed);
  return taken(first.what);
}

void withheld_work::any_withhold(work_item taken_back_child, std::uint32_t step) noexcept {
  const work_by_join::key of = work_by_join::key_of(taken_back_child);
  part& at = part_of(of);
  const mutex_lock lock(at.mutex);
  nodes_[step] = {.what = taken_back_child};
  std::uint32_t* const root = find_root(at, of);
  const std::uint32_t before = *root;
  const std::uint32_t next = before == no_step ? no_step : nodes_[before].next;
  *root = meld(before, step);
  nodes_[*root].next = next;
  if (before == no_step) {
    add_heap(step, of);
  } else if (*root != before) {
    change_root(before, *root);
  }
  items_.fetch_add(1, detail::memory_order_relaxed);
  taken_back_children_.fetch_add(1, detail::memory_order_seq_cst);
}

work_item withheld_work::any_take_remainder(work_item wanted, std::uint64_t ended) noexcept {
  // The same stack may be held for a later spawn, with another child that runs on another worker.
  const auto is_that = [ended](work_item each) {
    return each.what() != work_item::kind::continuation ||
           core::child_pedigree_hash(each.as_continuation().id.at) == ended;
  };
  const work_by_join::key of = wanted.word();
  part& at = part_of(of);
  const mutex_lock lock(at.mutex);
  return taken(at.without_step.take(of, is_that));
}

std::uint32_t withheld_work::any_first_of(const join_counter& join, lane from) noexcept {
  std::uint32_t first = no_step;
  for (const bool child_of_scope : {true, false}) {
    if (child_of_scope || from == lane::off_chain) {
      const work_by_join::key of = work_by_join::key_of(join, child_of_scope);
      part& at = part_of(of);
      const mutex_lock lock(at.mutex);
      first = std::min(first, *find_root(at, of));
    }
  }
  return first;
}

work_item withheld_work::any_take(const join_counter& join,
                                  lane from,
                                  std::uint32_t first) noexcept {
  for (const bool child_of_scope : {true, false}) {
    if (child_of_scope || from == lane::off_chain) {
      const work_by_join::key of = work_by_join::key_of(join, child_of_scope);
      part& at = part_of(of);
      const mutex_lock lock(at.mutex);
      std::uint32_t* const root = find_root(at, of);
      if (*root == first) {
        return take_first(*root);
      }
    }
  }
  return {};
}

work_item withheld_work::any_take_newest(const join_counter& join, lane from) noexcept {
  for (const bool child_of_scope : {true, false}) {
    if (child_of_scope || from == lane::off_chain) {
      const work_by_join::key of = work_by_join::key_of(join, child_of_scope);
      part& at = part_of(of);
      const mutex_lock lock(at.mutex);
      if (const work_item found = taken(at.without_step.take(of))) {
        return found;
      }
    }
  }
  return {};
}

withheld_work::withheld_item withheld_work::any_take_next(std::size_t& from,
                                                          bool remainders) noexcept {
  for (; from < parts_.size(); ++from) {
    part& at = parts_[from];
    const mutex_lock lock(at.mutex);
    if (at.first_root != no_step) {
      const std::uint32_t step = at.first_root;
      return {take_first(at.first_root), step};
    }
    const work_item found = at.without_step.take_any(
        [remainders](work_item each) { return remainders || each.join() != nullptr; });
    if (found) {
      const unsigned of = found.what() == work_item::kind::siblings ? found.as_siblings().chain : 0;
      return {taken(found), no_step, of};
    }
  }
  return {};
}

}  // namespace nuthatch::schedules
