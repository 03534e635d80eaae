#pragma once

#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "core/scheduler.hpp"
#include "schedulers/sibling_times.hpp"
#include "schedulers/work_stealing/stealing_deque.hpp"

namespace nuthatch::core {
class team;
}

namespace nuthatch::scheduling {

/// Random work stealing on request: an owner keeps its spawns to itself until a thief that found
/// nothing asks, by the attention word, and then publishes the oldest; see
/// docs/schedulers/work_stealing.md.
///
/// Each worker has two deques: one for strict work, in the order of its stack chain, so that the
/// newest published is what a join gets back; one for work bound to no stack.
class work_stealing final : public core::scheduler {
 public:
  explicit work_stealing(core::team& of);

  void owner_publish(core::worker& self, core::work given) noexcept override;
  core::work owner_newest(core::worker& self) override;
  bool owner_take_back(core::worker& self) override;
  void owner_push(core::worker& self, core::work ready) noexcept override;
  core::work owner_newest_pushed(core::worker& self) override;
  bool owner_take_pushed(core::worker& self) override;
  void owner_offer(core::worker& self) override;
  core::demand owner_wanted(core::worker& self) override;
  bool owner_settle(core::worker& self, unsigned given) override;
  void owner_ran(core::worker& self, std::uint32_t children, std::uint64_t ns) override;
  core::work acquire(core::worker& self) override;
  [[nodiscard]] bool any_has_work() const override;

  static std::unique_ptr<core::scheduler> make(core::team& of);

 private:
  struct alignas(base::isolation_size) queues {
    stealing_deque strict;
    stealing_deque loose;
    std::uint32_t acquisitions = 0;  // the owner's, as the next
    std::uint64_t patience_ns = 0;   // how long to look for work before asking for some
  };

  core::work take_own(queues& own) noexcept;
  core::work take_waiting(queues& own) noexcept;
  core::work find(core::worker& self, queues& mine);
  core::work search(core::worker& self, bool asking);
  [[nodiscard]] bool worth_asking_ahead(core::work stolen) const noexcept;
  core::work steal_from(core::worker& self, unsigned victim, bool asking);

  core::team& team_;
  std::vector<std::unique_ptr<queues>> queues_;
  alignas(base::isolation_size) detail::atomic<std::uint32_t> searching_{0};
  sibling_times siblings_;
};

}  // namespace nuthatch::scheduling
