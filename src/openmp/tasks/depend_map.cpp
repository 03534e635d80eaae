// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/depend_map.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/thread.hpp"

namespace nuthatch::openmp {

// ---- sets ----

bool depend_map::have_completed(const set_member* each) noexcept {
  while (each != nullptr && each->node->has_completed()) {
    each = each->next;
  }
  return each == nullptr;
}

depend_map::set_member& depend_map::take_member() {
  if (spare_members_ == nullptr) [[unlikely]] {
    constexpr std::size_t slab = 64;
    member_slabs_.push_back(std::make_unique<set_member[]>(slab));
    for (std::size_t i = 0; i < slab; ++i) {
      set_member& added = member_slabs_.back()[i];
      added.next = std::exchange(spare_members_, &added);
    }
  }
  return *std::exchange(spare_members_, spare_members_->next);
}

void depend_map::unref_all(set_member*& set) noexcept {
  while (set != nullptr) {
    set_member& each = *std::exchange(set, set->next);
    pool_.unref(*each.node);
    each.next = std::exchange(spare_members_, &each);
  }
}

void depend_map::unref_all(entry& known) noexcept {
  unref_all(known.last_set);
  unref_all(known.prev_set);
}

/// Runs only when the size of the last set is a power of two, so that large sets do not grow
/// without bound.
void depend_map::unref_completed(entry& known) noexcept {
  constexpr std::uint32_t some = 16;
  if (known.last_set_size < some || !std::has_single_bit(known.last_set_size)) {
    return;
  }
  set_member** at = &known.last_set;
  while (set_member* const each = *at) {
    if (each->node->has_completed()) {
      *at = each->next;
      pool_.unref(*each->node);
      each->next = std::exchange(spare_members_, each);
      --known.last_set_size;
    } else {
      at = &each->next;
    }
  }
}

void depend_map::add_successor_to(const set_member* each, depend_node& successor) {
  for (; each != nullptr; each = each->next) {
    each->node->add_successor(successor, links());
  }
}

// ---- addresses ----

depend_map::~depend_map() {
  erase_all();
}

void depend_map::erase_all() noexcept {
  erase_addresses();
  if (last_all_ != nullptr) {
    pool_.unref(*std::exchange(last_all_, nullptr));
  }
}

void depend_map::erase_addresses() noexcept {
  by_address_.for_each([this](entry& each) { unref_all(each); });
  by_address_.clear();
}

/// Returns the entry of the address. Now and then, erases those whose tasks are all complete.
depend_map::entry& depend_map::entry_of(const void* address) {
  return by_address_.insert(address, [this](entry& each) {
    if (!have_completed(each.last_set)) {
      return false;
    }
    unref_all(each);  // the previous set is complete as well
    return true;
  });
}

bool depend_map::are_fulfilled(std::span<const dependence> dependences) const {
  if (!dependences.empty() && last_all_ != nullptr && !last_all_->has_completed()) {
    return false;
  }
  return std::ranges::all_of(dependences, [&](const dependence& each) {
    if (each.is_all_memory()) {
      bool all = true;
      by_address_.for_each([&](const entry& one) { all = all && have_completed(one.last_set); });
      return all;
    }
    const entry* const found = by_address_.find(each.address);
    return found == nullptr || have_completed(found->predecessors_of(each.type));
  });
}

void depend_map::link_after_last_all(depend_node& successor) {
  if (last_all_ != nullptr) {
    last_all_->add_successor(successor, links());
  }
}

void depend_map::link_after_all(depend_node& successor) {
  by_address_.for_each([&](entry& each) { add_successor_to(each.last_set, successor); });
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
    } else if (const entry* const found = by_address_.find(each.address); found != nullptr) {
      add_successor_to(found->predecessors_of(each.type), successor);
    }
  }
}

depend_node& depend_map::add(std::span<const dependence> dependences, deferred_task& created) {
  depend_node& here = pool_.take(created);
  for (const dependence& each : dependences) {
    link_after_last_all(here);
    if (each.is_all_memory()) {
      link_after_all(here);
      set_last_all(here);
      continue;
    }
    entry& there = entry_of(each.address);
    if (!there.is_joined_by(each.type)) {
      unref_all(there.prev_set);
      there.prev_set = std::exchange(there.last_set, nullptr);
      there.last_set_size = 0;
      there.type = each.type;
    }
    add_successor_to(there.prev_set, here);
    unref_completed(there);
    set_member& added = take_member();
    added = {&here, there.last_set};
    there.last_set = &added;
    ++there.last_set_size;
    ++here.ref_count;
  }
  return here;
}

// ---- maps ----

depend_map_cache::depend_map_cache() noexcept = default;
depend_map_cache::~depend_map_cache() = default;

depend_map& depend_map_cache::take() noexcept {
  if (first_ == nullptr) {
    auto* const added = new (std::nothrow) depend_map;
    if (added == nullptr) {
      abort_program("no memory for the dependences of tasks");
    }
    return *added;
  }
  --count_;
  depend_map& found = *first_.release();
  first_ = std::move(found.next_spare_);
  return found;
}

void depend_map_cache::put(depend_map& unused) noexcept {
  constexpr std::size_t most = 16;  // tasks that generate tasks, one within the other
  constexpr std::size_t most_nodes = 65'536;
  std::unique_ptr<depend_map> owned(&unused);
  owned->erase_all();
  if (count_ < most && owned->pool_.size() <= most_nodes) {
    ++count_;
    owned->next_spare_ = std::move(first_);
    first_ = std::move(owned);
  }
}

depend_map& depend_map_of(thread& self) noexcept {
  task& current = *self.current_task;
  if (current.child_depends == nullptr) {
    if (self.depend_maps == nullptr) {
      self.depend_maps.reset(new (std::nothrow) depend_map_cache);
      if (self.depend_maps == nullptr) {
        abort_program("no memory for the dependences of tasks");
      }
    }
    current.child_depends = &self.depend_maps->take();
  }
  return *current.child_depends;
}

void return_depend_map(thread& self, task& ended) noexcept {
  if (depend_map* const unused = std::exchange(ended.child_depends, nullptr); unused != nullptr) {
    self.depend_maps->put(*unused);
  }
}

}  // namespace nuthatch::openmp
