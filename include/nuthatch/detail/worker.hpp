#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::core {
class task_block_pool;
}

namespace nuthatch::detail {

struct task;

/// Task blocks come in a few sizes; larger closures are allocated from the heap.
inline constexpr std::size_t task_block_sizes[] = {64, 128, 256};
inline constexpr std::size_t task_block_classes = 3;

/// What the C++ runtime library keeps of each thread's exceptions (__cxa_eh_globals; Itanium C++
/// ABI, section 2.2.2).
struct [[gnu::may_alias]] thread_exceptions {
  void* caught = nullptr;  ///< those that are being handled, a list
  unsigned uncaught = 0;   ///< how many are in flight

  [[nodiscard]] bool none() const noexcept { return caught == nullptr && uncaught == 0; }
};

/// What the spawn and join fast paths need of a worker. src/core/ derives the whole worker from it.
///
/// | field         | written by        | read by |
/// |---------------|-------------------|---------|
/// | attention     | anyone, the owner | owner, relaxed, once per spawn |
/// | all others    | owner             | owner   |
struct alignas(64) worker {
  // The first two stay apart: next to each other, compilers join their updates in one vector store,
  // whose latency every following spawn would wait for.
  frame* newest = nullptr;  // F1: the list of frames that can still be given away
  task* free_tasks[task_block_classes] = {};
  task* newest_async = nullptr;                    // see kept_tasks.hpp
  fiber* free_fibers = nullptr;                    // B3
  finish_state* finish = nullptr;                  // the innermost finish around the running task
  thread_exceptions* exceptions = nullptr;         // of the worker's thread
  core::task_block_pool* blocks = nullptr;         // of the runtime
  std::uintptr_t upper_stack_bits = 0;             // see stack_nearly_full
  spawn_policy policy = spawn_policy::help_first;  // what adaptive forks do at the moment
  // What adaptive spawns of tasks of their own do, children of scopes and asyncs; adaptive: each
  // asks anew. See chosen().
  spawn_policy child_policy = spawn_policy::help_first;
  std::uint32_t end_position = 0;  // B4: a chain that adaptive spawns make ends before it

  // Apart from the fields above: others write it, rarely, while the owner reads it at every spawn.
  alignas(64) atomic<std::uint32_t> attention = 0;

  // Relaxed: a request that is seen one spawn later is only served later; what it asks for is
  // synchronised by the queue it is served through.
  [[nodiscard]] bool needs_attention() const noexcept {
    return attention.load(memory_order_relaxed) != 0;
  }
};

/// An identity of the calling thread, for comparison only.
[[nodiscard, gnu::cold, gnu::noinline]] const void* this_thread() noexcept;

/// Serves what the attention word asks for: gives work away, wakes sleepers. On a task's stack,
/// without suspending it. The second one is for spawns, which it counts when asked to.
[[gnu::cold, gnu::noinline]] void attend(worker& self);
[[gnu::cold, gnu::noinline]] void attend_spawn(worker& self);

/// See charge_work.
[[gnu::cold, gnu::noinline]] void charge_work_slow(worker& self, std::uint64_t ns);

/// What an adaptive spawn does when that is not simply what the last one did.
[[nodiscard, gnu::noinline]] spawn_policy choose_slow(worker& self);

/// A fiber when the worker's cache is empty. Throws stack_limit_error.
[[gnu::cold, gnu::noinline]] fiber* acquire_fiber_slow(worker& self);

/// How a task whose stack is nearly full can go on.
enum class stack_choice : std::uint8_t {
  child,      ///< work-first: a further stack is cached or was to be had at once
  new_chain,  ///< suspended, while what it calls runs on a stack elsewhere: the chain is long
              ///< enough, or exceptions are being handled or in flight, and a continuation may not
              ///< go
  in_place    ///< with what is left
};

[[nodiscard, gnu::cold, gnu::noinline]] stack_choice choose_stack() noexcept;

}  // namespace nuthatch::detail

/// The worker of this OS thread, null on foreign threads. Read it through this_worker() only.
extern "C" __attribute__((tls_model(
    "initial-exec"))) thread_local constinit nuthatch::detail::worker* nuthatch_this_worker;
