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
#include "core/guide.hpp"
#include "core/scheduler.hpp"
#include "core/team.hpp"
#include "schedule/designations.hpp"
#include "schedule/held_works.hpp"
#include "schedule/step_index.hpp"

namespace nuthatch::schedules {

/// What following a schedule came to.
struct followed {
  std::size_t donations = 0;   ///< works that went to the worker that the schedule names
  std::size_t voids = 0;       ///< steps that the program never came to
  std::size_t mismatches = 0;  ///< where it did not fit
  std::string first_mismatch;
  std::string wrong_designation;  ///< what was wrong with the first one that was; empty: none was
  double idle_seconds = 0;        ///< of all workers together, without work while the region ran
  bool overdue = false;           ///< it took longer than its patience, while a worker had no work
};

/// Has a team's workers take up the works of a numbered region as a schedule says. README.md of
/// this folder says why nobody waits for ever.
///
/// A team has one for all its replays, and keeps it: workers that look for work may be in it when a
/// region has ended.
///
/// Roles: the task that begins and ends a region; workers, each at its own *seat*; any thread that
/// sends a work. Region tasks read the schedule without a lock: they are spawned after `begin`, and
/// have ended before `end`. A worker without a task looks at its own seat only, under its lock,
/// which `begin`, `end` and a mismatch take.
///
/// Invariants:
///  G1  In strict modes a work of the region is on its way to a worker that may take it up, or is
///      kept at a seat until it is had back, or runs.
///  G2  `moving_` counts, in strict modes, the workers that run works of the region, the works in
///      inboxes, and the tasks that wait for what another team brings about. At zero nothing can go
///      on any more; or, where the region depends on works that are in none, at zero and while all
///      workers of the team sleep. If nobody is held back either from what is next, the earliest
///      work that waits for its turn is taken up, and the steps before it there are void. If there
///      is none, or one of those steps comes after all, the schedule does not fit: from then on it
///      is followed as `relaxed` says.
///  G3  A region may have a time by which it should be over. A worker that is out of work then, and
///      did not fall asleep before the region began, makes the region *overdue*: from then on it is
///      followed as `relaxed` says, and what is in the inbox of a worker is for others even if that
///      worker has no work, unless it has just stolen it. So nobody waits any longer for a worker
///      without a cpu, except for the tasks that this worker has begun.
class follower final : public core::guide {
 public:
  explicit follower(core::team& of);

  /// The calling worker's task begins a region. `designating`: the program itself says what goes
  /// where, beside the schedule. `patience_ns`: after so long the region is overdue (G3); 0: never.
  /// Throws std::bad_alloc. Returns the mode that is followed.
  replay_mode begin(const core::worker& self,
                    const steal_tree& by,
                    replay_mode how,
                    bool designating = false,
                    std::uint64_t patience_ns = 0);

  /// What the program itself says; nothing comes of it in a region that is not designating.
  [[nodiscard]] designations& designated() noexcept { return designated_; }

  /// The region has ended, on that worker.
  [[nodiscard]] followed end();

  [[nodiscard]] bool owner_sends_rest(core::worker& self,
                                      detail::spawn_position at,
                                      bool at_top) noexcept override;
  [[nodiscard]] bool owner_sends_child(const core::worker& self,
                                       detail::spawn_position at) noexcept override;
  [[nodiscard]] bool owner_may_send(const core::worker& self,
                                    detail::spawn_position from,
                                    bool at_top) noexcept override;
  [[nodiscard]] bool any_is_strict() const noexcept override;
  [[nodiscard]] bool owner_keeps(const core::worker& self) noexcept override;
  [[nodiscard]] bool owner_put(core::worker& self,
                               core::lane in,
                               core::work given,
                               const detail::work_name& what) noexcept override;
  [[nodiscard]] bool owner_take_back(core::worker& self,
                                     core::work wanted,
                                     std::uint64_t ended) noexcept override;
  [[nodiscard]] core::work owner_take_back_of(core::worker& self,
                                              const detail::join_counter& home,
                                              core::lane from) noexcept override;
  [[nodiscard]] core::join_way owner_joins(core::worker& self,
                                           const detail::work_name& as) noexcept override;
  void owner_passes(core::worker& self, const detail::work_name& as) noexcept override;
  [[nodiscard]] core::suspension_plan owner_suspends(core::worker& self,
                                                     const detail::work_name& as,
                                                     core::waiting_join* here,
                                                     detail::destination wanted) noexcept override;
  void owner_resumed(core::worker& self, core::waiting_join* here) noexcept override;
  void owner_covered(core::worker& self, bool now) noexcept override;
  void any_depends() noexcept override;
  [[nodiscard]] bool owner_goes_on(core::worker& self, const detail::fiber& task) noexcept override;
  void any_sends(core::work sent) noexcept override;
  void any_sent(unsigned to) noexcept override;
  [[nodiscard]] bool any_has_work_for(const core::worker& self) noexcept override;
  [[nodiscard]] std::uint64_t any_looks_again_at() const noexcept override;
  [[nodiscard]] core::work owner_due(core::worker& self) noexcept override;
  [[nodiscard]] core::work owner_takes_up(core::worker& self, core::work found) noexcept override;
  [[nodiscard]] bool owner_puts_back(core::worker& self,
                                     core::work fresh,
                                     core::work waited) noexcept override;
  void any_all_sleep() noexcept override;
  [[nodiscard]] bool owner_pauses(core::worker& self) noexcept override;

 private:
  /// What a worker has to do with the region.
  struct alignas(base::interference_size) seat {
    detail::mutex mutex;
    bool following NUTHATCH_GUARDED_BY(mutex) = false;
    bool gives_frames NUTHATCH_GUARDED_BY(mutex) = false;  // those of tasks that wait
    bool turn_comes NUTHATCH_GUARDED_BY(mutex) = false;    // whatever waits here
    work_table left NUTHATCH_GUARDED_BY(mutex);  // until it is had back, or this worker has no work
    core::waiting_join* joins NUTHATCH_GUARDED_BY(mutex) = nullptr;  // may have back what comes
    // In order only: the steps of this worker, and the works that have come for them.
    std::vector<std::uint32_t> order NUTHATCH_GUARDED_BY(mutex);
    std::vector<core::work> arrived NUTHATCH_GUARDED_BY(mutex);
    std::vector<bool> early NUTHATCH_GUARDED_BY(mutex);  // was taken up out of turn
    std::size_t next NUTHATCH_GUARDED_BY(mutex) = 0;
    std::uint64_t idle_ns NUTHATCH_GUARDED_BY(mutex) = 0;
    std::uint64_t idle_since_ns NUTHATCH_GUARDED_BY(mutex) = 0;  // 0: it is not
    detail::atomic<bool> busy{false};   // with works of the region; the owner writes it
    detail::atomic<bool> takes{false};  // it has sent itself what it stole, and takes that up next
  };

  [[nodiscard]] seat& seat_of(const core::worker& self) noexcept;
  [[nodiscard]] unsigned worker_of(std::uint32_t step) const noexcept;
  [[nodiscard]] detail::work_name relative(const detail::work_name& what) const noexcept;
  [[nodiscard]] std::uint32_t claim(const detail::work_name& what) noexcept;
  [[nodiscard]] bool in_order() const noexcept;
  [[nodiscard]] bool has_turn(const seat& at, const core::worker& self, core::work what) const
      NUTHATCH_REQUIRES(at.mutex);
  [[nodiscard]] core::work take_left_of(unsigned first, const detail::join_counter& home) noexcept;
  [[nodiscard]] bool owner_holds(const core::worker& self,
                                 core::work given,
                                 bool for_join) noexcept;
  [[nodiscard]] bool any_holds_own_child(core::work given, std::uint32_t step) noexcept;
  [[nodiscard]] static core::waiting_join** find_join(seat& at, core::work what) noexcept
      NUTHATCH_REQUIRES(at.mutex);
  void send_held_of(core::worker& self, const core::waiting_join& here) noexcept;
  [[nodiscard]] std::uint32_t place_of(const core::worker& self,
                                       const detail::work_name& what) const noexcept;
  [[nodiscard]] std::uint32_t step_of(core::work what) const noexcept;
  void owner_waits(core::worker& self, core::waiting_join& here, std::uint32_t step) noexcept;
  [[nodiscard]] core::work take_up(seat& at, core::work what, bool has_place) noexcept
      NUTHATCH_REQUIRES(at.mutex);
  static void go_past(seat& at, std::size_t place) noexcept NUTHATCH_REQUIRES(at.mutex);
  void begin_work(seat& at) noexcept NUTHATCH_REQUIRES(at.mutex);
  void end_work(seat& at) noexcept NUTHATCH_REQUIRES(at.mutex);
  [[nodiscard]] core::work steal_sent(const core::worker& self, unsigned& victim) noexcept;
  [[nodiscard]] std::uint64_t stop_moving() noexcept;
  void note_mismatch(const char* what, const detail::work_name& where) noexcept;
  void go_on(std::uint64_t stopped, bool all_sleep = false) noexcept;
  [[nodiscard]] bool let_turns_come() noexcept;
  [[nodiscard]] bool pass_over() noexcept;
  bool release_held(bool rests) noexcept;
  void end_strictness(const char* why, const detail::work_name& where) noexcept;
  void become_relaxed() noexcept;
  void become_overdue_if_late() noexcept;
  [[nodiscard]] bool may_be_robbed(unsigned worker) const noexcept;

  core::team& team_;
  std::vector<std::unique_ptr<seat>> seats_;
  step_index steps_;
  designations designated_;
  std::uint32_t finishes_around_ = 0;
  detail::atomic<replay_mode> mode_{replay_mode::relaxed};
  detail::atomic<std::int64_t> moving_{0};
  detail::atomic<std::uint64_t> late_at_ns_{0};  // 0: it is overdue already, or never
  detail::atomic<bool> overdue_{false};
  detail::atomic<bool> depends_{false};  // see any_depends
  static constexpr std::uint64_t none = 0;
  static constexpr std::uint64_t before_all = 2;
  detail::atomic<std::uint64_t> region_{before_all};  // odd while one runs, another one for each
  detail::mutex going_on_;                            // as long as it is held, no region ends
  held_works held_;                                   // until somebody has it back
  detail::atomic<std::size_t> left_{0};               // works, at all seats
  detail::atomic<std::size_t> donations_{0};
  detail::mutex report_mutex_;
  std::size_t mismatches_ NUTHATCH_GUARDED_BY(report_mutex_) = 0;
  std::string first_mismatch_ NUTHATCH_GUARDED_BY(report_mutex_);
};

}  // namespace nuthatch::schedules
