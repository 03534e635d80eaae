// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::core {
class team;
}

namespace nuthatch::detail {

struct finish_state;

/// While it exists, it limits how many workers the forks occupy under the innermost finish around
/// the task that creates it.
///
/// Each fork whose callables may run at the same time holds one of the places, until one of them
/// has ended. A fork that finds no free place calls its callables one after the other. So as many
/// callables run at a time as forks hold places, and one more for each task that is no callable.
///
/// Invariant:
///  H1  While the object exists, the poll words of all workers of the team have a bit for it
///      (E2). So every fork under the finish finds it.
class worker_limit {
 public:
  /// Throws std::invalid_argument for 0.
  explicit worker_limit(std::uint64_t most);
  worker_limit(const worker_limit&) = delete;
  worker_limit& operator=(const worker_limit&) = delete;
  ~worker_limit();

  /// Takes a place, if one is free.
  // Acquire and release: what ran in a place happens before what runs there next.
  [[nodiscard]] bool any_take() noexcept {
    std::uint64_t free = free_.load(memory_order_relaxed);
    while (free > 0) {
      if (free_.compare_exchange_weak(free, free - 1, memory_order_acquire, memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  void any_give_back() noexcept { free_.fetch_add(1, memory_order_release); }

 private:
  atomic<std::uint64_t> free_;
  finish_state* finish_;
  core::team* team_;
};

/// A callable of a fork that may not spawn.
struct limited_callable {
  void* of;
  void (*call)(void* of);
};

/// Returns whether a finish around the running task limits its workers.
[[nodiscard, gnu::cold]] bool workers_are_limited(const worker& self) noexcept;

/// Calls both, perhaps in parallel, within the limits around the running task. Throws what they
/// throw, as fork_join does.
[[gnu::cold]] void fork_within_limits(spawn_policy policy,
                                      const limited_callable& first,
                                      const limited_callable& second);

/// A callable of a fork, and its result.
template <class Function>
class kept_call {
 public:
  explicit kept_call(Function& f) noexcept : f_(f) {}

  kept_call(const kept_call&) = delete;
  kept_call& operator=(const kept_call&) = delete;

  ~kept_call() {
    if (has_result_) {
      result_.discard();
    }
  }

  [[nodiscard]] limited_callable erased() noexcept {
    return {this, [](void* of) {
              auto& self = *static_cast<kept_call*>(of);
              self.result_.set_from(self.f_);
              self.has_result_ = true;
            }};
  }

  [[nodiscard]] value_of<Function&> take() {
    has_result_ = false;
    return result_.take();
  }

 private:
  Function& f_;
  result_slot<value_of<Function&>> result_;
  bool has_result_ = false;
};

}  // namespace nuthatch::detail
