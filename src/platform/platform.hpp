// SPDX-License-Identifier: Apache-2.0
#pragma once

// The only interface through which the core uses threads, time, parking and seeds. The native
// platform uses OS threads; another one runs all workers of a team on one thread in virtual time,
// without any difference for the core. Only cold operations use it: never a spawn, a join or a pop.

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

/// How long a worker searches for work before it sleeps: see worker_team::search_ns().
struct search_limits {
  std::uint64_t usual_ns = 150'000;
  /// The limit where yields may be long (see yielding); the worker then does not yield. Nothing: it
  /// yields nevertheless.
  std::optional<std::uint64_t> without_yields_ns;
};

/// The properties of a team.
struct team_options {
  unsigned workers = 1;        ///< at least 1
  bool pin = false;            ///< bind each worker to one cpu; otherwise workers inherit the mask
  std::vector<unsigned> cpus;  ///< with pin: worker i goes to cpus[i mod size]; empty: pin_order()
  std::string name = "nuthatch";  ///< threads are named "<name>/<index>", cut to 15 characters
  search_limits search = {};
};

/// The function that a worker executes. The argument is its index in the team, 0 to size() - 1. An
/// exception that leaves the body terminates the program (std::terminate).
using worker_body = std::function<void(unsigned)>;

/// An activity of a worker outside of the tasks' own code that has a significant cost.
enum class activity : std::uint8_t {
  spawn,    ///< created a task or started a child
  publish,  ///< put work where others find it
  probe,    ///< looked for work with another worker
  steal,    ///< got some there
  message,  ///< left a message with another worker
  fence,    ///< made all others execute a memory fence
  resume    ///< began or resumed a task
};

/// Something that workers use one at a time, such as a queue under a lock. In virtual time no use
/// lasts by itself, so a user announces its use by use_alone().
struct used_alone {
  std::uint64_t free_at_ns = 0;
  unsigned last_user = 0;
};

/// The workers of one runtime. Several teams may exist at a time.
///
/// Roles: the *owner* is the thread that created the team; *worker i* is the thread that executes
/// body(i); a *foreign* thread is neither.
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

  /// Returns the CPU (OS number) that worker `index` is bound to; nothing if it is not bound.
  [[nodiscard]] virtual std::optional<unsigned> cpu(unsigned index) const = 0;

  /// Runs body(0) … body(size() - 1), one per worker. If a worker cannot be created, no body runs,
  /// those created so far are joined, and os_error states what was missing.
  virtual void start(worker_body body) = 0;

  /// Waits until every body has returned. Has no effect unless start() has succeeded.
  virtual void join_all() = 0;

  /// Blocks worker `index` until unpark(index). One token is kept: an unpark that comes first makes
  /// the next park return at once; several before one park count as one. What a thread wrote before
  /// any of the unparks that were merged into the token is visible after park. May also return
  /// spuriously.
  virtual void park(unsigned index) = 0;

  /// The same as park(), but returns false once now_ns() has reached `until_ns` and there is no
  /// token.
  virtual bool park_until(unsigned index, std::uint64_t until_ns) = 0;

  /// Leaves worker `index` a token and wakes it if it is parked; only that costs a system call.
  virtual void unpark(unsigned index) = 0;

  /// The same for a thread that continues to compute: the worker should not be woken on its CPU,
  /// where it would have to wait. Unless the worker is bound, or as many are awake as there are
  /// CPUs, that takes the waking thread a microsecond more, and the woken one another.
  virtual void unpark_beside(unsigned index) { unpark(index); }

  /// One step of an idle search by worker `index`, between two searches for work. `step` counts the
  /// steps since it last had work: pauses get longer with it, then become yields to other threads.
  /// If more workers are awake than CPUs can run, it yields from the first step.
  virtual void relax(unsigned index, unsigned step) = 0;

  /// One step of waiting by worker `index`, between two checks, for something that others do at
  /// some time and that is not announced. It begins like relax(); then it sleeps, up to a
  /// millisecond at a time. Takes a token as park() does. Where interleavings are explored, others
  /// run first, as in let_others().
  virtual void doze(unsigned index, unsigned step) = 0;

  /// One step of waiting by worker `index` for another one to finish something short. Like relax();
  /// but where interleavings are explored, others run first, so that the waiting ends.
  virtual void let_others(unsigned index, unsigned step) = 0;

  /// Returns how long such a search is worthwhile before the worker sleeps: a multiple of the cost
  /// of falling asleep and being woken, so that a worker that is needed again soon stays awake.
  [[nodiscard]] virtual std::uint64_t search_ns() const noexcept = 0;

  /// Returns whether there are more workers than CPUs for them: a woken worker takes the CPU of
  /// another.
  [[nodiscard]] virtual bool is_oversubscribed() const noexcept { return false; }

  /// Returns whether fence_all() is available.
  [[nodiscard]] virtual bool can_fence_all() const noexcept = 0;

  /// For worker `index`: the same as process_fence(), for all workers of the team.
  virtual void fence_all(unsigned index) = 0;

  /// Returns the approximate duration of fence_all().
  [[nodiscard]] virtual std::uint64_t fence_ns() const noexcept = 0;

  /// A pause of worker `index` between two checks whether others have finished; `looks` is the
  /// number of checks so far. Returns false if it should stop checking.
  virtual bool wait_a_little(unsigned index, unsigned looks) = 0;

  /// Returns the stack that body(index) runs on.
  [[nodiscard]] virtual stack_bounds own_stack(unsigned index) const = 0;

  /// Returns whether spend() and spend_ns() have an effect: then spawns have to be reported, too.
  [[nodiscard]] virtual bool counts_costs() const noexcept = 0;

  /// Reports an activity of worker `index`, with worker `other` if two take part. In virtual time
  /// it has a cost, and others may run meanwhile; so the caller must hold no lock.
  virtual void spend(unsigned index, activity what, unsigned other) = 0;

  /// Announces that worker `index` is about to use something. In virtual time, the worker waits
  /// until it is free, then gets what the last user has written. Returns whether it had to wait.
  /// The caller must hold no lock, as for spend().
  virtual bool use_alone(unsigned /*index*/, used_alone& /*what*/) { return false; }

  /// Reports that the task that worker `index` runs has done its own work for `ns` nanoseconds. As
  /// for spend(), the caller must hold no lock.
  virtual void spend_ns(unsigned index, std::uint64_t ns) = 0;

  /// Blocks a foreign thread until foreign_unpark of the same parker; meanwhile the workers run.
  virtual void foreign_park(parker& own) = 0;

  /// Wakes the foreign thread. `sleeper` may be gone as soon as its owner can see the token:
  /// nothing of it is read afterwards, so it may be in the stack frame of the waiting thread.
  virtual void foreign_unpark(parker& sleeper) = 0;

  /// Returns the nanoseconds of the platform's clock: monotonic, the same for all workers, of
  /// unspecified origin.
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

  /// Returns the default number of workers of a team: as many as mask and cgroup quota allow to
  /// run.
  [[nodiscard]] virtual unsigned default_workers() const = 0;

  /// Returns the CPUs that workers may be bound to: the calling thread's mask.
  [[nodiscard]] virtual cpu_set usable_cpus() const = 0;

  /// Returns the machine that the workers run on. It is read at the first call, and valid as long
  /// as the platform.
  [[nodiscard]] virtual const topology& machine() const = 0;

  /// Returns the nanoseconds of a monotonic clock of unspecified origin. Any thread may call it.
  [[nodiscard]] virtual std::uint64_t now_ns() const noexcept = 0;

  /// Returns a seed for users that were given none; never 0. Unpredictable natively, reproducible
  /// virtually.
  [[nodiscard]] virtual std::uint64_t random_seed() = 0;
};

/// Returns the platform of OS threads and the real clock. It exists until the program ends; any
/// thread may use it.
[[nodiscard]] platform& native();

}  // namespace nuthatch::platform
