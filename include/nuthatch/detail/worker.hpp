// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/frame_list.hpp>
#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/poll_word.hpp>
#include <nuthatch/detail/private_tasks.hpp>
#include <nuthatch/detail/stack_cache.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

struct children_frame;
struct fork_frame;
struct join_counter;

/// The C++ runtime library's state of a thread's exceptions (__cxa_eh_globals; Itanium C++ ABI,
/// section 2.2.2).
struct [[gnu::may_alias]] thread_exceptions {
  void* caught = nullptr;  ///< list of the exceptions that are being handled
  unsigned uncaught = 0;   ///< number of exceptions in flight

  /// Takes one test.
  [[nodiscard]] bool none() const noexcept {
    return (reinterpret_cast<std::uintptr_t>(caught) | uncaught) == 0;
  }
};

/// The part of a worker that the fast paths of spawn and join need. src/core/ derives core::worker.
///
/// | field         | written by        | read by                        |
/// |---------------|-------------------|--------------------------------|
/// | polled        | anyone, the owner | owner, relaxed, once per spawn |
/// | all others    | owner             | owner                          |
struct alignas(64) worker {
  constexpr worker() noexcept = default;

  /// For no_worker; `never_none` is not none().
  constexpr explicit worker(thread_exceptions& never_none) noexcept
      : exceptions(&never_none),
        runs_tasks(false),
        near_scopes(0) {}

  // Two fields that a spawn updates first are not adjacent: compilers would join the updates in one
  // vector store, whose latency every following spawn would wait for.
  frame_list frames;
  block_cache blocks;
  stack_cache stacks;
  finish_state* finish = nullptr;                  // the innermost finish around the running task
  thread_exceptions* exceptions = nullptr;         // of the worker's thread
  spawn_policy policy = spawn_policy::help_first;  // the present mode of adaptive forks
  // The present policy of adaptive spawns of separate tasks, children of scopes and asyncs;
  // `adaptive`: each spawn consults the scheduler. See mode_of_spawn.
  spawn_policy child_policy = spawn_policy::help_first;
  bool runs_tasks = true;  // false only for no_worker
  // The distance from the end of the stack within which a scope certainly is a local variable of
  // the running task; 0 for no_worker. See begin_children.
  std::uintptr_t near_scopes = 4096;
  private_tasks asyncs;
  private_tasks group_tasks;  // of groups on the running stack chain (K1)

  // Apart from the fields above: other threads write it, rarely, while the owner reads it at every
  // spawn.
  alignas(64) poll_word polled;

  [[nodiscard, gnu::always_inline]] bool poll_pending() const noexcept { return polled.pending(); }
};

/// Stands for the worker on foreign threads, so that the fast paths need no test for them: each
/// has another test, which fails for it. It has no finish, no frames, no blocks and no stack, and a
/// fork takes its slow path. The object is in read-only memory.
extern const worker no_worker;

/// Returns no_worker as the type that the variable of a thread has.
[[nodiscard]] constexpr worker* worker_of_foreign_threads() noexcept {
  return const_cast<worker*>(&no_worker);
}

/// Returns an identity of the calling thread, for comparison only.
[[nodiscard, gnu::cold, gnu::noinline]] const void* this_thread() noexcept;

// Functions of the worker that are not inlined have the name of the member function of core::worker
// that they call, which is documented there; `_slow` marks the slow part of an inline function.

/// Serves the requests in the poll word: publishes work, wakes sleepers. Runs on a task's stack,
/// and does not suspend the task. The functions that follow also count a spawn if requested: of the
/// work-first child that calls it, which `join` waits for; of a fork; of a child of a scope; of
/// another separate task. The first one returns whether the child, unless it is a callable of a
/// fork, is left out because a finish around it is stopped.
[[gnu::cold, gnu::noinline]] void serve_requests(worker& self);
[[gnu::cold, gnu::noinline]] bool child_begun_slow(worker& self, join_counter& join);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, fork_frame& pending);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, children_frame& of);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, task& made);

/// The running task has done `ns` nanoseconds of its own work.
[[gnu::cold, gnu::noinline]] void charge_work_slow(worker& self, std::uint64_t ns);

/// See nuthatch::spawns_may_migrate.
[[nodiscard, gnu::cold, gnu::noinline]] bool spawns_may_migrate_slow(worker& self) noexcept;

/// Returns what an adaptive spawn does if that may differ from the last one.
[[nodiscard, gnu::noinline]] spawn_policy choose_slow(worker& self);

/// Fills the worker's empty cache and returns its first stack. Throws stack_limit_error.
[[gnu::cold, gnu::noinline]] fiber* acquire_stack_slow(worker& self);

}  // namespace nuthatch::detail

/// The worker of this OS thread, no_worker on foreign threads. Read it only through
/// current_worker() and this_worker().
extern "C" __attribute__((tls_model(
    "initial-exec"))) thread_local constinit nuthatch::detail::worker* nuthatch_this_worker;
