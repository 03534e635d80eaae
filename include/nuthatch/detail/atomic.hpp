// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only includer of <atomic> in the library. A build that explores interleavings replaces this
// header by a twin that makes every access a choice point; nothing else has to change.

#include <atomic>

namespace nuthatch::detail {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class Value>
using atomic = std::atomic<Value>;

/// For counts that nothing depends on: no choice point there.
template <class Value>
using statistic = std::atomic<Value>;

/// Keeps the compiler from moving accesses across; the processor may still do so.
inline void compiler_fence() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace nuthatch::detail
