// SPDX-License-Identifier: Apache-2.0
#pragma once

// Replaces include/nuthatch/detail/atomic.hpp in builds that explore interleavings: other threads
// may run before every access, and the explorer determines which store a load reads. The object
// itself always holds the newest value.

#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "atomic/explorer.hpp"

namespace nuthatch::detail {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class T>
class atomic {
  static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);

 public:
  constexpr atomic() noexcept : atomic(T()) {}

  constexpr atomic(T value) noexcept : value_(value) {  // NOLINT: as std::atomic
    if (!std::is_constant_evaluated() && exploring::present != nullptr) {
      exploring::present->begin_life(this);
    }
  }

  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  [[nodiscard]] T load(memory_order order) const noexcept {
    if (exploring::present == nullptr) {
      return value_;
    }
    exploring::present->before({this, false, order == memory_order_seq_cst});
    return from_bits(exploring::present->load(this, bits(value_), order));
  }

  void store(T value, memory_order order) noexcept {
    if (exploring::present != nullptr) {
      exploring::present->before({this, true});
      exploring::present->store(this, bits(value_), bits(value), order);
    }
    value_ = value;
  }

  T exchange(T value, memory_order order) noexcept {
    return modify([value](T) { return value; }, order);
  }

  bool compare_exchange_strong(T& expected,
                               T wanted,
                               memory_order success,
                               memory_order failure) noexcept {
    T seen = value_;
    if (exploring::present != nullptr) {
      exploring::present->before({this, true});
      seen = from_bits(exploring::present->compare(this, bits(value_), bits(expected), failure));
    }
    if (bits(seen) != bits(expected)) {
      expected = seen;
      return false;
    }
    if (exploring::present != nullptr) {
      exploring::present->exchange(this, bits(value_), bits(wanted), success);
    }
    value_ = wanted;
    return true;
  }

  bool compare_exchange_weak(T& expected,
                             T wanted,
                             memory_order success,
                             memory_order failure) noexcept {
    return compare_exchange_strong(expected, wanted, success, failure);
  }

  T fetch_add(T by, memory_order order) noexcept {
    return modify([by](T old) { return static_cast<T>(old + by); }, order);
  }

  T fetch_sub(T by, memory_order order) noexcept {
    return modify([by](T old) { return static_cast<T>(old - by); }, order);
  }

  T fetch_or(T mask, memory_order order) noexcept {
    return modify([mask](T old) { return static_cast<T>(old | mask); }, order);
  }

  T fetch_and(T mask, memory_order order) noexcept {
    return modify([mask](T old) { return static_cast<T>(old & mask); }, order);
  }

 private:
  static std::uint64_t bits(T value) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    return word;
  }

  static T from_bits(std::uint64_t word) noexcept {
    T value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }

  template <class Change>
  T modify(Change change, memory_order order) noexcept {
    if (exploring::present != nullptr) {
      exploring::present->before({this, true});
    }
    const T old = value_;
    const T now = change(old);
    if (exploring::present != nullptr) {
      exploring::present->exchange(this, bits(old), bits(now), order);
    }
    value_ = now;
    return old;
  }

  T value_;
};

template <class T>
using statistic = std::atomic<T>;

inline constexpr bool atomics_are_plain_memory = false;

/// Does nothing: a schedule has no choice here.
inline void compiler_fence() noexcept {}

}  // namespace nuthatch::detail
