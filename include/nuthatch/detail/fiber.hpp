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

// The callee-saved registers of the architecture, including the frame pointer: rbx, rbp and r12 to
// r15 on x86-64, x19 to x29 on AArch64.
#if defined(__x86_64__)
inline constexpr std::size_t saved_registers = 6;
#else
inline constexpr std::size_t saved_registers = 11;
#endif

/// The point at which a stack resumes. Resuming loads sp and the saved registers, stores the
/// resuming worker where a function returns its result, and jumps to pc.
struct context {
  void* sp;
  void* pc;
  void* registers[saved_registers];
};

/// A user-level stack and its header, which lies at the stack's upper end.
///
/// Roles: exactly one worker at a time owns a fiber: the worker that runs on it, has it in its
/// cache, or takes it from a queue. Ownership passes through the queues and the join counter.
///
/// Invariants:
///  B1  `spawner` holds the context of the stack that spawned onto this one, from the spawn to the
///      child's end. The exception is its pc, the address after the spawn, which is stored there
///      only when the continuation is published. Until then it is on the spawner's stack.
///  B2  `self` is valid while the fiber is suspended or its continuation is published.
///  B3  While a fiber runs an un-stolen child of its own, that child's fiber is its `next_free`,
///      and the worker's cache starts at the running fiber's `next_free`. Un-stolen children return
///      in reverse order, so putting a fiber back is one store; code that extends the cache links
///      new stacks behind the running fiber.
///  B4  The positions of a worker's stack chain and of the cache behind it are consecutive numbers,
///      so the difference of two positions is the number of stacks between them.
///  B5  `continuation.finish` is the finish around the task that runs here, as it began: set when a
///      fresh task starts, and for a child when its spawner's continuation is walked (F4), which is
///      before the fiber itself can leave its worker.
///  B6  `child_closure` contains the closure of the work-first child that runs here, if there is
///      room for it, from the spawn to the child's end.
struct alignas(64) fiber {
  frame continuation;  // the spawner's, linked while the child runs here. `finish`: B5
  fiber* next_free;
  context spawner;
  std::uint32_t position;                   // B4
  alignas(16) std::byte child_closure[64];  // B6
  // ---- an un-stolen spawn touches only what is above, and not all of child_closure ----
  context self;
  fiber* parent;  // the spawner's fiber; set when the continuation is published
  join_counter*
      join;  // of an async run work-first: counted there when the continuation is published
  finish_state* finish;    // the finish of the fiber's task, while it is suspended
  pedigree base_pedigree;  // the pedigree of that task, while it is suspended
  work_id id;              // and the step as which it resumes
  pedigree inner;          // of the child that runs here, while `continuation` is numbered
  std::byte* lowest;       // the ends of the stack: above the guard page, below this header
  std::byte* highest;
  const char* origin;  // name of the task that started here, for diagnoses; null: work-first child
  void* fake_stack;    // AddressSanitizer's
  void* sanitizer_fiber;      // ThreadSanitizer's, or Valgrind's number for the stack
  isolation_block* isolated;  // the outermost block that the task is in
  void* callable;             // innermost one that checked code has begun here (note_callable)
  const void* caller;         // foreign thread that waits for the root task running here, or null
  core::team* team;           // of the worker that suspended the task, which resumes there,
  destination resume_at;      // in its place, or at another specified destination
  std::uint32_t index;
};

static_assert(offsetof(fiber, child_closure) < (saved_registers == 6 ? 128 : 192));

}  // namespace nuthatch::detail
