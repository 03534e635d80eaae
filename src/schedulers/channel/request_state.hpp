// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"

namespace nuthatch::scheduling {

/// Who may send a thief work just now: the one word about it that others may change.
///
/// | operation        | who may call | from     | to      |
/// |------------------|--------------|----------|---------|
/// | thief_ask        | the thief    | none     | pending |
/// | thief_withdraw   | the thief    | pending  | none    |
/// | any_claim        | any worker   | pending  | claimed |
/// | any_leave        | who claimed  | claimed  | pending |
/// | receiver_end     | who receives | claimed  | none    |
///
/// Invariants:
///  Q1  Only the worker whose claim succeeded sends to the thief's task channel, until the last
///      work of the answer was received. So the channel has one sender at a time.
///  Q2  A claim is followed by an answer of at least one work item, or left, soon: the claimer
///      waits in between for nobody but a thief that is just taking what it wants to send.
///  Q3  A thief that sleeps has no request.
///
/// A request that was withdrawn stays where it lies; whoever finds it has a claim that fails. (Its
/// number comes again after 2^30 requests. A claim in the name of an old one would do no harm: the
/// thief does want work, and the newer request is then the stale one.)
///
/// Progress: wait-free; only any_claim and thief_withdraw compete, each by one compare-and-swap.
///
/// Who receives is whoever may use the thief's deques: the thief, or somebody who steals directly
/// what is there.
///
/// Memory order: each change releases what comes before it, and each look that leads to one
/// acquires that. So a claim comes after the end of the answer before it, and the two senders of Q1
/// are ordered.
class request_state {
 public:
  enum class phase : std::uint8_t { none, pending, claimed };

  /// Returns the request's number.
  std::uint32_t thief_ask() noexcept {
    const std::uint32_t before = word_.load(detail::memory_order_acquire);
    NUTHATCH_ASSERT(phase_of(before) == phase::none);  // from which only the thief leads
    const std::uint32_t next = make(number_of(before) + 1, phase::pending);
    word_.store(next, detail::memory_order_release);
    return number_of(next);
  }

  /// False: somebody has claimed it, and an answer comes.
  bool thief_withdraw() noexcept {
    return change(word_.load(detail::memory_order_relaxed), phase::none);
  }

  /// The last work of the answer was received.
  void receiver_end() noexcept {
    const std::uint32_t before = word_.load(detail::memory_order_relaxed);
    NUTHATCH_ASSERT(phase_of(before) == phase::claimed);
    word_.store(make(number_of(before), phase::none), detail::memory_order_release);
  }

  [[nodiscard]] phase thief_phase() const noexcept {
    return phase_of(word_.load(detail::memory_order_acquire));
  }

  /// Whether request `number` still waits for an answer; for others than the thief a hint.
  [[nodiscard]] bool waits(std::uint32_t number) const noexcept {
    return word_.load(detail::memory_order_relaxed) == make(number, phase::pending);
  }

  /// Whether the caller is the one to answer request `number`.
  [[nodiscard]] bool any_claim(std::uint32_t number) noexcept {
    return change(make(number, phase::pending), phase::claimed);
  }

  /// The caller has claimed request `number`, and found nothing to answer it with.
  void any_leave(std::uint32_t number) noexcept {
    // Release: continues what the claim has acquired, for the next one.
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

  /// From `before`, if that is a pending request, and still the case.
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
