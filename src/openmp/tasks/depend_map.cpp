// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/depend_map.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace nuthatch::openmp {

// ---- depend nodes ----

depend_node_pool::~depend_node_pool() {
  while (depend_node* const each = take_first()) {
    each->release();
  }
}

depend_node* depend_node_pool::take_first() noexcept {
  depend_node* const first = first_;
  if (first != nullptr) {
    first_ = first->next;
  }
  return first;
}

void depend_node_pool::put_last(depend_node& unnamed) noexcept {
  unnamed.next = nullptr;
  (first_ == nullptr ? first_ : last_->next) = &unnamed;
  last_ = &unnamed;
}

/// Makes two attempts to reuse a node. So behind a long-running task, the pool does not grow to
/// more nodes than tasks that run.
depend_node& depend_node_pool::take(deferred_task& task) {
  depend_node* found = nullptr;
  for (int tries = 0; tries < 2 && found == nullptr; ++tries) {
    found = take_first();
    if (found != nullptr && !found->has_completed()) {
      put_last(*std::exchange(found, nullptr));
    }
  }
  if (found == nullptr) {
    found = new depend_node;
    ++size_;
  }
  found->begin(task);
  return *found;
}

// ---- addresses ----

depend_map::~depend_map() {
  erase_addresses();
  if (last_all_ != nullptr) {
    pool_.unref(*last_all_);
  }
}

bool depend_map::erase_all() noexcept {
  constexpr std::size_t max_kept = 1'024;
  if (by_address_.bucket_count() > max_kept || pool_.size() > max_kept) {
    return false;
  }
  erase_addresses();
  return true;
}

void depend_map::erase_addresses() noexcept {
  for (auto& [address, each] : by_address_) {
    unref_all(each);
  }
  by_address_.clear();
}

bool depend_map::have_completed(const node_list& all) noexcept {
  return std::ranges::all_of(all, [](const depend_node* one) { return one->has_completed(); });
}

void depend_map::unref_all(node_list& nodes) noexcept {
  for (depend_node* const each : nodes) {
    pool_.unref(*each);
  }
  nodes.clear();
}

void depend_map::unref_all(entry& known) noexcept {
  unref_all(known.last_set);
  unref_all(known.prev_set);
}

/// Runs only when the size is a power of two, so that large sets do not grow without bound.
void depend_map::unref_completed(node_list& nodes) noexcept {
  constexpr std::size_t some = 16;
  if (nodes.size() < some || !std::has_single_bit(nodes.size())) {
    return;
  }
  const auto ended = std::partition(
      nodes.begin(), nodes.end(), [](const depend_node* each) { return !each->has_completed(); });
  std::for_each(ended, nodes.end(), [&](depend_node* each) { pool_.unref(*each); });
  nodes.erase(ended, nodes.end());
}

/// Runs each time the number of entries has doubled.
void depend_map::erase_completed() noexcept {
  if (by_address_.size() < erase_threshold_) {
    return;
  }
  for (auto each = by_address_.begin(); each != by_address_.end();) {
    if (have_completed(each->second.last_set)) {  // then the previous set is complete as well
      unref_all(each->second);
      each = by_address_.erase(each);
    } else {
      ++each;
    }
  }
  erase_threshold_ = std::max(erase_threshold_, 2 * by_address_.size());
}

bool depend_map::are_fulfilled(std::span<const dependence> dependences) const {
  if (!dependences.empty() && last_all_ != nullptr && !last_all_->has_completed()) {
    return false;
  }
  return std::ranges::all_of(dependences, [&](const dependence& each) {
    if (each.is_all_memory()) {
      return std::ranges::all_of(
          by_address_, [&](const auto& one) { return have_completed(one.second.last_set); });
    }
    const auto found = by_address_.find(each.address);
    return found == by_address_.end() || have_completed(found->second.predecessors_of(each.type));
  });
}

void depend_map::link_after_last_all(depend_node& successor) {
  if (last_all_ != nullptr) {
    last_all_->add_successor(successor);
  }
}

void depend_map::link_after_all(depend_node& successor) {
  for (auto& [address, each] : by_address_) {
    for (depend_node* const one : each.last_set) {
      one->add_successor(successor);
    }
  }
}

/// Clears the map, since the task on omp_all_memory follows all earlier tasks already.
void depend_map::set_last_all(depend_node& node) {
  ++node.ref_count;  // first, because the same construct may have named an address
  erase_addresses();
  if (depend_node* const before = std::exchange(last_all_, &node); before != nullptr) {
    pool_.unref(*before);
  }
}

void depend_map::link_predecessors(std::span<const dependence> dependences,
                                   depend_node& successor) {
  for (const dependence& each : dependences) {
    link_after_last_all(successor);
    if (each.is_all_memory()) {
      link_after_all(successor);
    } else if (const auto found = by_address_.find(each.address); found != by_address_.end()) {
      for (depend_node* const one : found->second.predecessors_of(each.type)) {
        one->add_successor(successor);
      }
    }
  }
}

depend_node& depend_map::add(std::span<const dependence> dependences, deferred_task& created) {
  depend_node& here = pool_.take(created);
  erase_completed();
  for (const dependence& each : dependences) {
    link_after_last_all(here);
    if (each.is_all_memory()) {
      link_after_all(here);
      set_last_all(here);
      continue;
    }
    entry& there = by_address_[each.address];
    if (!there.is_joined_by(each.type)) {
      unref_all(there.prev_set);
      there.prev_set.swap(there.last_set);
      there.type = each.type;
    }
    for (depend_node* const one : there.prev_set) {
      one->add_successor(here);
    }
    unref_completed(there.last_set);
    ++here.ref_count;
    there.last_set.push_back(&here);
  }
  return here;
}

}  // namespace nuthatch::openmp
