// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one door through which the core reaches threads, time, parking and seeds. The native platform
// stands on OS threads; another one can run all workers of a team on one thread in virtual time,
// and the core does not notice. Only cold operations go through it: never a spawn, a join or a pop.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/parker.hpp"
#include "platform/thread.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

/// How long a worker looks for work before it sleeps: see worker_team::search_ns().
struct search_limits {
  std::uint64_t usual_ns = 150'000;
  /// Where yields may be long (see yielding): it makes none then. Nothing: it yields all the same.
  std::optional<std::uint64_t> without_yields_ns;
};

/// What a team is made of.
struct team_options {
  unsigned workers = 1;        ///< at least 1
  bool pin = false;            ///< bind each worker to one cpu; otherwise workers inherit the mask
  std::vector<unsigned> cpus;  ///< with pin: worker i goes to cpus[i mod size]; empty: pin_order()
  std::string name = "nuthatch";  ///< threads are called "<name>/<index>", cut to 15 characters
  search_limits search = {};
};

/// What a worker executes; the argument is its index in the team, 0 to size() - 1.
/// An exception that leaves the body ends the program (std::terminate).
using worker_body = std::function<void(unsigned)>;

/// What a worker does outside of the tasks' own code, as far as it costs something to speak of.
enum class activity : std::uint8_t {
  spawn,    ///< made a task or started a child
  publish,  ///< put work where others find it
  probe,    ///< looked for work with another worker
  steal,    ///< got some there
  message,  ///< left a message with another worker
  fence,    ///< made all others execute a memory fence
  resume    ///< began or went on with a task
};

/// Something that workers use one at a time, as a queue under a lock is. For virtual time, in which
/// no use lasts; whoever uses it says so by use_alone().
struct used_alone {
  std::uint64_t free_at_ns = 0;
  unsigned last_user = 0;
};

/// The workers of one runtime. Several teams may live at once.
///
/// Roles: the *owner* is the thread that made the team; *worker i* is whoever executes body(i);
/// a *foreign* thread is neither.
///
/// | operation                     | who may call                                        |
/// |-------------------------------|-----------------------------------------------------|
/// | start, join_all, destructor   | owner, in this order, once                          |
/// | park, park_until, relax, doze,| worker `index` only                                 |
/// | let_others, wait_a_little,    |                                                     |
/// | own_stack, spend, spend_ns,   |                                                     |
/// | use_alone, fence_all          |                                                     |
/// | unpark                        | any thread, between start and the end of join_all   |
/// | foreign_park                  | a foreign thread that owns the parker               |
/// | all others                    | any thread                                          |
class worker_team {
 public:
  worker_team() = default;
  worker_team(const worker_team&) = delete;
  worker_team& operator=(const worker_team&) = delete;
  /// Joins the workers if join_all() was not called: their bodies must have been told to return.
  virtual ~worker_team() = default;

  [[nodiscard]] virtual unsigned size() const noexcept = 0;

  /// The cpu (OS number) that worker `index` is bound to; nothing when it is not pinned.
  [[nodiscard]] virtual std::optional<unsigned> cpu(unsigned index) const = 0;

  /// Runs body(0) … body(size() - 1), one per worker. All or nothing: when a worker cannot be had,
  /// no body has run, those made so far are joined, and os_error says what was missing.
  virtual void start(worker_body body) = 0;

  /// Waits until every body has returned. Does nothing without a start() that succeeded.
  virtual void join_all() = 0;

  /// Blocks worker `index` until unpark(index). One token is kept: an unpark that comes first makes
  /// the next park return at once; several before one park count as one. What a thread wrote before
  /// any of the unparks that were merged into the token is visible after park. May also return
  /// without reason.
  virtual void park(unsigned index) = 0;

  /// As park(), but returns false once now_ns() has come to `until_ns` and there is no token.
  virtual bool park_until(unsigned index, std::uint64_t until_ns) = 0;

  /// Leaves worker `index` a token and wakes it if it is parked, which alone costs a system call.
  virtual void unpark(unsigned index) = 0;

  /// The same by a thread that goes on computing: the worker should not be woken on its cpu, where
  /// it would have to wait for it. Unless the worker is bound, or as many are awake as there are
  /// cpus, that takes the waking thread a microsecond more, and the woken one another.
  virtual void unpark_beside(unsigned index) { unpark(index); }

  /// One step of an idle search by worker `index`, between two looks for work. `step` counts the
  /// steps since it last had work: pauses get longer with it, then become yields to other threads;
  /// with more workers awake than cpus to run them it yields from the first.
  virtual void relax(unsigned index, unsigned step) = 0;

  /// One step of waiting by worker `index`, between two looks, for something that others do in
  /// their own time and that nobody announces. As relax() at first; then sleeps, up to a
  /// millisecond at a time. Takes a token as park() does. Where interleavings are explored, others
  /// go on first, as in let_others().
  virtual void doze(unsigned index, unsigned step) = 0;

  /// One step of waiting by worker `index` for another one to finish something short. As relax();
  /// but where interleavings are explored others go on first, so that the waiting ends.
  virtual void let_others(unsigned index, unsigned step) = 0;

  /// How long such a search is worth while before the worker sleeps: some times what falling asleep
  /// and being woken costs, so that a worker that is needed again soon stays awake.
  [[nodiscard]] virtual std::uint64_t search_ns() const noexcept = 0;

  /// Whether there are more workers than cpus for them: who is woken takes the cpu of another.
  [[nodiscard]] virtual bool is_oversubscribed() const noexcept { return false; }

  /// Whether there is fence_all().
  [[nodiscard]] virtual bool can_fence_all() const noexcept = 0;

  /// For worker `index`: as process_fence(), for all workers of the team.
  virtual void fence_all(unsigned index) = 0;

  /// About what that takes.
  [[nodiscard]] virtual std::uint64_t fence_ns() const noexcept = 0;

  /// A pause of worker `index` between two looks whether others are done, of which there are
  /// `looks` so far. False when it looks no longer.
  virtual bool wait_a_little(unsigned index, unsigned looks) = 0;

  /// The stack that body(index) runs on.
  [[nodiscard]] virtual stack_bounds own_stack(unsigned index) const = 0;

  /// Whether spend() and spend_ns() do anything: then spawns are to be reported, too.
  [[nodiscard]] virtual bool counts_costs() const noexcept = 0;

  /// Worker `index` has just done that, with worker `other` where two take part. In virtual time it
  /// costs something, and others may run meanwhile; so the caller must hold no lock.
  virtual void spend(unsigned index, activity what, unsigned other) = 0;

  /// Worker `index` is about to use that. In virtual time it waits until it is free, then gets what
  /// the last user has written. True if it had to wait. As spend().
  virtual bool use_alone(unsigned /*index*/, used_alone& /*what*/) { return false; }

  /// The task that worker `index` runs has done its own work for so long. As spend().
  virtual void spend_ns(unsigned index, std::uint64_t ns) = 0;

  /// Blocks a foreign thread until foreign_unpark of the same parker; meanwhile the workers run.
  virtual void foreign_park(parker& own) = 0;

  /// Wakes the foreign thread. `sleeper` may be gone as soon as its owner can see the token:
  /// nothing of it is read afterwards, so it may live in the stack frame of the thread that waits.
  virtual void foreign_unpark(parker& sleeper) = 0;

  /// Nanoseconds on the platform's clock: never goes back, one for all workers, any origin.
  [[nodiscard]] virtual std::uint64_t now_ns() const noexcept = 0;
};

/// A source of workers, time and seeds.
class platform {
 public:
  platform() = default;
  platform(const platform&) = delete;
  platform& operator=(const platform&) = delete;
  virtual ~platform() = default;

  /// Prepares a team; no thread runs before its start(). Throws option_error for 0 workers.
  [[nodiscard]] virtual std::unique_ptr<worker_team> make_team(const team_options& options) = 0;

  /// How many workers a team gets when nobody says: as many as mask and cgroup quota let run.
  [[nodiscard]] virtual unsigned default_workers() const = 0;

  /// The cpus that workers may be bound to: the calling thread's mask.
  [[nodiscard]] virtual cpu_set usable_cpus() const = 0;

  /// The machine that the workers run on. Read at the first call; valid as long as the platform.
  [[nodiscard]] virtual const topology& machine() const = 0;

  /// Nanoseconds of a clock that never goes back. Any thread; origin unspecified.
  [[nodiscard]] virtual std::uint64_t now_ns() const noexcept = 0;

  /// A seed for whoever was given none; never 0. Unpredictable natively, reproducible virtually.
  [[nodiscard]] virtual std::uint64_t random_seed() = 0;
};

/// OS threads and the real clock. Lives until the program ends; safe to call from any thread.
[[nodiscard]] platform& native();

}  // namespace nuthatch::platform
