// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/interval.hpp>

namespace nuthatch::detail {

/// Some bytes that a program is about to access.
struct accessed {
  effects::extent bytes;
  std::optional<effects::access> how;  // nothing: in some way
  const char* view = nullptr;          // its name, if they are an element of a view that has one
  std::span<const std::ptrdiff_t> index = {};  // if they are an element of a view
  std::span<const std::ptrdiff_t> sizes = {};  // of that
};

class running;

/// What a worker runs that may not touch everything. Written by that worker only, but for the end
/// of a step that has left it.
using running_slot = atomic<const running*>;

/// A step, or code that declares.
class running {
 public:
  running(const running&) = delete;
  running& operator=(const running&) = delete;

  /// Called by the worker that runs this.
  /// @throws effects::effect_error if it may not do that.
  virtual void check(const accessed& what) const = 0;

  /// Called for a region inside of this. Several workers may run steps of that region at a time.
  virtual void check_inner(const accessed& what) const { check(what); }

  /// Where it is. That of another worker where it was suspended and has gone on.
  mutable running_slot* slot = nullptr;

 protected:
  running() = default;
  ~running() = default;
};

/// The calling worker's; outside of runtimes, the thread's. Virtual workers take turns on one
/// thread, in the middle of steps, so a thread has several. Not inlined: compilers keep the address
/// of a thread_local across calls in which the caller migrates to another thread. All of it is
/// relaxed: whoever goes on with a step is told of it by other means.
[[gnu::noinline]] inline running_slot& running_here() {
  static thread_local std::unordered_map<const worker*, running_slot> of_workers;
  static thread_local std::pair<const worker*, running_slot*> last;
  const worker* const self = this_worker();
  if (last.second == nullptr || last.first != self) {
    last = {self, &of_workers.try_emplace(self, nullptr).first->second};
  }
  return *last.second;
}

/// For as long as it lives, this runs here, and `before` does afterwards.
class [[nodiscard]] now_running {
 public:
  now_running(const running& now, const running* before) : now_(now), before_(before) {
    now.slot = &running_here();
    now.slot->store(&now, memory_order_relaxed);
  }

  explicit now_running(const running& now)
      : now_running(now, running_here().load(memory_order_relaxed)) {}

  now_running(const now_running&) = delete;
  now_running& operator=(const now_running&) = delete;

  /// Where it was suspended and nobody knew, its old worker is not to take others for it.
  ~now_running() {
    const running* expected = &now_;
    now_.slot->compare_exchange_strong(
        expected, before_, memory_order_relaxed, memory_order_relaxed);
  }

  [[nodiscard]] bool is_here() const { return running_here().load(memory_order_relaxed) == &now_; }

 private:
  const running& now_;
  const running* const before_;
};

/// For as long as it lives, what is done here is not looked at. It may be suspended and go on
/// with another worker; then what ran here before does so, too.
class [[nodiscard]] nothing_running {
 public:
  nothing_running() : before_(running_here().exchange(nullptr, memory_order_relaxed)) {}

  nothing_running(const nothing_running&) = delete;
  nothing_running& operator=(const nothing_running&) = delete;

  ~nothing_running() {
    running_slot& here = running_here();
    here.store(before_, memory_order_relaxed);
    if (before_ != nullptr) {
      before_->slot = &here;
    }
  }

 private:
  const running* const before_;
};

/// Asks whatever runs here. Outside of checked regions everything is allowed.
inline void check_accessed(const accessed& what) {
  if (const running* const now = running_here().load(memory_order_relaxed)) {
    now->check(what);
  }
}

}  // namespace nuthatch::detail
