// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/scheduler.hpp"
#include "schedulers/sibling_times.hpp"

namespace nuthatch::core {
struct place;
class team;
}  // namespace nuthatch::core

namespace nuthatch::scheduling {

/// The half of a scheduler that looks for work, for those whose owners keep their spawns to
/// themselves until a thief that found nothing asks, by the attention word, and then publish the
/// oldest in queues that thieves take from by themselves. Which queues there are, and in which
/// order they are looked at, is the derived scheduler's; see docs/schedulers/work_stealing.md.
class stealing_on_request : public core::scheduler {
 public:
  void owner_offer(core::worker& self) override;
  core::demand owner_wanted(core::worker& self) override;
  bool owner_settle(core::worker& self, unsigned given) override;
  void owner_ran(core::worker& self, std::uint32_t children, std::uint64_t ns) override;
  core::look_result look(core::worker& self, const core::search& now) override;
  core::work take_waited(core::worker& self) override;
  [[nodiscard]] bool has_work_for(const core::worker& self) const override;

 protected:
  explicit stealing_on_request(core::team& of);

  /// The work of its own that `self` should do next.
  virtual core::work owner_take(core::worker& self) = 0;

  /// Of the works of its own that no waiting task of `self` needs, the one that waits longest.
  virtual core::work owner_take_oldest_loose(core::worker& self) = 0;

  /// A work of `victim`. `lost` is set when there was one, but another thread got it.
  virtual core::work thief_take(core::worker& self, unsigned victim, bool& lost) = 0;

  /// The same two for continuations only; of `victim`, one that no fresh work is in front of.
  virtual core::work owner_take_waited(core::worker& self) = 0;
  virtual core::work thief_take_waited(core::worker& self, unsigned victim) = 0;

  /// How many works of `self` thieves can take, or a few more.
  [[nodiscard]] virtual std::uint64_t owner_on_show(const core::worker& self) const = 0;

  /// Whether `victim` has work that thieves can take, and whether some of it came from its stack.
  /// As has_work_for.
  [[nodiscard]] virtual bool any_seems_filled(unsigned victim) const = 0;
  [[nodiscard]] virtual bool seems_to_have_strict(unsigned victim) const = 0;

  [[nodiscard]] core::team& team() const noexcept { return team_; }

 private:
  struct alignas(base::interference_size) seeking {
    std::uint32_t acquisitions = 0;        // the owner's, as the next
    std::uint64_t since_ns = 0;            // when it ran out of work, or woke up without any
    std::uint64_t patience_ns = 0;         // how long to look for work before asking for some
    std::uint64_t gathering_since_ns = 0;  // see owner_gathers(); 0: not
  };

  [[nodiscard]] bool owner_gathers(seeking& asked);
  [[nodiscard]] core::look_result found(core::work next) const noexcept;
  core::work take_own(core::worker& self, seeking& mine);
  [[nodiscard]] unsigned wanted_by_thieves(const core::worker& self) const noexcept;
  [[nodiscard]] bool owner_misses_some(core::worker& self) const;
  core::work take_waiting(core::worker& self);
  core::work search(core::worker& self, bool asking);
  core::work search_others(core::worker& self, bool asking);
  core::work steal_from_one_of(core::worker& self, core::place& there, bool asking);
  [[nodiscard]] bool worth_asking_ahead(core::work stolen) const noexcept;
  core::work steal_from(core::worker& self, unsigned victim, bool asking);

  core::team& team_;
  std::vector<std::unique_ptr<seeking>> seeking_;
  sibling_times siblings_;
};

}  // namespace nuthatch::scheduling
