// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/scheduler.hpp"
#include "schedulers/channel/endpoint.hpp"
#include "schedulers/channel/messages.hpp"
#include "schedulers/channel/termination_detector.hpp"
#include "schedulers/sibling_costs.hpp"

namespace nuthatch::core {
class team;
}

namespace nuthatch::scheduling {

/// Work stealing by messages: deques are private; a thief sends a request, and receives work over a
/// separate channel. See docs/schedulers/channel.md.
///
/// Roles: a *thief* wants work; a *victim* finds a request in its inbox; the *manager*, worker 0,
/// also keeps the termination detector. Every worker plays the first two roles.
///
/// Source: Prell and Rauber, Channel-based Work Stealing.
class channel_scheduler final : public core::scheduler {
 public:
  explicit channel_scheduler(core::team& of);

  void owner_push(core::worker& self, core::lane in, core::work_item given) noexcept override;
  core::work_item owner_peek_newest(core::worker& self,
                                    core::lane in,
                                    core::work_item::kind kind) override;
  bool owner_take_back(core::worker& self, core::lane in, core::work_item wanted) override;
  void owner_wake_thieves(core::worker& self) override;
  core::publish_quota owner_publish_quota(core::worker& self) override;
  bool owner_requests_served(core::worker& self, unsigned given) override;
  void owner_siblings_ran(core::worker& self, std::uint32_t children, std::uint64_t ns) override;
  core::find_result find_work(core::worker& self, const core::search_state& now) override;
  core::work_item take_continuation(core::worker& self) override;
  [[nodiscard]] bool has_work_for(const core::worker& self) const override;

  static std::unique_ptr<core::scheduler> make(core::team& of);

 private:
  static constexpr unsigned no_worker = ~0U;

  [[nodiscard]] endpoint& of(const core::worker& self) noexcept;

  // The victim's part, in victim.cpp.
  void take_requests(core::worker& self, endpoint& mine) noexcept;
  [[nodiscard]] bool still_owes(core::worker& self, endpoint& mine, std::size_t answered) noexcept;
  std::size_t settle(core::worker& self, endpoint& mine, unsigned given);
  [[nodiscard]] std::size_t answer_requests(core::worker& self, endpoint& mine) noexcept;
  void send_answer(core::worker& self,
                   const steal_request& request,
                   std::span<const core::work_item> answer) noexcept;
  void decline(core::worker& self, steal_request request) noexcept;
  void decline_all(core::worker& self, endpoint& mine) noexcept;
  bool send_on(core::worker& self, steal_request& request) noexcept;

  // The thief's part, in thief.cpp.
  [[nodiscard]] bool is_flat(core::work_item next) const noexcept;
  void receive_work(core::worker& self, endpoint& mine) noexcept;
  static void note_success(endpoint& mine, unsigned victim, std::uint64_t now_ns) noexcept;
  void note_stolen(core::worker& self,
                   endpoint& mine,
                   core::work_item::kind what,
                   std::uint32_t tasks,
                   unsigned victim) noexcept;
  [[nodiscard]] steal_amount amount(const endpoint& mine) const noexcept;
  [[nodiscard]] core::find_result found(core::worker& self, endpoint& mine, core::work_item next);
  [[nodiscard]] core::work_item take_own(core::worker& self, endpoint& mine);
  [[nodiscard]] core::work_item take_waiting(core::worker& self, endpoint& mine) noexcept;
  void begin_to_look(endpoint& mine);
  [[nodiscard]] core::idle_action pause_for(core::worker& self,
                                            endpoint& mine,
                                            std::uint64_t now_ns);
  static void forget_failures(endpoint& mine, std::uint64_t now_ns) noexcept;
  void begin(core::worker& self, endpoint& mine);
  void end_request(core::worker& self, endpoint& mine);
  [[nodiscard]] core::work_item look_around(core::worker& self, endpoint& mine);
  [[nodiscard]] core::work_item get_work(core::worker& self, endpoint& mine, std::uint64_t now_ns);
  [[nodiscard]] bool has_looked_since(unsigned victim, std::uint64_t then_ns) const noexcept;
  [[nodiscard]] static bool withdraw(endpoint& mine) noexcept;
  [[nodiscard]] unsigned any_nonempty(core::worker& self) const noexcept;
  [[nodiscard]] core::work_item steal_directly(core::worker& self, endpoint& mine, unsigned victim);
  void ask(core::worker& self, endpoint& mine, bool idle);
  void take_back_request(endpoint& mine, const steal_request& back) noexcept;
  [[nodiscard]] unsigned first_victim(core::worker& self, const endpoint& mine) const noexcept;
  [[nodiscard]] bool others_are_open(unsigned self) const noexcept;
  void begin_to_sleep(core::worker& self, endpoint& mine);
  [[nodiscard]] bool sleeps_on(core::worker& self);
  void wake_up(core::worker& self, endpoint& mine);
  void manage(core::worker& self);

  core::team& team_;
  std::vector<std::unique_ptr<endpoint>> endpoints_;
  termination_detector termination_;
  sibling_costs siblings_;
};

}  // namespace nuthatch::scheduling
