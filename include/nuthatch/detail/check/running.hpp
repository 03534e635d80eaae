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

/// Bytes that a program is about to access.
struct accessed {
  effects::extent bytes;
  std::optional<effects::access> how;          // nothing: unspecified
  const char* view = nullptr;                  // for an element of a view: its name, if any
  std::span<const std::ptrdiff_t> index = {};  // for an element of a view
  std::span<const std::ptrdiff_t> sizes = {};  // of the view
};

class running;

/// The restricted code that a worker is running, if any. Only that worker writes it, except at the
/// end of a step that has left the worker.
using running_slot = atomic<const running*>;

/// A step, or code that declares.
class running {
 public:
  running(const running&) = delete;
  running& operator=(const running&) = delete;

  /// Called by the worker that runs this.
  /// @throws effects::effect_error if the access is not permitted.
  virtual void check(const accessed& what) const = 0;

  /// Called for a region inside of this one. Several workers may run steps of that region at a
  /// time.
  virtual void check_inner(const accessed& what) const { check(what); }

  /// The slot that contains it; another worker's if it was suspended and resumed there.
  mutable running_slot* slot = nullptr;

 protected:
  running() = default;
  ~running() = default;
};

/// Returns the slot of the calling worker; outside of runtimes, that of the thread. Virtual workers
/// take turns on one thread, also within steps, so a thread has several slots. Not inlined:
/// compilers keep the address of a thread_local across calls in which the caller migrates to
/// another thread. All accesses are relaxed: a worker that resumes a step is synchronized by other
/// means.
[[gnu::noinline]] inline running_slot& running_here() {
  static thread_local std::unordered_map<const worker*, running_slot> of_workers;
  static thread_local std::pair<const worker*, running_slot*> last;
  const worker* const self = this_worker();
  if (last.second == nullptr || last.first != self) {
    last = {self, &of_workers.try_emplace(self, nullptr).first->second};
  }
  return *last.second;
}

/// During its lifetime, `now` runs here; afterwards `before` does.
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

  /// If the step was suspended and its old worker was not informed, that worker must not attribute
  /// other code to it.
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

/// During its lifetime, nothing that runs here is checked. The code may be suspended and resume on
/// another worker; then what ran here before moves there, too.
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

/// Checks an access against whatever runs here. Outside of checked regions everything is permitted.
inline void check_accessed(const accessed& what) {
  if (const running* const now = running_here().load(memory_order_relaxed)) {
    now->check(what);
  }
}

}  // namespace nuthatch::detail
