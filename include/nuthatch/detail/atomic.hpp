// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only file of the library that includes <atomic>. A build that explores interleavings replaces
// this header by one in which every access is a choice point; no other file has to change.

#include <atomic>
#include <cstdint>

#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::detail {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class Value>
using atomic = std::atomic<Value>;

/// For counts that no decision depends on; exploring has no choice point at them.
template <class Value>
using statistic = std::atomic<Value>;

/// Whether atomic objects may be tested by instructions that no tool has to see.
#if defined(NUTHATCH_THREAD_SANITIZED)
inline constexpr bool atomics_are_plain_memory = false;
#else
inline constexpr bool atomics_are_plain_memory = true;
#endif

/// Prevents the compiler from moving accesses across it. The processor may still do so.
inline void compiler_fence() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace nuthatch::detail
