#include "openmp/tasks/dependences.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/task_end.hpp"

namespace nuthatch::openmp {

namespace {

use use_of(std::uintptr_t kind) noexcept {
  constexpr std::uintptr_t in_kind = 1;
  constexpr std::uintptr_t inoutset_kind = 5;
  return kind == in_kind ? use::in : kind == inoutset_kind ? use::inoutset : use::out;
}

std::uintptr_t number_in(void* word) noexcept {
  return reinterpret_cast<std::uintptr_t>(word);
}

}  // namespace

std::vector<dependence> read_dependences(void* const* words) {
  std::vector<dependence> found;
  const auto add = [&found](void* const* from, std::uintptr_t count, use as) {
    std::transform(from, from + count, std::back_inserter(found), [as](void* address) {
      return dependence{address, as};
    });
  };
  if (words[0] != nullptr) {
    const std::uintptr_t all = number_in(words[0]);
    const std::uintptr_t outs = number_in(words[1]);
    add(words + 2, outs, use::out);
    add(words + 2 + outs, all - outs, use::in);
    return found;
  }
  const std::uintptr_t all = number_in(words[1]);
  const std::uintptr_t outs = number_in(words[2]) + number_in(words[3]);
  const std::uintptr_t ins = number_in(words[4]);
  void* const* const addresses = words + 5;
  add(addresses, outs, use::out);
  add(addresses + outs, ins, use::in);
  for (std::uintptr_t i = outs + ins; i < all; ++i) {
    auto* const object = static_cast<void**>(addresses[i]);
    found.push_back({object[0], use_of(number_in(object[1]))});
  }
  return found;
}

dependence_point::link* dependence_point::closed() noexcept {
  static constinit link end{nullptr, nullptr};
  return &end;
}

bool dependence_point::has_ended() const noexcept {
  // Acquire: what the task did, where nobody waits for it any more.
  return later_.load(detail::memory_order_acquire) == closed();
}

void dependence_point::come_before(dependence_point& later) {
  if (&later == this || has_ended()) {
    return;
  }
  auto* const made = new link{&later, nullptr};
  later.before_.fetch_add(1, detail::memory_order_relaxed);
  link* first = later_.load(detail::memory_order_acquire);
  do {
    if (first == closed()) {
      later.before_.fetch_sub(1, detail::memory_order_relaxed);
      delete made;
      return;
    }
    made->next = first;
    // Release: who ends it reads the link.
  } while (!later_.compare_exchange_weak(
      first, made, detail::memory_order_acq_rel, detail::memory_order_acquire));
}

void dependence_point::end(const task_ender& by) noexcept {
  link* next = later_.exchange(closed(), detail::memory_order_acq_rel);
  while (next != nullptr) {
    dependence_point& later = *next->later;
    delete std::exchange(next, next->next);
    deferred_task* const waits = later.task_;
    const std::uint32_t waits_at = later.waits_at_;  // once it knows, who waits may be gone
    if (later.before_.fetch_sub(1, detail::memory_order_seq_cst) == 1) {
      if (waits != nullptr) {
        by.begin(*waits);
      } else {
        by.of().at(waits_at).any_tell();
      }
    }
  }
  drop();
}

void dependence_point::drop() noexcept {
  if (known_.fetch_sub(1, detail::memory_order_acq_rel) == 1) {
    delete this;
  }
}

dependences::~dependences() {
  for (auto& [address, each] : by_address_) {
    drop_all(each.newest);
    drop_all(each.before);
  }
  if (of_all_ != nullptr) {
    of_all_->drop();
  }
}

void dependences::drop_all(points& of) noexcept {
  for (dependence_point* const each : of) {
    each->drop();
  }
  of.clear();
}

/// Now and then, so that many of one set do not pile up.
void dependences::drop_ended(points& of) noexcept {
  constexpr std::size_t some = 16;
  if (of.size() < some || !std::has_single_bit(of.size())) {
    return;
  }
  const auto ended = std::partition(
      of.begin(), of.end(), [](const dependence_point* each) { return !each->has_ended(); });
  std::for_each(ended, of.end(), [](dependence_point* each) { each->drop(); });
  of.erase(ended, of.end());
}

bool dependences::are_free(std::span<const dependence> uses) const {
  const auto have_ended = [](const points& all) {
    return std::ranges::all_of(all, [](const dependence_point* one) { return one->has_ended(); });
  };
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
  for (auto& [address, each] : by_address_) {
    drop_all(each.newest);
    drop_all(each.before);
  }
  by_address_.clear();
  made.keep();
  if (dependence_point* const before = std::exchange(of_all_, &made); before != nullptr) {
    before->drop();
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

void dependences::add(std::span<const dependence> uses, dependence_point& made) {
  for (const dependence& each : uses) {
    come_after_newest_of_all(made);
    if (each.is_of_all()) {
      come_after_all(made);
      be_newest_of_all(made);
      continue;
    }
    entry& here = by_address_[each.address];
    if (!here.is_joined_by(each.use)) {
      drop_all(here.before);
      here.before.swap(here.newest);
      here.use = each.use;
    }
    for (dependence_point* const one : here.before) {
      one->come_before(made);
    }
    drop_ended(here.newest);
    made.keep();
    here.newest.push_back(&made);
  }
}

}  // namespace nuthatch::openmp
