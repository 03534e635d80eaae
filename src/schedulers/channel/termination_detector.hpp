// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "channels/mpsc_channel.hpp"
#include "schedulers/channel/messages.hpp"

namespace nuthatch::scheduling {

/// How one worker, the manager, detects by messages that all workers are out of work.
///
/// Each worker reports that it is idle when it is about to sleep and has no pending request. It
/// reports that it is no longer idle when it wakes up, before it requests or takes work.
///
/// | operation           | who may call                                 |
/// |---------------------|----------------------------------------------|
/// | any_reserve         | another worker, before it reports to be idle |
/// | any_report          | that worker                                  |
/// | manager_note        | the manager, about itself                    |
/// | manager_receive     | the manager                                  |
/// | manager_has_reports | the manager                                  |
/// | manager_missed      | the manager                                  |
/// | manager_counts      | the manager                                  |
///
/// Invariants:
///  TD1 All reports travel over one channel, which keeps the order of sending, also between
///      senders. What the manager notes about itself needs no report: it checks the count only when
///      it has read everything that was sent before.
///  TD2 A worker that reports to be idle has room in the channel for the opposite report.
///  TD3 When all workers count as idle, none has work and none is on its way. For work is sent only
///      to a worker with a request, which has reported before that it is no longer idle; the sender
///      reports to be idle later than that. By TD1 the manager learns this in the same order. (Work
///      that foreign threads inject, and work that is sent to one worker, is no message; the worker
///      that takes it has reported before, too. The manager checks whether there is any.)
///
/// If the reports came over two channels, or the opposite reports did not come at all, the manager
/// could count both workers as idle while one works for which the other had something.
///
/// Source: Prell and Rauber, Channel-based Work Stealing, section 2.2. There a thief stays idle
/// while its request is pending, and the worker that sends it work informs the manager. Here it
/// sleeps meanwhile, no worker sends to a sleeper, and so it reports itself.
/// tests/model_checking/termination.pml models the paper's form.
class termination_detector {
 public:
  /// Throws std::bad_alloc.
  explicit termination_detector(unsigned workers);

  /// Returns false if there is no room because the manager has not read its reports for long. Then
  /// the worker sleeps without being counted, and the manager will wake it.
  [[nodiscard]] bool any_reserve() noexcept;

  void any_report(unsigned worker, bool idle) noexcept;

  void manager_note(unsigned self, bool idle) noexcept { note({self, idle}); }

  /// Reads all reports. Returns true if all workers count as idle, and did not at the previous
  /// call.
  [[nodiscard]] bool manager_receive() noexcept;

  [[nodiscard]] bool manager_has_reports() noexcept { return reports_.receiver_has_message(); }

  /// Returns whether workers sleep that are not counted, and resets that. It has to be called
  /// before the reports are read: then their reports that they were no longer idle are included.
  [[nodiscard]] bool manager_missed() noexcept;

  [[nodiscard]] bool manager_counts(unsigned worker) const noexcept { return is_idle_[worker]; }

 private:
  void note(idle_report one) noexcept;

  channels::mpsc_channel<idle_report> reports_;
  detail::atomic<std::uint32_t> room_;
  detail::atomic<bool> missed_{/*value=*/false};

  // Only the manager accesses these members.
  std::vector<bool> is_idle_;
  std::uint32_t idle_count_ = 0;
  bool all_idle_ = false;
};

}  // namespace nuthatch::scheduling
