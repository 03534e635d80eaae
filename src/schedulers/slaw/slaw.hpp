// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "schedulers/slaw/spawn_rule.hpp"
#include "schedulers/stealing/stealing_deque.hpp"
#include "schedulers/stealing/stealing_on_request.hpp"

namespace nuthatch::scheduling {

/// Adaptive work-first and help-first spawns with bounded stacks and bounded fresh tasks; see
/// docs/schedulers/slaw.md.
///
/// Each worker has a deque of preempted continuations and one of fresh tasks, as in section III-F
/// of the paper. A third deque is for work that no stack chain orders: launched tasks, tasks that
/// were waiting, and asyncs. Asyncs are put there at once, whereas callables and scopes' children
/// leave the worker's private list late.
///
/// | what                     | who may touch it                                     |
/// |--------------------------|------------------------------------------------------|
/// | the deques               | see stealing_deque                                   |
/// | fresh_kept, rule         | their owner                                          |
/// | stolen_*                 | thieves add, the owner reads; statistics             |
///
/// Invariants:
///  W1  fresh_kept - stolen_fresh is at least the number of fresh tasks in the worker's deques. It
///      is greater only while a steal is in progress: tasks are counted before they are put there,
///      and after they are taken.
///  W2  A worker plans no more help-first spawns than fit under the fresh threshold, together with
///      W1's number and the tasks in its list. Thieves, which have none of their own, count what
///      they got.
class slaw final : public stealing_on_request {
 public:
  explicit slaw(core::team& of);

  void owner_push(core::worker& self, core::lane in, core::work_item given) noexcept override;
  core::work_item owner_peek_newest(core::worker& self,
                                    core::lane in,
                                    core::work_item::kind kind) override;
  bool owner_take_back(core::worker& self, core::lane in, core::work_item wanted) override;
  core::publish_quota owner_publish_quota(core::worker& self) override;
  bool owner_requests_served(core::worker& self, unsigned given) override;
  core::spawn_plan owner_plan(core::worker& self) override;
  [[nodiscard]] std::uint64_t owner_fresh(core::worker& self) override;

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
    stealing_deque preempted;
    stealing_deque fresh;
    stealing_deque off_chain;
    std::uint64_t fresh_kept = 0;
    spawn_rule rule;
    // On a separate cache line: each steal writes them.
    alignas(base::interference_size) detail::atomic<std::uint64_t> stolen_fresh{0};
    detail::atomic<std::uint64_t> stolen_continuations{0};

    explicit queues(const spawn_rule& r) : rule(r) {}
  };

  [[nodiscard]] stealing_deque& queue(const core::worker& self,
                                      core::lane in,
                                      core::work_item::kind kind) noexcept;
  void put_back(core::worker& self, stealing_deque& where, core::work_item what) noexcept;
  void put(core::worker& self, stealing_deque& where, core::work_item what) noexcept;
  [[nodiscard]] core::work_item got(queues& from, core::work_item what) noexcept;
  void note_stolen(core::worker& self, queues& theirs, core::work_item stolen) noexcept;
  [[nodiscard]] std::uint64_t fresh_of(core::worker& self,
                                       std::uint64_t stolen,
                                       std::uint64_t most) const noexcept;

  const bool adapting_;
  const std::uint32_t fresh_threshold_;
  std::vector<std::unique_ptr<queues>> queues_;
};

}  // namespace nuthatch::scheduling
