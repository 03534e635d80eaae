// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/policy.hpp>

namespace nuthatch::scheduling {

/// The measurements of a thief in its last steals: how long an answer takes, and for how long the
/// thief then has work. Only its owner uses it.
///
/// Source: the adaptive choice follows from section 3.1 of Prell and Rauber, Channel-based Work
/// Stealing: a steal of one task is not worth it when the thief runs out of work again shortly
/// after.
class steal_history {
 public:
  /// Notes an answer to a request of `asked_ns`; the answer was sent at `sent_ns`.
  void note_answer(std::uint64_t asked_ns, std::uint64_t sent_ns) noexcept {
    average(latency_ns_, sent_ns > asked_ns ? sent_ns - asked_ns : 0);
    ++answers_;
  }

  /// Notes that work began at `now_ns`, after there was none.
  void note_begin(std::uint64_t now_ns) noexcept {
    began_ns_ = now_ns;
    answers_ = answers_ == 0 ? 0 : 1;
  }

  /// Notes that the thief has run out of work.
  void note_end(std::uint64_t now_ns) noexcept {
    if (answers_ > 0) {
      average(yield_ns_, (now_ns - began_ns_) / answers_);
      answers_ = 0;
    }
  }

  /// Returns how much an adaptive thief requests: half as soon as waiting for answers takes more
  /// than an eighth of the time for which they provide work.
  [[nodiscard]] steal_amount wanted() const noexcept {
    return latency_ns_ * 8 > yield_ns_ ? steal_amount::half : steal_amount::one;
  }

  /// Returns whether to send a request before the last task: if waiting takes more than a fiftieth
  /// of the time, as far as is known. Otherwise a thief that stays with its own work would only
  /// withhold more from others.
  [[nodiscard]] bool worth_asking_early() const noexcept {
    return yield_ns_ > 0 && latency_ns_ * 50 > yield_ns_;
  }

 private:
  static void average(std::uint64_t& of, std::uint64_t next) noexcept { of = (3 * of + next) / 4; }

  std::uint64_t latency_ns_ = 0;
  std::uint64_t yield_ns_ = 0;
  std::uint64_t began_ns_ = 0;
  std::uint32_t answers_ = 0;  // since began_ns_
};

}  // namespace nuthatch::scheduling
