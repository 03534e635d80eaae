// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"

namespace nuthatch::scheduling {

/// Which worker may send work to a thief at present. It is the only word about this that other
/// workers may change.
///
/// | operation        | who may call | from     | to      |
/// |------------------|--------------|----------|---------|
/// | thief_ask        | the thief    | none     | pending |
/// | thief_withdraw   | the thief    | pending  | none    |
/// | any_claim        | any worker   | pending  | claimed |
/// | any_leave        | the claimer  | claimed  | pending |
/// | receiver_end     | the receiver | claimed  | none    |
///
/// Invariants:
///  Q1  Only the worker whose claim succeeded sends to the thief's task channel, until the last
///      work item of the answer was received. So the channel has one sender at a time.
///  Q2  A claim is soon followed by an answer of at least one work item, or left: in between, the
///      claimer waits only for a thief that is just taking what the claimer wants to send.
///  Q3  A sleeping thief has no request.
///
/// A withdrawn request stays in its inbox; the worker that finds it fails to claim it. (Its number
/// recurs after 2^30 requests. A claim in the name of an old one would do no harm: the thief does
/// want work, and the newer request is then the stale one.)
///
/// Progress: wait-free; only any_claim and thief_withdraw compete, each by one compare-and-swap.
///
/// The receiver is a worker that may use the thief's deques: the thief, or a worker that steals
/// directly from them.
///
/// Memory order: each change releases what comes before it, and each load that leads to a change
/// acquires that. So a claim comes after the end of the previous answer, and the two senders of Q1
/// are ordered.
class request_state {
 public:
  enum class phase : std::uint8_t { none, pending, claimed };

  /// Returns the request's number.
  std::uint32_t thief_ask() noexcept {
    const std::uint32_t before = word_.load(detail::memory_order_acquire);
    NUTHATCH_ASSERT(phase_of(before) == phase::none);  // only the thief changes that
    const std::uint32_t next = make(number_of(before) + 1, phase::pending);
    word_.store(next, detail::memory_order_release);
    return number_of(next);
  }

  /// Returns false if a worker has claimed the request, and an answer will come.
  bool thief_withdraw() noexcept {
    return change(word_.load(detail::memory_order_relaxed), phase::none);
  }

  /// The last work item of the answer was received.
  void receiver_end() noexcept {
    const std::uint32_t before = word_.load(detail::memory_order_relaxed);
    NUTHATCH_ASSERT(phase_of(before) == phase::claimed);
    word_.store(make(number_of(before), phase::none), detail::memory_order_release);
  }

  [[nodiscard]] phase thief_phase() const noexcept {
    return phase_of(word_.load(detail::memory_order_acquire));
  }

  /// Returns whether request `number` still waits for an answer. For workers other than the thief,
  /// a hint.
  [[nodiscard]] bool waits(std::uint32_t number) const noexcept {
    return word_.load(detail::memory_order_relaxed) == make(number, phase::pending);
  }

  /// Returns whether the caller has to answer request `number`.
  [[nodiscard]] bool any_claim(std::uint32_t number) noexcept {
    return change(make(number, phase::pending), phase::claimed);
  }

  /// The caller has claimed request `number`, but found nothing to answer it with.
  void any_leave(std::uint32_t number) noexcept {
    // Release: passes on what the claim has acquired, to the next one.
    word_.store(make(number, phase::pending), detail::memory_order_release);
  }

 private:
  static constexpr unsigned number_shift = 2;
  static constexpr std::uint32_t phase_mask = 3;

  static constexpr std::uint32_t make(std::uint32_t number, phase in) noexcept {
    return number << number_shift | static_cast<std::uint32_t>(in);
  }

  static constexpr phase phase_of(std::uint32_t word) noexcept {
    return static_cast<phase>(word & phase_mask);
  }

  static constexpr std::uint32_t number_of(std::uint32_t word) noexcept {
    return word >> number_shift;
  }

  /// Changes the word if it still is `before`, and that is a pending request.
  bool change(std::uint32_t before, phase to) noexcept {
    return phase_of(before) == phase::pending &&
           word_.compare_exchange_strong(before,
                                         make(number_of(before), to),
                                         detail::memory_order_acq_rel,
                                         detail::memory_order_relaxed);
  }

  detail::atomic<std::uint32_t> word_{0};
};

}  // namespace nuthatch::scheduling
