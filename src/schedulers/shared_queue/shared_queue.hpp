// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/mailbox.hpp"
#include "core/scheduler.hpp"
#include "core/team.hpp"

namespace nuthatch::scheduling {

/// The smallest correct scheduler, as a template for new ones: one queue per place, first in, first
/// out, under a lock. Nothing is ever taken back, so a join whose children were published always
/// waits, and each level of a deep recursion may take a stack.
class shared_queue final : public core::scheduler {
 public:
  explicit shared_queue(core::team& of);

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
  [[nodiscard]] core::mailbox& queue(const core::worker& self) noexcept;
  [[nodiscard]] core::work_item take(core::worker& self);

  core::team& team_;
  std::vector<std::unique_ptr<core::mailbox>> queues_;  // by place
};

}  // namespace nuthatch::scheduling
