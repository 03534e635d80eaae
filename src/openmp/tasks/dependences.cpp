// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/dependences.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace nuthatch::openmp {

// ---- points ----

dependence_points::~dependence_points() {
  while (dependence_point* const each = take_first()) {
    each->let_go();
  }
}

dependence_point* dependence_points::take_first() noexcept {
  dependence_point* const first = first_;
  if (first != nullptr) {
    first_ = first->next;
  }
  return first;
}

void dependence_points::put_last(dependence_point& unnamed) noexcept {
  unnamed.next = nullptr;
  (first_ == nullptr ? first_ : last_->next) = &unnamed;
  last_ = &unnamed;
}

/// Two looks each time: so behind a task that runs for long no more points pile up than tasks run.
dependence_point& dependence_points::take(deferred_task& task) {
  dependence_point* found = nullptr;
  for (int tries = 0; tries < 2 && found == nullptr; ++tries) {
    found = take_first();
    if (found != nullptr && !found->has_ended()) {
      put_last(*std::exchange(found, nullptr));
    }
  }
  if (found == nullptr) {
    found = new dependence_point;
    ++size_;
  }
  found->begin(task);
  return *found;
}

// ---- addresses ----

dependences::~dependences() {
  forget_addresses();
  if (of_all_ != nullptr) {
    points_.drop(*of_all_);
  }
}

bool dependences::forget_all() noexcept {
  constexpr std::size_t most_kept = 1'024;
  if (by_address_.bucket_count() > most_kept || points_.size() > most_kept) {
    return false;
  }
  forget_addresses();
  return true;
}

void dependences::forget_addresses() noexcept {
  for (auto& [address, each] : by_address_) {
    drop_all(each);
  }
  by_address_.clear();
}

bool dependences::have_ended(const points& all) noexcept {
  return std::ranges::all_of(all, [](const dependence_point* one) { return one->has_ended(); });
}

void dependences::drop_all(points& of) noexcept {
  for (dependence_point* const each : of) {
    points_.drop(*each);
  }
  of.clear();
}

void dependences::drop_all(entry& of) noexcept {
  drop_all(of.newest);
  drop_all(of.before);
}

/// Now and then, so that many of one set do not pile up.
void dependences::drop_ended(points& of) noexcept {
  constexpr std::size_t some = 16;
  if (of.size() < some || !std::has_single_bit(of.size())) {
    return;
  }
  const auto ended = std::partition(
      of.begin(), of.end(), [](const dependence_point* each) { return !each->has_ended(); });
  std::for_each(ended, of.end(), [&](dependence_point* each) { points_.drop(*each); });
  of.erase(ended, of.end());
}

/// Each time that there are twice as many entries as were left the last time.
void dependences::forget_ended() noexcept {
  if (by_address_.size() < many_) {
    return;
  }
  for (auto each = by_address_.begin(); each != by_address_.end();) {
    if (have_ended(each->second.newest)) {  // then those before have as well
      drop_all(each->second);
      each = by_address_.erase(each);
    } else {
      ++each;
    }
  }
  many_ = std::max(many_, 2 * by_address_.size());
}

bool dependences::are_free(std::span<const dependence> uses) const {
  if (!uses.empty() && of_all_ != nullptr && !of_all_->has_ended()) {
    return false;
  }
  return std::ranges::all_of(uses, [&](const dependence& each) {
    if (each.is_of_all()) {
      return std::ranges::all_of(by_address_,
                                 [&](const auto& one) { return have_ended(one.second.newest); });
    }
    const auto found = by_address_.find(each.address);
    return found == by_address_.end() || have_ended(found->second.before_a(each.use));
  });
}

void dependences::come_after_newest_of_all(dependence_point& later) {
  if (of_all_ != nullptr) {
    of_all_->come_before(later);
  }
}

void dependences::come_after_all(dependence_point& later) {
  for (auto& [address, each] : by_address_) {
    for (dependence_point* const one : each.newest) {
      one->come_before(later);
    }
  }
}

/// What comes after it need not know of those before.
void dependences::be_newest_of_all(dependence_point& made) {
  ++made.names;  // first: the same construct may have named an address
  forget_addresses();
  if (dependence_point* const before = std::exchange(of_all_, &made); before != nullptr) {
    points_.drop(*before);
  }
}

void dependences::find_before(std::span<const dependence> uses, dependence_point& later) {
  for (const dependence& each : uses) {
    come_after_newest_of_all(later);
    if (each.is_of_all()) {
      come_after_all(later);
    } else if (const auto found = by_address_.find(each.address); found != by_address_.end()) {
      for (dependence_point* const one : found->second.before_a(each.use)) {
        one->come_before(later);
      }
    }
  }
}

dependence_point& dependences::add(std::span<const dependence> uses, deferred_task& made) {
  dependence_point& here = points_.take(made);
  forget_ended();
  for (const dependence& each : uses) {
    come_after_newest_of_all(here);
    if (each.is_of_all()) {
      come_after_all(here);
      be_newest_of_all(here);
      continue;
    }
    entry& there = by_address_[each.address];
    if (!there.is_joined_by(each.use)) {
      drop_all(there.before);
      there.before.swap(there.newest);
      there.use = each.use;
    }
    for (dependence_point* const one : there.before) {
      one->come_before(here);
    }
    drop_ended(there.newest);
    ++here.names;
    there.newest.push_back(&here);
  }
  return here;
}

}  // namespace nuthatch::openmp
