// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/schedule.hpp>

#include "atomic/mutex.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/scheduler.hpp"
#include "core/team.hpp"
#include "schedule/designations.hpp"
#include "schedule/step_index.hpp"
#include "schedule/withheld_work.hpp"

namespace nuthatch::schedules {

/// The result of following a schedule.
struct replay_report {
  std::size_t donations = 0;      ///< work items sent to the worker that the schedule names
  std::size_t missing_steps = 0;  ///< steps that the program never reached
  std::size_t mismatches = 0;     ///< how often it did not fit
  std::string first_mismatch;
  std::string wrong_designation;  ///< about the first invalid one; empty if there was none
  double idle_seconds = 0;        ///< of all workers together, without work during the region
  bool overdue = false;           ///< its patience ran out while a worker had no work
};

/// Makes a team's workers take the work items of a recorded region as a schedule states. README.md
/// of this folder explains why no worker waits forever.
///
/// A team has one replayer for all its replays and keeps it, because workers that search for work
/// may still be in it when a region has ended.
///
/// Roles: the task that begins and ends a region; workers, each with a *replay state* of its own;
/// any thread that sends a work item. Tasks of the region read the schedule without a lock: they
/// are spawned after `begin`, and have ended before `end`. A worker without a task reads only its
/// own replay state, under its lock, which `begin`, `end` and a mismatch also acquire.
///
/// Invariants:
///  G1  In strict modes, a work item of the region is on its way to a worker that may take it, or
///      is kept at a replay state until it is taken back, or runs.
///  G2  In strict modes, `in_flight_` counts the workers that run work of the region, the work
///      items in inboxes, and the tasks that wait for something that another team does. At zero,
///      nothing can make progress; if the region depends on work outside of all regions, that is
///      the case only at zero and while all workers of the team sleep. Then, if no worker is held
///      back from its next item, the earliest work item that waits for its turn is taken, and the
///      steps before it on that worker are skipped. If there is none, or a skipped step comes later
///      after all, the schedule does not fit: from then on it is followed in the mode `relaxed`.
///  G3  A region may have a deadline. A worker that is out of work then, and did not fall asleep
///      before the region began, makes the region *overdue*: from then on it is followed in the
///      mode `relaxed`, and others may take what is in the inbox of a worker even if that worker
///      has no work, unless it has just stolen it. So no worker waits any longer for a worker
///      without a CPU, except for the tasks that this worker has begun.
class replayer final : public core::replay_controller {
 public:
  explicit replayer(core::team& of);

  /// Begins a region in the calling worker's task. `designating`: the program itself determines
  /// where work goes, in addition to the schedule. `patience_ns`: the time after which the region
  /// is overdue (G3); 0: never. Throws std::bad_alloc. Returns the mode that is followed.
  replay_mode begin(const core::worker& self,
                    const steal_tree& by,
                    replay_mode how,
                    bool designating = false,
                    std::uint64_t patience_ns = 0);

  /// Returns the program's designations, which have no effect in a region that is not designating.
  [[nodiscard]] designations& designated() noexcept { return designated_; }

  /// Ends the region, on the same worker.
  [[nodiscard]] replay_report end();

  [[nodiscard]] bool owner_sends_remainder(core::worker& self,
                                           detail::pedigree at,
                                           bool at_top) noexcept override;
  [[nodiscard]] bool owner_sends_child(const core::worker& self,
                                       detail::pedigree at) noexcept override;
  [[nodiscard]] bool owner_may_send(const core::worker& self,
                                    detail::pedigree from,
                                    bool at_top) noexcept override;
  [[nodiscard]] bool any_is_strict() const noexcept override;
  [[nodiscard]] bool owner_keeps(const core::worker& self) noexcept override;
  [[nodiscard]] bool owner_push(core::worker& self,
                                core::lane in,
                                core::work_item given,
                                const detail::work_id& what) noexcept override;
  [[nodiscard]] bool owner_take_back(core::worker& self,
                                     core::work_item wanted,
                                     std::uint64_t ended) noexcept override;
  [[nodiscard]] core::work_item owner_take_back_of(core::worker& self,
                                                   const detail::join_counter& join,
                                                   core::lane from) noexcept override;
  [[nodiscard]] core::join_action owner_joins(core::worker& self,
                                              const detail::work_id& as) noexcept override;
  void owner_passes(core::worker& self, const detail::work_id& as) noexcept override;
  [[nodiscard]] core::suspension_plan owner_suspends(core::worker& self,
                                                     const detail::work_id& as,
                                                     core::suspended_join* here,
                                                     detail::destination wanted) noexcept override;
  void owner_resumed(core::worker& self, core::suspended_join* here) noexcept override;
  void owner_covered(core::worker& self, bool now) noexcept override;
  void any_depends() noexcept override;
  [[nodiscard]] bool owner_may_resume(core::worker& self,
                                      const detail::fiber& task) noexcept override;
  void any_sends(core::work_item sent) noexcept override;
  void any_sent(unsigned to) noexcept override;
  [[nodiscard]] bool any_has_work_for(const core::worker& self) noexcept override;
  [[nodiscard]] std::uint64_t any_looks_again_at() const noexcept override;
  [[nodiscard]] core::work_item owner_due(core::worker& self) noexcept override;
  [[nodiscard]] core::work_item owner_takes_up(core::worker& self,
                                               core::work_item found) noexcept override;
  [[nodiscard]] bool owner_puts_back(core::worker& self,
                                     core::work_item fresh,
                                     core::work_item waited) noexcept override;
  void any_all_sleep() noexcept override;
  [[nodiscard]] bool owner_pauses(core::worker& self) noexcept override;

 private:
  /// The state of a worker in the region.
  struct alignas(base::interference_size) replay_state {
    detail::mutex mutex;
    bool replaying NUTHATCH_GUARDED_BY(mutex) = false;
    bool publishes_frames NUTHATCH_GUARDED_BY(mutex) = false;  // those of tasks that wait
    bool order_waived NUTHATCH_GUARDED_BY(mutex) = false;      // whatever waits here
    work_by_join left
        NUTHATCH_GUARDED_BY(mutex);  // until it is taken back, or this worker has no work
    core::suspended_join* joins NUTHATCH_GUARDED_BY(mutex) = nullptr;  // may take back what arrives
    // Only in order: the steps of this worker, and the work items that have arrived for them.
    std::vector<std::uint32_t> order NUTHATCH_GUARDED_BY(mutex);
    std::vector<core::work_item> arrived NUTHATCH_GUARDED_BY(mutex);
    std::vector<bool> early NUTHATCH_GUARDED_BY(mutex);  // was taken out of turn
    std::size_t next NUTHATCH_GUARDED_BY(mutex) = 0;
    std::uint64_t idle_ns NUTHATCH_GUARDED_BY(mutex) = 0;
    std::uint64_t idle_since_ns NUTHATCH_GUARDED_BY(mutex) = 0;  // 0: it is busy
    detail::atomic<bool> busy{/*value=*/false};   // with work of the region; written by the owner
    detail::atomic<bool> takes{/*value=*/false};  // sent itself what it stole, and takes that next
  };

  void begin_at(unsigned index, bool busy);
  [[nodiscard]] replay_state& state_of(const core::worker& self) noexcept;
  [[nodiscard]] unsigned worker_of(std::uint32_t step) const noexcept;
  [[nodiscard]] detail::work_id relative(const detail::work_id& what) const noexcept;
  [[nodiscard]] std::uint32_t claim(const detail::work_id& what) noexcept;
  [[nodiscard]] bool in_order() const noexcept;
  [[nodiscard]] bool has_turn(const replay_state& at,
                              const core::worker& self,
                              core::work_item what) const NUTHATCH_REQUIRES(at.mutex);
  [[nodiscard]] core::work_item take_left_of(unsigned first,
                                             const detail::join_counter& join) noexcept;
  [[nodiscard]] bool owner_withholds(const core::worker& self,
                                     core::work_item given,
                                     bool for_join) noexcept;
  [[nodiscard]] bool any_withholds_taken_back_child(core::work_item given,
                                                    std::uint32_t step) noexcept;
  [[nodiscard]] static core::suspended_join** find_join(replay_state& at,
                                                        core::work_item what) noexcept
      NUTHATCH_REQUIRES(at.mutex);
  void send_withheld_of(core::worker& self, const core::suspended_join& here) noexcept;
  [[nodiscard]] std::uint32_t place_of(const core::worker& self,
                                       const detail::work_id& what) const noexcept;
  [[nodiscard]] std::uint32_t step_of(core::work_item what) const noexcept;
  void owner_waits(core::worker& self, core::suspended_join& here, std::uint32_t step) noexcept;
  [[nodiscard]] core::work_item take_up(replay_state& at,
                                        core::work_item what,
                                        bool has_place) noexcept NUTHATCH_REQUIRES(at.mutex);
  static void go_past(replay_state& at, std::size_t place) noexcept NUTHATCH_REQUIRES(at.mutex);
  void begin_work(replay_state& at) noexcept NUTHATCH_REQUIRES(at.mutex);
  void end_work(replay_state& at) noexcept NUTHATCH_REQUIRES(at.mutex);
  [[nodiscard]] core::work_item steal_sent(const core::worker& self, unsigned& victim) noexcept;
  [[nodiscard]] std::uint64_t end_in_flight() noexcept;
  void note_mismatch(const char* what, const detail::work_id& where) noexcept;
  void resolve_stall(std::uint64_t stopped, bool all_sleep = false) noexcept;
  [[nodiscard]] bool waive_order() noexcept;
  [[nodiscard]] bool skip_missing_steps() noexcept;
  bool release_withheld(bool remainders) noexcept;
  void fall_back_to_relaxed(const char* why, const detail::work_id& where) noexcept;
  [[nodiscard]] core::work_item_list end_strictness_at(replay_state& at) noexcept;
  void become_relaxed() noexcept;
  void become_overdue_if_late() noexcept;
  [[nodiscard]] bool may_be_robbed(unsigned worker) const noexcept;

  core::team& team_;
  std::vector<std::unique_ptr<replay_state>> states_;
  step_index steps_;
  designations designated_;
  std::uint32_t finishes_around_ = 0;
  detail::atomic<replay_mode> mode_{replay_mode::relaxed};
  detail::atomic<std::int64_t> in_flight_{0};
  detail::atomic<std::uint64_t> late_at_ns_{0};  // 0: overdue already, or never
  detail::atomic<bool> overdue_{/*value=*/false};
  detail::atomic<bool> depends_on_outside_{/*value=*/false};  // see any_depends
  static constexpr std::uint64_t none = 0;
  static constexpr std::uint64_t before_all = 2;
  detail::atomic<std::uint64_t> region_{before_all};  // odd while one runs; each region has another
  detail::mutex going_on_;                            // while it is held, no region ends
  withheld_work withheld_;                            // until it is taken back
  detail::atomic<std::size_t> left_{0};               // work items, at all replay states
  detail::atomic<std::size_t> donations_{0};
  detail::mutex report_mutex_;
  std::size_t mismatches_ NUTHATCH_GUARDED_BY(report_mutex_) = 0;
  std::string first_mismatch_ NUTHATCH_GUARDED_BY(report_mutex_);
};

}  // namespace nuthatch::schedules
