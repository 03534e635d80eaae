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
/// Each worker has a deque of preempted continuations and one of fresh tasks, as in section III-F of
/// the paper; the latter in two parts, since callables and scopes' children come here late, when the
/// private list of the worker is asked or a task is suspended, asyncs at once. So each of the three
/// is in the order of depth, and the deepest is found at its end.
class slaw final : public stealing_on_request {
 public:
  explicit slaw(core::team& of);

  void owner_publish(core::worker& self, core::work given) noexcept override;
  core::work owner_newest(core::worker& self, core::work::kind of) override;
  bool owner_take_back(core::worker& self, core::work newest) override;
  void owner_push(core::worker& self, core::work ready) noexcept override;
  core::work owner_newest_pushed(core::worker& self) override;
  bool owner_take_pushed(core::worker& self, core::work newest) override;
  core::demand owner_wanted(core::worker& self) override;
  bool owner_settle(core::worker& self, unsigned given) override;
  core::spawn_plan owner_plan(core::worker& self) override;
  [[nodiscard]] std::uint64_t owner_fresh(core::worker& self) override;

  static std::unique_ptr<core::scheduler> make(core::team& of);

 protected:
  core::work owner_take(core::worker& self) override;
  core::work owner_take_oldest_loose(core::worker& self) override;
  core::work thief_take(core::worker& self, unsigned victim, bool& lost) override;
  [[nodiscard]] bool any_seems_filled(unsigned victim) const override;
  [[nodiscard]] bool any_seems_to_have_strict(unsigned victim) const override;

 private:
  struct alignas(base::isolation_size) queues {
    stealing_deque preempted;
    stealing_deque fresh_strict;
    stealing_deque fresh_loose;
    std::uint64_t fresh_kept = 0;  // tasks put in fresh_*, less those got back; the owner's
    spawn_rule rule;               // the owner's
    bool adapting = false;         // likewise: whether the rule is asked
    // Tasks and continuations that thieves took. On a line of its own: it is written with each steal.
    alignas(base::isolation_size) detail::atomic<std::uint64_t> stolen_fresh{0};
    detail::atomic<std::uint64_t> stolen_continuations{0};

    explicit queues(const spawn_rule& r) : rule(r) {}
  };

  void put_back(queues& into, stealing_deque& where, core::work what) noexcept;
  void put(queues& into, stealing_deque& where, core::work what) noexcept;
  [[nodiscard]] core::work got(queues& from, core::work what) noexcept;
  [[nodiscard]] std::uint64_t fresh_of(core::worker& self, std::uint64_t stolen) const noexcept;

  std::vector<std::unique_ptr<queues>> queues_;
};

}  // namespace nuthatch::scheduling
