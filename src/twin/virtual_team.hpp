// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "platform/platform.hpp"
#include "twin/actor.hpp"
#include "twin/machine_model.hpp"
#include "twin/turns.hpp"

namespace nuthatch::twin {

/// Returns when a worker resumes that could resume at `now_ns`: not before that, and later if
/// another program occupies its CPU then. Empty: at once.
using holding_up = std::function<std::uint64_t(unsigned worker, std::uint64_t now_ns)>;

/// Workers in virtual time, all on the thread that created the team.
///
/// Roles: the *creator* is that thread. It plays every role of worker_team other than that of a
/// worker, and is an actor like the workers. The running actor hands over to another when it waits,
/// and when it has spent time and `turns` decides so; never otherwise. So code between two calls of
/// this class is never interrupted, and a run depends on nothing but its input and its seeds.
///
/// Invariants:
///  V1  Each actor is running (exactly one), ready (known to turns_), waiting for a token, blocked,
///      or ended.
///  V2  A token is kept for a worker that was unparked while it did not wait.
///  V3  If one actor's action is ordered before another actor resumes, as unpark is before the
///      return of park, atomic variables order it, too, although all actors are one thread: a build
///      that explores the memory model sees only these.
///  V4  In a team of more than 256 workers, a worker that only looks at others takes several looks
///      before it hands over; its clock is then ahead by these.
///  V5  A worker that waits until a certain time is in timers_. It becomes ready at that time or
///      when it gets a token, whichever comes first, and is then removed from timers_. No actor
///      runs whose clock is ahead of the first of these times.
///
/// A team in which all actors wait for each other terminates the program with a message, because
/// nothing could ever happen in it again.
class virtual_team final : public platform::worker_team {
 public:
  /// Worker i is bound to cpus[i mod size]; if `cpus` is empty, in the machine's own order.
  /// `held_up` determines when workers are without a CPU.
  virtual_team(unsigned workers,
               const std::vector<unsigned>& cpus,
               const machine_model& on,
               const costs& of,
               std::unique_ptr<turns> order,
               holding_up held_up = {});
  virtual_team(const virtual_team&) = delete;
  virtual_team& operator=(const virtual_team&) = delete;
  ~virtual_team() override;

  [[nodiscard]] unsigned size() const noexcept override;
  [[nodiscard]] std::optional<unsigned> cpu(unsigned index) const override;
  void start(platform::worker_body body) override;
  void join_all() override;
  void park(unsigned index) override;
  bool park_until(unsigned index, std::uint64_t until_ns) override;
  void unpark(unsigned index) override;
  void relax(unsigned index, unsigned step) override;
  void doze(unsigned index, unsigned step) override;
  void let_others(unsigned index, unsigned step) override;
  [[nodiscard]] std::uint64_t search_ns() const noexcept override;
  [[nodiscard]] bool can_fence_all() const noexcept override;
  void fence_all(unsigned index) override;
  [[nodiscard]] std::uint64_t fence_ns() const noexcept override;
  bool wait_a_little(unsigned index, unsigned looks) override;
  [[nodiscard]] platform::stack_bounds own_stack(unsigned index) const override;

  [[nodiscard]] bool counts_costs() const noexcept override { return true; }

  void spend(unsigned index, platform::activity what, unsigned other) override;
  bool use_alone(unsigned index, platform::used_alone& what) override;
  void spend_ns(unsigned index, std::uint64_t ns) override;
  void foreign_park(platform::parker& own) override;
  void foreign_unpark(platform::parker& sleeper) override;
  [[nodiscard]] std::uint64_t now_ns() const noexcept override;

  // For builds in which every access to shared memory is a choice point. Has no effect while no
  // worker lives.

  /// Lets another actor run if `turns` decides so.
  void interrupt();
  /// Lets others run until one of them calls unblock().
  void block();
  /// Makes all blocked actors ready.
  void unblock();

  /// Returns the team of the calling thread, the newest if there are several; null if there is
  /// none.
  [[nodiscard]] static virtual_team* of_this_thread() noexcept;

  /// Returns the running actor: a worker's index, or size() for the creator.
  [[nodiscard]] unsigned running() const noexcept { return running_; }

  /// Returns how often an actor spent time or waited. charged_ns() is the total that tasks charged.
  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }

  [[nodiscard]] std::uint64_t charged_ns() const noexcept { return charged_ns_; }

 private:
  enum class state : std::uint8_t { fresh, ready, running, waiting, blocked, ended };

  struct member {
    actor as;
    std::uint64_t now_ns = 0;
    std::byte* memory = nullptr;
    unsigned cpu = 0;
    unsigned looks = 0;
    std::optional<std::uint64_t> timer_ns;  // V5
    state is = state::fresh;
    detail::atomic<bool> token{/*value=*/false};
  };

  static void run_member(detail::worker* nobody);
  [[nodiscard]] std::uint64_t cost_of(unsigned index,
                                      platform::activity what,
                                      unsigned other) const;
  void pass_time(unsigned index, std::uint64_t ns);
  void advance(unsigned index, std::uint64_t to_ns);
  void pass_time_of_others(unsigned index, std::uint64_t ns);
  void make_ready(unsigned index);
  void wait_for_token(unsigned index);
  void wake(unsigned index, std::uint64_t at_ns);
  [[nodiscard]] std::optional<unsigned> take_next();
  void switch_to_next();
  void go_on_with(unsigned next);
  void check_thread() const;
  void order_lives() noexcept;

  const machine_model& machine_;
  const costs costs_;
  const std::unique_ptr<turns> turns_;
  const void* const creator_thread_;
  const unsigned looks_at_once_;
  platform::worker_body body_;
  std::vector<member> members_;  // the workers, and the creator as the last
  unsigned creator_;
  unsigned running_;
  std::vector<unsigned> blocked_;

  struct timer {
    std::uint64_t at_ns;
    unsigned of;

    friend auto operator<=>(const timer&, const timer&) = default;
  };

  std::set<timer> timers_;
  const holding_up held_up_;
  detail::atomic<std::uint32_t> lives_{0};  // V3: number of lives that have begun and ended
  unsigned alive_ = 0;
  unsigned interrupted_ = 0;  // the actor that was interrupted for a fresh member
  std::uint64_t events_ = 0;
  std::uint64_t charged_ns_ = 0;
};

}  // namespace nuthatch::twin
