// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/frame_list.hpp>
#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/private_tasks.hpp>
#include <nuthatch/detail/stack_cache.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

struct children_frame;
struct fork_frame;
struct join_counter;

/// What the C++ runtime library keeps of each thread's exceptions (__cxa_eh_globals; Itanium C++
/// ABI, section 2.2.2).
struct [[gnu::may_alias]] thread_exceptions {
  void* caught = nullptr;  ///< those that are being handled, a list
  unsigned uncaught = 0;   ///< how many are in flight

  [[nodiscard]] bool none() const noexcept { return caught == nullptr && uncaught == 0; }
};

/// What the spawn and join fast paths need of a worker. src/core/ derives the whole worker from it.
///
/// | field         | written by        | read by                        |
/// |---------------|-------------------|--------------------------------|
/// | poll_word     | anyone, the owner | owner, relaxed, once per spawn |
/// | all others    | owner             | owner                          |
struct alignas(64) worker {
  // What two of them need first does not lie side by side: compilers would join the updates in one
  // vector store, whose latency every following spawn would wait for.
  frame_list frames;
  block_cache blocks;
  stack_cache stacks;
  finish_state* finish = nullptr;                  // the innermost finish around the running task
  thread_exceptions* exceptions = nullptr;         // of the worker's thread
  std::uintptr_t upper_stack_bits = 0;             // see stack_nearly_full
  spawn_policy policy = spawn_policy::help_first;  // what adaptive forks do at the moment
  // What adaptive spawns of tasks of their own do, children of scopes and asyncs; adaptive: each
  // asks anew. See mode_of_spawn.
  spawn_policy child_policy = spawn_policy::help_first;
  private_tasks asyncs;

  // Apart from the fields above: others write it, rarely, while the owner reads it at every spawn.
  alignas(64) atomic<std::uint32_t> poll_word = 0;

  // Relaxed: a request that is seen one spawn later is only served later; what it asks for is
  // synchronised by the queue it is served through.
  [[nodiscard]] bool poll_pending() const noexcept {
    return poll_word.load(memory_order_relaxed) != 0;
  }
};

/// An identity of the calling thread, for comparison only.
[[nodiscard, gnu::cold, gnu::noinline]] const void* this_thread() noexcept;

// Functions of the worker that are not inlined bear the name of the member function of
// core::worker that they call, which says what they do; `_slow` where it is the rest of an inline
// one.

/// Serves what the poll word asks for: publishes work, wakes sleepers. On a task's stack,
/// without suspending it. The others are for spawns, which they count when asked to: of the
/// work-first child that calls it, which `join` waits for; of a fork; of a child of a scope; of
/// another task of its own.
[[gnu::cold, gnu::noinline]] void serve_requests(worker& self);
[[gnu::cold, gnu::noinline]] void child_begun_slow(worker& self, join_counter& join);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, fork_frame& pending);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, children_frame& of);
[[gnu::cold, gnu::noinline]] void spawned_slow(worker& self, task& made);

/// The running task has done so much of its own work.
[[gnu::cold, gnu::noinline]] void charge_work_slow(worker& self, std::uint64_t ns);

/// See nuthatch::spawns_may_migrate.
[[nodiscard, gnu::cold, gnu::noinline]] bool spawns_may_migrate_slow(worker& self) noexcept;

/// What an adaptive spawn does when that is not simply what the last one did.
[[nodiscard, gnu::noinline]] spawn_policy choose_slow(worker& self);

/// A stack when the worker's cache is empty, the first of those that are in it then. Throws
/// stack_limit_error.
[[gnu::cold, gnu::noinline]] fiber* acquire_stack_slow(worker& self);

}  // namespace nuthatch::detail

/// The worker of this OS thread, null on foreign threads. Read it through this_worker() only.
extern "C" __attribute__((tls_model(
    "initial-exec"))) thread_local constinit nuthatch::detail::worker* nuthatch_this_worker;
