// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "schedulers/stealing/stealing_deque.hpp"
#include "schedulers/stealing/stealing_on_request.hpp"

namespace nuthatch::scheduling {

/// Random work stealing on request; see docs/schedulers/work_stealing.md.
///
/// Each worker has two deques: one for stack-chain work, in the order of its stack chain, so that a
/// join takes back the newest published item; one for work that is bound to no stack.
class work_stealing final : public stealing_on_request {
 public:
  explicit work_stealing(core::team& of);

  void owner_push(core::worker& self, core::lane in, core::work_item given) noexcept override;
  core::work_item owner_peek_newest(core::worker& self,
                                    core::lane in,
                                    core::work_item::kind kind) override;
  bool owner_take_back(core::worker& self, core::lane in, core::work_item wanted) override;

  static std::unique_ptr<core::scheduler> make(core::team& of);

 protected:
  core::work_item owner_take(core::worker& self) override;
  core::work_item owner_take_oldest_off_chain(core::worker& self) override;
  core::work_item thief_take(core::worker& self, unsigned victim, bool& lost) override;
  [[nodiscard]] std::uint64_t owner_stealable(const core::worker& self) const override;
  core::work_item owner_take_continuation(core::worker& self) override;
  core::work_item thief_take_continuation(core::worker& self, unsigned victim) override;
  [[nodiscard]] bool any_likely_nonempty(unsigned victim) const override;
  [[nodiscard]] bool likely_size_of_stack_chain(unsigned victim) const override;

 private:
  struct alignas(base::interference_size) queues {
    stealing_deque stack_chain;
    stealing_deque off_chain;
  };

  [[nodiscard]] stealing_deque& queue(const core::worker& self, core::lane in) noexcept;

  std::vector<std::unique_ptr<queues>> queues_;
};

}  // namespace nuthatch::scheduling
