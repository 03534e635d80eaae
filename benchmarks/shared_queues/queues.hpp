// SPDX-License-Identifier: Apache-2.0
#pragma once

// Queues that several workers push to and pop from at one end, while others take from the other
// end: the queue of shepherds, and the alternatives to it.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "core/work_item.hpp"
#include "schedulers/shepherd/shared_deque.hpp"

namespace nuthatch::benchmarks {

using core::work_item;

/// An array under a lock that takes one locked instruction.
class array_under_short_lock {
 public:
  static constexpr const char* name = "array, short lock";

  void push(work_item added, unsigned by) { static_cast<void>(queue_.any_push(added, {.by = by})); }

  work_item pop(unsigned by) { return queue_.any_take_newest(by).what; }

  unsigned take(work_item* into, unsigned most) { return queue_.any_take_oldest(into, most).count; }

 private:
  scheduling::shared_deque queue_;
};

/// A deque of the standard library under a mutex.
class deque_under_mutex {
 public:
  static constexpr const char* name = "std::deque, std::mutex";

  void push(work_item added, unsigned /*by*/) {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(added);
  }

  work_item pop(unsigned /*by*/) {
    const std::scoped_lock lock(mutex_);
    if (queue_.empty()) {
      return {};
    }
    const work_item newest = queue_.back();
    queue_.pop_back();
    return newest;
  }

  unsigned take(work_item* into, unsigned most) {
    const std::scoped_lock lock(mutex_);
    unsigned count = 0;
    for (; count < most && !queue_.empty(); ++count) {
      into[count] = queue_.front();
      queue_.pop_front();
    }
    return count;
  }

 private:
  std::mutex mutex_;
  std::deque<work_item> queue_;
};

/// The array of Herlihy, Luchangco and Moir, "Obstruction-Free Synchronization: Double-Ended Queues
/// as an Example" (ICDCS 2003). It has no lock, and takes two compare-and-swaps per operation. Its
/// size is fixed; it gives out one item at a time, and none from the middle.
class obstruction_free_array {
 public:
  static constexpr const char* name = "array, no lock";

  obstruction_free_array() : slots_(std::make_unique<slot[]>(size)) {
    for (std::size_t i = 0; i < size; ++i) {
      slots_[i].store(packed(i < size / 2 ? left_null : right_null, 0), std::memory_order_relaxed);
    }
  }

  void push(work_item added, unsigned /*by*/) {
    for (;;) {
      const std::size_t k = right_end();
      std::uint64_t before = at(k - 1).load(std::memory_order_acquire);
      std::uint64_t here = at(k).load(std::memory_order_acquire);
      if (value(before) == right_null || value(here) != right_null || k == size - 1) {
        continue;
      }
      if (at(k - 1).compare_exchange_strong(before, again(before, value(before))) &&
          at(k).compare_exchange_strong(here, again(here, added.word()))) {
        right_.store(k + 1, std::memory_order_relaxed);
        return;
      }
    }
  }

  work_item pop(unsigned /*by*/) {
    for (;;) {
      const std::size_t k = right_end();
      std::uint64_t newest = at(k - 1).load(std::memory_order_acquire);
      std::uint64_t here = at(k).load(std::memory_order_acquire);
      if (value(newest) == right_null || value(here) != right_null) {
        continue;
      }
      if (value(newest) == left_null && at(k - 1).load(std::memory_order_acquire) == newest) {
        return {};
      }
      if (at(k).compare_exchange_strong(here, again(here, right_null)) &&
          at(k - 1).compare_exchange_strong(newest, again(newest, right_null))) {
        right_.store(k - 1, std::memory_order_relaxed);
        return work_item::from_word(value(newest));
      }
    }
  }

  unsigned take(work_item* into, unsigned most) {
    unsigned count = 0;
    while (count < most) {
      const work_item oldest = take_one();
      if (!oldest) {
        break;
      }
      into[count++] = oldest;
    }
    return count;
  }

 private:
  using slot = std::atomic<std::uint64_t>;

  static constexpr std::size_t size = std::size_t{1} << 22;
  static constexpr std::uint64_t left_null = 1;  // the words of work items have lower bits
  static constexpr std::uint64_t right_null = 2;
  static constexpr unsigned count_bits = 16;

  static constexpr std::uint64_t packed(std::uint64_t what, std::uint64_t times) {
    return (what << count_bits) | (times & ((1U << count_bits) - 1));
  }

  static constexpr std::uint64_t value(std::uint64_t of) { return of >> count_bits; }

  static constexpr std::uint64_t again(std::uint64_t before, std::uint64_t what) {
    return packed(what, before + 1);
  }

  slot& at(std::size_t i) { return slots_[i]; }

  /// Returns the first slot that is right_null, or one near it.
  std::size_t right_end() {
    std::size_t k = right_.load(std::memory_order_relaxed);
    while (k < size - 1 && value(at(k).load(std::memory_order_acquire)) != right_null) {
      ++k;
    }
    while (k > 1 && value(at(k - 1).load(std::memory_order_acquire)) == right_null) {
      --k;
    }
    return k;
  }

  /// Returns the last slot that is left_null, or one near it.
  std::size_t left_end() {
    std::size_t k = left_.load(std::memory_order_relaxed);
    while (k > 0 && value(at(k).load(std::memory_order_acquire)) != left_null) {
      --k;
    }
    while (k < size - 2 && value(at(k + 1).load(std::memory_order_acquire)) == left_null) {
      ++k;
    }
    return k;
  }

  work_item take_one() {
    for (;;) {
      const std::size_t k = left_end();
      std::uint64_t here = at(k).load(std::memory_order_acquire);
      std::uint64_t oldest = at(k + 1).load(std::memory_order_acquire);
      if (value(oldest) == left_null || value(here) != left_null) {
        continue;
      }
      if (value(oldest) == right_null && at(k).load(std::memory_order_acquire) == here) {
        return {};
      }
      if (at(k).compare_exchange_strong(here, again(here, left_null)) &&
          at(k + 1).compare_exchange_strong(oldest, again(oldest, left_null))) {
        left_.store(k + 1, std::memory_order_relaxed);
        return work_item::from_word(value(oldest));
      }
    }
  }

  std::unique_ptr<slot[]> slots_;
  std::atomic<std::size_t> left_{size / 2 - 1};
  std::atomic<std::size_t> right_{size / 2};
};

}  // namespace nuthatch::benchmarks
