// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/cache_line.hpp"

namespace nuthatch::channels {

/// A bounded queue of messages from one sender to one receiver, in order.
///
/// | operation           | who may call | returns                                            |
/// |---------------------|--------------|----------------------------------------------------|
/// | sender_send         | the sender   | false when the channel is full: nothing was sent   |
/// | receiver_receive    | the receiver | false when there is no message                     |
/// | receiver_peek       | the receiver | the oldest message, which stays; null if none      |
/// | any_likely_nonempty | any thread   | a hint; not false for a thread ordered after a     |
/// |                     |              | send, while the message stays                      |
///
/// A role may pass to another thread if the last use by the old thread happens before the first use
/// by the new one.
///
/// Invariants:
///  S1  The messages lie in slots [head_, tail_), at most as many as there are slots; both only
///      grow (modulo 2^64).
///  S2  Only the sender writes tail_, seen_head_ and the slots from tail_ on; only the receiver
///      writes head_, seen_tail_ and the slots before tail_.
///  S3  seen_head_ <= head_ and seen_tail_ <= tail_: an outdated value underestimates the room, or
///      the number of messages to receive.
///
/// Progress: wait-free. Neither role writes a cache line that the other one writes, and each reads
/// the other's only if the value that it last saw does not suffice.
///
/// Source: Prell and Rauber, Channel-based Work Stealing, table 1 (tasks and results); Lamport's
/// queue with indices that each side remembers.
template <class T>
class spsc_channel {
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                "a message that is on its way cannot fail");

 public:
  /// Creates room for `capacity` messages, at least 1, rounded up to a power of two. Throws
  /// std::bad_alloc.
  explicit spsc_channel(std::size_t capacity)
      : mask_(std::bit_ceil(capacity) - 1),
        slots_(std::make_unique<slot[]>(mask_ + 1)) {
    NUTHATCH_ASSERT(capacity > 0, "a channel without room");
  }

  spsc_channel(const spsc_channel&) = delete;
  spsc_channel& operator=(const spsc_channel&) = delete;

  /// No thread may send or receive any more. Destroys messages that were not received.
  ~spsc_channel() {
    while (T* const left = receiver_peek()) {
      drop(*left);
    }
  }

  [[nodiscard]] std::size_t capacity() const noexcept { return mask_ + 1; }

  [[nodiscard]] bool sender_send(T message) noexcept {
    const std::size_t tail = tail_.load(detail::memory_order_relaxed);  // S2: the sender's
    if (tail - seen_head_ > mask_) {
      // Acquire: the receiver has moved the old message out of the slot that is now written.
      seen_head_ = head_.load(detail::memory_order_acquire);
      if (tail - seen_head_ > mask_) {
        return false;
      }
    }
    std::construct_at(&at(tail), std::move(message));
    tail_.store(tail + 1, detail::memory_order_release);  // the message, and everything before it
    return true;
  }

  [[nodiscard]] bool receiver_receive(T& into) noexcept {
    T* const oldest = receiver_peek();
    if (oldest == nullptr) {
      return false;
    }
    into = std::move(*oldest);
    drop(*oldest);
    return true;
  }

  [[nodiscard]] T* receiver_peek() noexcept {
    const std::size_t head = head_.load(detail::memory_order_relaxed);  // S2: the receiver's
    if (head == seen_tail_) {
      seen_tail_ = tail_.load(detail::memory_order_acquire);  // pairs with sender_send's release
      if (head == seen_tail_) {
        return nullptr;
      }
    }
    return &at(head);
  }

  [[nodiscard]] bool any_likely_nonempty() const noexcept {
    // The head first: it never passes the tail, so a message that stays is not missed.
    const std::size_t head = head_.load(detail::memory_order_acquire);
    return tail_.load(detail::memory_order_acquire) != head;
  }

 private:
  struct slot {
    alignas(T) std::byte bytes[sizeof(T)];
  };

  [[nodiscard]] T& at(std::size_t index) noexcept {
    return *std::launder(reinterpret_cast<T*>(slots_[index & mask_].bytes));
  }

  /// Destroys the message at head_.
  void drop(T& oldest) noexcept {
    std::destroy_at(&oldest);
    const std::size_t head = head_.load(detail::memory_order_relaxed);  // S2: the receiver's
    head_.store(head + 1, detail::memory_order_release);  // the slot may be written again
  }

  const std::size_t mask_;
  const std::unique_ptr<slot[]> slots_;

  alignas(base::interference_size) detail::atomic<std::size_t> tail_{0};
  std::size_t seen_head_ = 0;

  alignas(base::interference_size) detail::atomic<std::size_t> head_{0};
  std::size_t seen_tail_ = 0;
};

}  // namespace nuthatch::channels
