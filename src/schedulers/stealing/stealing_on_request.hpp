// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/scheduler.hpp"
#include "schedulers/sibling_costs.hpp"

namespace nuthatch::core {
struct place;
class team;
}  // namespace nuthatch::core

namespace nuthatch::scheduling {

/// The search for work, for schedulers whose owners keep spawns private until a thief that found
/// nothing sends a request, by the poll word. Owners then publish their oldest work in queues that
/// thieves access directly. The derived scheduler defines the queues, and the order in which they
/// are searched; see docs/schedulers/work_stealing.md.
class stealing_on_request : public core::scheduler {
 public:
  void owner_wake_thieves(core::worker& self) override;
  core::publish_quota owner_publish_quota(core::worker& self) override;
  bool owner_requests_served(core::worker& self, unsigned given) override;
  void owner_siblings_ran(core::worker& self, std::uint32_t children, std::uint64_t ns) override;
  core::find_result find_work(core::worker& self, const core::search_state& now) override;
  core::work_item take_continuation(core::worker& self) override;
  [[nodiscard]] bool has_work_for(const core::worker& self) const override;

 protected:
  explicit stealing_on_request(core::team& of);

  /// Returns the next own item of `self`.
  virtual core::work_item owner_take(core::worker& self) = 0;

  /// Takes the oldest off-chain item of `self`: one that no join on its stack chain waits for.
  virtual core::work_item owner_take_oldest_off_chain(core::worker& self) = 0;

  /// Takes an item of `victim`. Sets `lost` if there was one, but another thread got it.
  virtual core::work_item thief_take(core::worker& self, unsigned victim, bool& lost) = 0;

  /// The same two for continuations only; from `victim`, one that has no fresh work in front of it.
  virtual core::work_item owner_take_continuation(core::worker& self) = 0;
  virtual core::work_item thief_take_continuation(core::worker& self, unsigned victim) = 0;

  /// Returns how many work items of `self` thieves can take, or a few more.
  [[nodiscard]] virtual std::uint64_t owner_stealable(const core::worker& self) const = 0;

  /// Return whether `victim` has work that thieves can take, and whether some of it came from its
  /// stack. Ordering as for has_work_for.
  [[nodiscard]] virtual bool any_likely_nonempty(unsigned victim) const = 0;
  [[nodiscard]] virtual bool likely_size_of_stack_chain(unsigned victim) const = 0;

  [[nodiscard]] core::team& team() const noexcept { return team_; }

 private:
  struct alignas(base::interference_size) searching {
    std::uint32_t acquisitions = 0;        // the owner's, like the next
    std::uint64_t since_ns = 0;            // when it ran out of work, or woke up without any
    std::uint64_t patience_ns = 0;         // how long to search before sending a request
    std::uint64_t gathering_since_ns = 0;  // see owner_gathers(); 0: does not gather
  };

  [[nodiscard]] bool owner_gathers(searching& asked);
  [[nodiscard]] core::find_result found(core::work_item next) const noexcept;
  core::work_item take_own(core::worker& self, searching& mine);
  [[nodiscard]] unsigned wanted_by_thieves(const core::worker& self) const noexcept;
  [[nodiscard]] bool owner_misses_some(core::worker& self) const;
  core::work_item take_waiting(core::worker& self);
  core::work_item search(core::worker& self, bool asking);
  core::work_item search_others(core::worker& self, bool asking);
  core::work_item steal_from_one_of(core::worker& self, core::place& there, bool asking);
  [[nodiscard]] bool worth_asking_early(core::work_item stolen) const noexcept;
  core::work_item steal_from(core::worker& self, unsigned victim, bool asking);

  core::team& team_;
  std::vector<std::unique_ptr<searching>> searching_;
  sibling_costs siblings_;
};

}  // namespace nuthatch::scheduling
