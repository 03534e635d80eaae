// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/destination.hpp>
#include <nuthatch/detail/frame.hpp>
#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::core {
class team;
}

namespace nuthatch::detail {

class isolation_block;
struct join_counter;

// The callee-saved registers of the architecture, its frame pointer among them: on x86-64 rbx, rbp
// and r12 to r15, on AArch64 x19 to x29.
#if defined(__x86_64__)
inline constexpr std::size_t saved_registers = 6;
#else
inline constexpr std::size_t saved_registers = 11;
#endif

/// Where to go on. Resuming loads sp and the saved registers, puts the resuming worker where a
/// function returns its result, and jumps to pc.
struct context {
  void* sp;
  void* pc;
  void* registers[saved_registers];
};

/// A user-level stack and its header, which lies at the stack's upper end.
///
/// Roles: exactly one worker at a time owns a fiber: the one that runs on it, has it in its cache,
/// or takes it from a queue. Hand-over is by the queues and the join counter.
///
/// Invariants:
///  B1  `spawner` holds the context of the stack that spawned onto this one, from the spawn to the
///      child's end; but for its pc, which is the address behind the spawn, and there only once the
///      continuation was published. Until then it is on the spawner's stack.
///  B2  `self` is valid while the fiber is suspended or its continuation is published.
///  B3  While a fiber runs an un-stolen child of its own, that child's fiber is its `next_free`,
///      and the worker's cache starts at the running fiber's `next_free`. Un-stolen children return
///      in reverse order, so putting a fiber back is one store; whoever grows the cache links
///      behind the running fiber.
///  B4  The positions of a worker's stack chain and of the cache behind it are consecutive numbers,
///      so two of them tell how many stacks lie between.
///  B5  `continuation.finish` is the finish around the task that runs here, as it began: set when a
///      fresh task starts, and for a child when its spawner's continuation is walked (F4), which is
///      before the fiber itself can leave its worker.
struct alignas(64) fiber {
  frame continuation;  // of the spawner; linked while the child runs here. `finish`: B5
  fiber* next_free;
  context spawner;
  std::uint32_t position;  // B4
  // ---- all that an un-stolen spawn touches ends here: two cache lines, or three ----
  context self;
  fiber* parent;  // the spawner's fiber; set when the continuation is published
  join_counter*
      join;  // of an async run work-first: counted there when the continuation is published
  finish_state* finish;    // what the fiber's task runs under, while it is suspended
  pedigree base_pedigree;  // of that task, meanwhile
  work_id id;              // and as what it goes on
  pedigree inner;          // of the child that runs here, as long as `continuation` is numbered
  std::byte* lowest;       // the stack's ends: above the guard page, and below this header
  std::byte* highest;
  const char*
      origin;  // names the fresh task that started here, for diagnoses; null: a work-first child
  void* fake_stack;           // AddressSanitizer's
  void* sanitizer_fiber;      // ThreadSanitizer's, or Valgrind's number of the stack
  isolation_block* isolated;  // the outermost that the task is in
  void* callable;             // the innermost that checked code has begun here (note_callable)
  const void* caller;     // the foreign thread that waits for the root task that runs here; or null
  core::team* team;       // of the worker that suspended the task, which goes on there,
  destination resume_at;  // in its place, or where else it was said
  std::uint32_t index;
};

static_assert(offsetof(fiber, self) <= (saved_registers == 6 ? 128 : 192));

}  // namespace nuthatch::detail
