#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <optional>
#include <span>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/interval.hpp>

namespace nuthatch::detail {

/// Some bytes that a program is about to access.
struct accessed {
  effects::extent bytes;
  std::optional<effects::access> how;  // nothing: in some way
  const char* view = nullptr;          // its name, if they are an element of a view that has one
  std::span<const std::ptrdiff_t> index = {};  // if they are an element of a view
};

/// What runs on a thread and may not touch everything: a step, or code that declares. Others that
/// it runs inside of are `outer`.
class running {
 public:
  running(const running&) = delete;
  running& operator=(const running&) = delete;

  /// @throws effects::effect_error if it, or what it runs inside of, may not do that.
  virtual void check(const accessed& what) const = 0;

 protected:
  running() = default;
  ~running() = default;
};

/// Of each thread. Atomic because a step that is suspended may end on another one.
using running_slot = atomic<const running*>;

/// The calling thread's. Not inlined: compilers keep the address of a thread_local across calls in
/// which the caller migrates to another thread.
[[gnu::noinline]] inline running_slot& running_here() noexcept {
  static thread_local constinit running_slot here{nullptr};
  return here;
}

/// For as long as it lives, this is what runs here. Or nothing is: what is inside is not looked at.
class [[nodiscard]] now_running {
 public:
  explicit now_running(const running* now) noexcept
      : slot_(&running_here()),
        outer_(slot_->load(memory_order_relaxed)),  // of its own thread
        now_(now) {
    slot_->store(now, memory_order_relaxed);
  }

  now_running(const now_running&) = delete;
  now_running& operator=(const now_running&) = delete;

  /// Where it began, whichever thread this is: there nobody else is to be taken for it. Relaxed:
  /// only that thread runs what the slot says, and it does not read what this one wrote.
  ~now_running() {
    const running* expected = now_;
    slot_->compare_exchange_strong(expected, outer_, memory_order_relaxed);
  }

  [[nodiscard]] const running* outer() const noexcept { return outer_; }

  /// What runs inside of it is seen only on the thread where it began.
  [[nodiscard]] bool is_here() const noexcept { return slot_ == &running_here(); }

 private:
  running_slot* slot_;
  const running* outer_;
  const running* now_;
};

/// Asks whatever runs here. Outside of checked regions everything is allowed.
inline void check_accessed(const accessed& what) {
  if (const running* const now = running_here().load(memory_order_relaxed)) {
    now->check(what);
  }
}

}  // namespace nuthatch::detail
