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

/// Returns whether the value, loaded with relaxed order, is not zero.
[[nodiscard, gnu::always_inline]] inline bool is_nonzero(
    const atomic<std::uint32_t>& value) noexcept {
#if defined(__x86_64__) && !defined(NUTHATCH_THREAD_SANITIZED)
  // Compilers do not compare an atomic object in memory, but load it into a register first.
  bool nonzero;  // NOLINT(cppcoreguidelines-init-variables): the assembly writes it
  asm volatile("cmpl $0, %1" : "=@ccne"(nonzero) : "m"(value));
  return nonzero;
#else
  return value.load(std::memory_order_relaxed) != 0;
#endif
}

/// Prevents the compiler from moving accesses across it. The processor may still do so.
inline void compiler_fence() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace nuthatch::detail
