// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "core/scheduler.hpp"
#include "core/team.hpp"
#include "schedulers/shepherd/discipline.hpp"
#include "schedulers/shepherd/own_tickets.hpp"
#include "schedulers/shepherd/shepherd.hpp"
#include "schedulers/sibling_costs.hpp"

namespace nuthatch::scheduling {

/// Workers in groups that share a queue, after "OpenMP Task Scheduling Strategies for Multicore
/// NUMA Systems" (Olivier et al., 2012), section 3; see docs/schedulers/shepherd.md.
///
/// Work items go to a queue in one of two ways. In *exact* mode, every spawn goes there at once, so
/// that the workers of a shepherd run what would be on top of a single shared stack. In *buffered*
/// mode, a worker keeps its newest tasks private, and publishes its oldest when the queue has less
/// than its low-water mark.
///
/// Invariants:
///  SS1 A worker takes back what it has pushed itself, by its ticket (SD2).
///  SS2 A worker falls asleep after it has checked every queue that it may take from, and after it
///      has ceased to be the thief (T1). A worker that puts a work item into a queue looks for
///      sleepers afterwards: one of the shepherd, otherwise, if they steal, any other.
class shepherd_scheduler final : public core::scheduler {
 public:
  shepherd_scheduler(core::team& of, const discipline& by);

  void owner_push(core::worker& self, core::lane in, core::work_item given) noexcept override;
  core::work_item owner_peek_newest(core::worker& self,
                                    core::lane in,
                                    core::work_item::kind kind) override;
  bool owner_take_back(core::worker& self, core::lane in, core::work_item wanted) override;
  core::work_item owner_take_child_of(core::worker& self,
                                      core::lane in,
                                      const detail::join_counter& join) override;
  void owner_wake_thieves(core::worker& self) override;
  core::publish_quota owner_publish_quota(core::worker& self) override;
  bool owner_requests_served(core::worker& self, unsigned given) override;
  void owner_siblings_ran(core::worker& self, std::uint32_t children, std::uint64_t ns) override;
  core::find_result find_work(core::worker& self, const core::search_state& now) override;
  core::work_item take_continuation(core::worker& self) override;
  [[nodiscard]] bool has_work_for(const core::worker& self) const override;
  core::work_item take_if(core::worker& self,
                          bool (*wanted)(const void* of, core::work_item each) noexcept,
                          const void* of) override;

 private:
  struct alignas(base::interference_size) member {
    shepherd* mine = nullptr;
    unsigned next = 0;  // where the next spawn goes, with round robin
    std::uint32_t acquisitions = 0;
    std::uint64_t since_ns = 0;  // when it ran out of work, or woke up without any
    own_tickets stack_chain;
    own_tickets off_chain;
  };

  [[nodiscard]] member& of(const core::worker& self) noexcept { return *members_[self.index()]; }

  [[nodiscard]] static own_tickets& own(member& from, core::lane in) noexcept {
    return in == core::lane::stack_chain ? from.stack_chain : from.off_chain;
  }

  /// The result of a steal: an item to run, and how many the thief has put into the queue.
  struct steal_result {
    core::work_item newest;
    unsigned for_others = 0;
  };

  void form_shepherds();
  void order_victims(shepherd& from);
  [[nodiscard]] shepherd& goes_to(member& from) noexcept;
  void use(core::worker& self, shepherd& which) noexcept;
  static void note_wait(core::worker& self, shared_deque::use done) noexcept;
  core::work_item note(core::worker& self, shepherd& from, const shared_deque::taken& got) noexcept;
  bool wake_for(core::worker& self, const shepherd& filled) noexcept;
  void ask(const shepherd& filled) noexcept;
  [[nodiscard]] core::work_item take_own(core::worker& self, member& mine);
  [[nodiscard]] core::work_item take_next(core::worker& self, member& mine);
  [[nodiscard]] core::work_item steal(core::worker& self, shepherd& mine);
  [[nodiscard]] steal_result steal_from_any(core::worker& self, shepherd& mine);
  [[nodiscard]] steal_result steal_from_nearest(core::worker& self, shepherd& mine);
  [[nodiscard]] std::uint32_t probe(core::worker& self, shepherd& victim);
  [[nodiscard]] steal_result steal_from(core::worker& self, shepherd& mine, shepherd& victim);
  unsigned store(core::worker& self, shepherd& mine, unsigned count) noexcept;
  template <class Wanted>
  [[nodiscard]] core::work_item first_among(core::worker& self,
                                            const std::vector<shepherd*>& others,
                                            Wanted&& wanted);
  [[nodiscard]] core::find_result found(core::work_item next) const noexcept;

  core::team& team_;
  const discipline by_;
  const unsigned private_tasks_;
  const bool virtual_;
  const bool nearest_first_;
  std::vector<std::unique_ptr<shepherd>> shepherds_;
  std::vector<std::unique_ptr<member>> members_;  // by worker
  sibling_costs siblings_;
};

/// The scheduler for one discipline, for the registry.
template <const discipline& By>
inline constexpr core::scheduler_kind shepherd_kind{
    .make = [](core::team& of) -> std::unique_ptr<core::scheduler> {
      return std::make_unique<shepherd_scheduler>(of, By);
    },
    .needs = {.resumes_on_same_worker = !By.steals && By.round_robin,
              .filters = By.steals || !By.round_robin,  // otherwise, other queues are out of reach
              .topology = true}};

}  // namespace nuthatch::scheduling
