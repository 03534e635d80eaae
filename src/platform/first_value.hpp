// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// A value that is created at its first use and exists until the process ends. A thread that comes
/// while another one creates it creates another value, and the first one to finish is kept. So no
/// thread waits, not even in the child process of a fork, which does not have the thread that was
/// creating the value. A static variable of a function has a lock for that, which such a child
/// finds closed forever.
template <class Value>
class first_value {
 public:
  /// Returns the value. make() returns a std::unique_ptr to a new one.
  template <class Make>
  Value& any_get(Make&& make) {
    // Acquire, and release below: the creation of the value.
    Value* const known = known_.load(detail::memory_order_acquire);
    return known != nullptr ? *known : keep(make());
  }

 private:
  [[gnu::noinline]] Value& keep(std::unique_ptr<Value> made) noexcept {
    Value* first = nullptr;
    return known_.compare_exchange_strong(
               first, made.get(), detail::memory_order_acq_rel, detail::memory_order_acquire)
               ? *made.release()
               : *first;
  }

  // Not a choice point where interleavings are explored: all runs except the first one find the
  // value.
  detail::statistic<Value*> known_{nullptr};
};

}  // namespace nuthatch::platform
