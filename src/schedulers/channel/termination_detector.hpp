// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "channels/mpsc_channel.hpp"
#include "schedulers/channel/messages.hpp"

namespace nuthatch::scheduling {

/// How one worker, the manager, finds out by messages that all workers are out of work.
///
/// Each worker reports that it is idle when it is about to sleep, and has no request out; and that
/// it is idle no longer when it wakes up, before it asks for work or takes any.
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
///  C1  All reports go over one channel, which keeps the order of sending, also of different
///      senders. What the manager notes about itself needs no report: it looks at the count only
///      when it has read all that was sent before.
///  C2  A worker that reports to be idle has room in the channel for the report of the contrary.
///  C3  When all workers count as idle, none has work and none is on its way. For work is sent only
///      to a worker that has asked, and so has reported before that it is idle no longer; whoever
///      sent it reports to be idle later than that. By C1 the manager learns it in this order.
///      (Work that foreign threads inject, and what is sent to one worker, is no message; who takes
///      it has reported before, too. The manager looks whether there is any.)
///
/// Were the reports to come over two channels, or those of the contrary not at all, the manager
/// could count both as idle while the one works for which the other had something.
///
/// Source: Prell and Rauber, Channel-based Work Stealing, section 2.2. There a thief stays idle
/// while it asks, and whoever sends it work tells the manager; here it sleeps meanwhile, nobody
/// sends to a sleeper, and so it tells that itself. tests/model_checking/termination.pml models the
/// paper's form.
class termination_detector {
 public:
  /// Throws std::bad_alloc.
  explicit termination_detector(unsigned workers);

  /// False when the manager has not read its reports for so long that there is no room: then the
  /// worker sleeps without being counted, and the manager will wake it.
  [[nodiscard]] bool any_reserve() noexcept;

  void any_report(unsigned worker, bool idle) noexcept;

  void manager_note(unsigned self, bool idle) noexcept { note({self, idle}); }

  /// Reads all reports. True if all workers count as idle, and did not when it was last asked.
  [[nodiscard]] bool manager_receive() noexcept;

  [[nodiscard]] bool manager_has_reports() noexcept { return reports_.receiver_has_message(); }

  /// Whether workers sleep that are not counted; not said again. To be asked before the reports are
  /// read: then theirs, that they were idle no longer, are among them.
  [[nodiscard]] bool manager_missed() noexcept;

  [[nodiscard]] bool manager_counts(unsigned worker) const noexcept { return is_idle_[worker]; }

 private:
  void note(idle_report one) noexcept;

  channels::mpsc_channel<idle_report> reports_;
  detail::atomic<std::uint32_t> room_;
  detail::atomic<bool> missed_{/*value=*/false};

  // The manager's.
  std::vector<bool> is_idle_;
  std::uint32_t idle_count_ = 0;
  bool all_idle_ = false;
};

}  // namespace nuthatch::scheduling
