// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/cache_line.hpp"

namespace nuthatch::channels {

/// A bounded queue of messages from any number of senders to one receiver. Messages are received in
/// the order in which they were sent, also across senders.
///
/// | operation             | who may call | returns                                           |
/// |-----------------------|--------------|---------------------------------------------------|
/// | any_send              | any thread   | false when the channel is full: nothing was sent  |
/// | any_is_open           | any thread   | whether the receiver wants messages; a hint       |
/// | receiver_receive      | the receiver | false when there is no message                    |
/// | receiver_has_message  | the receiver |                                                   |
/// | receiver_close        | the receiver |                                                   |
/// | receiver_reopen       | the receiver |                                                   |
///
/// Closing a channel tells senders to use another channel, but forbids nothing. Messages that are
/// sent to a closed channel are kept, and received as usual. That is its meaning in Prell and
/// Rauber, Channel-based Work Stealing (section 2.1), where the receiver closes the channel.
///
/// A message lies in a node. Nodes are in the list of free ones, in that of sent ones, or belong to
/// the thread that took them off a list. Invariants:
///  M1  free_ is a stack with a number that changes with each operation, so that a compare-and-swap
///      notices when a node has left and come back in the meantime.
///  M2  sent_ is a stack that senders only push to and that the receiver takes as a whole; so no
///      number is needed there.
///  M3  received_ is what the receiver took, in reverse: the oldest first. Only the receiver
///      accesses it.
///  M4  A node's message exists from any_send's push to receiver_receive, and at no other time.
///
/// Progress: any_send and receiver_receive are lock-free: a thread that stops half-way, even a
/// sender, keeps one node, and no other thread waits for it. (In a ring of slots, the receiver
/// would wait for the sender that claimed the next slot.)
template <class T>
class mpsc_channel {
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                "a message that is on its way cannot fail");

 public:
  /// Creates room for `capacity` messages, 1 to 2^32 - 2. Throws std::bad_alloc.
  explicit mpsc_channel(std::uint32_t capacity)
      : capacity_(capacity),
        nodes_(std::make_unique<node[]>(capacity)) {
    NUTHATCH_ASSERT(capacity > 0 && capacity < none, "a channel without room, or too large");
    for (std::uint32_t i = 0; i < capacity; ++i) {
      nodes_[i].next.store(i + 1 == capacity ? none : i + 1, detail::memory_order_relaxed);
    }
  }

  mpsc_channel(const mpsc_channel&) = delete;
  mpsc_channel& operator=(const mpsc_channel&) = delete;

  /// No thread may send or receive any more. Destroys messages that were not received.
  ~mpsc_channel() {
    while (receiver_has_message()) {
      drop_received();
    }
  }

  [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }

  [[nodiscard]] bool any_send(T message) noexcept {
    const std::uint32_t filled = take_free();
    if (filled == none) {
      return false;
    }
    std::construct_at(&nodes_[filled].message(), std::move(message));
    std::uint32_t before = sent_.load(detail::memory_order_relaxed);
    do {
      nodes_[filled].next.store(before, detail::memory_order_relaxed);
      // Release: the message, and everything before it. Later pushes continue the release sequence,
      // so the thread that takes the stack acquires all of them.
    } while (!sent_.compare_exchange_weak(
        before, filled, detail::memory_order_release, detail::memory_order_relaxed));
    return true;
  }

  [[nodiscard]] bool receiver_has_message() noexcept {
    if (received_ == none) {
      take_sent();
    }
    return received_ != none;
  }

  [[nodiscard]] bool receiver_receive(T& into) noexcept {
    if (!receiver_has_message()) {
      return false;
    }
    into = std::move(nodes_[received_].message());
    drop_received();
    return true;
  }

  [[nodiscard]] bool any_is_open() const noexcept {
    return open_.load(detail::memory_order_relaxed);  // a hint
  }

  void receiver_close() noexcept { open_.store(/*value=*/false, detail::memory_order_relaxed); }

  void receiver_reopen() noexcept { open_.store(/*value=*/true, detail::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct node {
    alignas(T) std::byte bytes[sizeof(T)];
    detail::atomic<std::uint32_t> next;

    [[nodiscard]] T& message() noexcept { return *std::launder(reinterpret_cast<T*>(bytes)); }
  };

  /// Packs the first of the free nodes, and how often that has changed.
  static constexpr std::uint64_t head(std::uint32_t first, std::uint64_t changes) noexcept {
    return changes << 32U | first;
  }

  static constexpr std::uint32_t first_of(std::uint64_t head) noexcept {
    return static_cast<std::uint32_t>(head);
  }

  static constexpr std::uint64_t next_change(std::uint64_t head) noexcept {
    return (head >> 32U) + 1;
  }

  [[nodiscard]] std::uint32_t take_free() noexcept {
    std::uint64_t seen = free_.load(detail::memory_order_acquire);
    while (first_of(seen) != none) {
      // Relaxed, and perhaps of a node that has been taken since: then the exchange fails (M1).
      const std::uint32_t next = nodes_[first_of(seen)].next.load(detail::memory_order_relaxed);
      // Acquire: the receiver has finished with the node's message, and with its link.
      if (free_.compare_exchange_weak(seen,
                                      head(next, next_change(seen)),
                                      detail::memory_order_acquire,
                                      detail::memory_order_acquire)) {
        return first_of(seen);
      }
    }
    return none;
  }

  void give_free(std::uint32_t emptied) noexcept {
    std::uint64_t seen = free_.load(detail::memory_order_relaxed);
    do {
      nodes_[emptied].next.store(first_of(seen), detail::memory_order_relaxed);
      // Release: pairs with the acquire of the thread that takes it next.
    } while (!free_.compare_exchange_weak(seen,
                                          head(emptied, next_change(seen)),
                                          detail::memory_order_release,
                                          detail::memory_order_relaxed));
  }

  /// Moves the sent messages to received_, which is empty (M3).
  void take_sent() noexcept {
    if (sent_.load(detail::memory_order_relaxed) == none) {
      return;
    }
    std::uint32_t newest = sent_.exchange(none, detail::memory_order_acquire);  // see any_send
    while (newest != none) {
      const std::uint32_t older = nodes_[newest].next.load(detail::memory_order_relaxed);
      nodes_[newest].next.store(received_, detail::memory_order_relaxed);
      received_ = newest;
      newest = older;
    }
  }

  void drop_received() noexcept {
    const std::uint32_t emptied = received_;
    received_ = nodes_[emptied].next.load(detail::memory_order_relaxed);
    std::destroy_at(&nodes_[emptied].message());
    give_free(emptied);
  }

  const std::uint32_t capacity_;
  const std::unique_ptr<node[]> nodes_;

  alignas(base::interference_size) detail::atomic<std::uint64_t> free_{head(0, 0)};
  detail::atomic<std::uint32_t> sent_{none};   // senders access both
  detail::atomic<bool> open_{/*value=*/true};  // seldom written

  alignas(base::interference_size) std::uint32_t received_ = none;  // the receiver's
};

}  // namespace nuthatch::channels
