// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// What is made at its first use and stays until the process is gone. Who comes meanwhile makes
/// another, and the first one stays. So there is nothing to wait for, also in the child of a fork,
/// which does not have the thread that was making it. A static variable of a function has
/// a lock for that, which such a child finds closed for ever.
template <class Value>
class first_value {
 public:
  /// make() returns a std::unique_ptr of one.
  template <class Make>
  Value& any_get(Make&& make) {
    // Acquire, and release below: what making it has done.
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

  // No choice point where interleavings are explored: all runs but the first one find it made.
  detail::statistic<Value*> known_{nullptr};
};

}  // namespace nuthatch::platform
