#pragma once

// The twin of include/nuthatch/detail/atomic.hpp in builds that explore interleavings: every access
// is a choice point. What follows it is sequentially consistent, whatever order was asked for: weak
// memory is not explored here.

#include <atomic>

#include "atomic/choice.hpp"

namespace nuthatch::detail {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class T>
class atomic {
 public:
  constexpr atomic() noexcept = default;

  constexpr atomic(T value) noexcept : value_(value) {}  // NOLINT: as std::atomic

  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  [[nodiscard]] T load(memory_order /*order*/) const noexcept {
    exploring::choose();
    return value_.load();
  }

  void store(T value, memory_order /*order*/) noexcept {
    exploring::choose();
    value_.store(value);
  }

  T exchange(T value, memory_order /*order*/) noexcept {
    exploring::choose();
    return value_.exchange(value);
  }

  bool compare_exchange_strong(T& expected,
                               T wanted,
                               memory_order /*success*/,
                               memory_order /*failure*/) noexcept {
    exploring::choose();
    return value_.compare_exchange_strong(expected, wanted);
  }

  bool compare_exchange_weak(T& expected,
                             T wanted,
                             memory_order success,
                             memory_order failure) noexcept {
    return compare_exchange_strong(expected, wanted, success, failure);
  }

  T fetch_add(T by, memory_order /*order*/) noexcept {
    exploring::choose();
    return value_.fetch_add(by);
  }

  T fetch_sub(T by, memory_order /*order*/) noexcept {
    exploring::choose();
    return value_.fetch_sub(by);
  }

  T fetch_or(T bits, memory_order /*order*/) noexcept {
    exploring::choose();
    return value_.fetch_or(bits);
  }

  T fetch_and(T bits, memory_order /*order*/) noexcept {
    exploring::choose();
    return value_.fetch_and(bits);
  }

 private:
  std::atomic<T> value_{};
};

}  // namespace nuthatch::detail
