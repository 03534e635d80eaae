// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>
#include <vector>

#include <nuthatch/detail/lent_values.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/cache_line.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

struct lent_values::list {
  alignas(base::interference_size) lent_value* newest = nullptr;

  [[nodiscard]] lent_value* take() noexcept {
    return newest == nullptr ? nullptr : std::exchange(newest, newest->next);
  }

  void put(lent_value& one) noexcept { one.next = std::exchange(newest, &one); }
};

struct lent_values::lists {
  const core::team* team;  // whose workers have lists; null: none
  std::vector<list> of_workers;
  mutex shared_mutex;
  list shared;

  explicit lists(const core::worker* first)
      : team(first == nullptr ? nullptr : &first->team()),
        of_workers(first == nullptr ? 0 : first->team().size()) {}

  /// Calls use(list) with the list of the calling thread.
  template <class Use>
  auto use_list(Use&& use) {
    const auto* const self = static_cast<const core::worker*>(this_worker());
    // A later team may have the address of the first one, and more workers.
    if (self != nullptr && &self->team() == team && self->index() < of_workers.size()) {
      return use(of_workers[self->index()]);
    }
    const mutex_lock lock(shared_mutex);
    return use(shared);
  }
};

lent_values::~lent_values() {
  delete lists_.load(memory_order_relaxed);
}

lent_values::lists& lent_values::require_lists() {
  // Acquire, here and below: pairs with the release of the thread that created the lists.
  lists* there = lists_.load(memory_order_acquire);
  if (there == nullptr) {
    auto made = std::make_unique<lists>(static_cast<const core::worker*>(this_worker()));
    if (lists_.compare_exchange_strong(
            there, made.get(), memory_order_acq_rel, memory_order_acquire)) {
      there = made.release();
    }
  }
  return *there;
}

lent_value* lent_values::any_take() {
  return require_lists().use_list([](list& mine) { return mine.take(); });
}

void lent_values::any_add(lent_value& made) noexcept {
  made.made_before = newest_.load(memory_order_relaxed);
  // Relaxed: the owner reads the links once the tasks that wrote them have been joined.
  while (!newest_.compare_exchange_weak(
      made.made_before, &made, memory_order_relaxed, memory_order_relaxed)) {
  }
}

void lent_values::any_give_back(lent_value& lent) noexcept {
  lists_.load(memory_order_acquire)->use_list([&lent](list& mine) { mine.put(lent); });
}

lent_value* lent_values::take_all() noexcept {
  if (lists* const there = lists_.load(memory_order_relaxed)) {
    for (list& each : there->of_workers) {
      each.newest = nullptr;
    }
    there->shared.newest = nullptr;
  }
  return newest_.exchange(nullptr, memory_order_relaxed);
}

}  // namespace nuthatch::detail
