#pragma once

#include <cstdint>

namespace nuthatch::detail {

struct finish_state;

/// A place on some stack from which work can be given away: one pending callable of a fork_join,
/// the children of a scope, or the continuation of a work-first spawn.
///
/// Roles. The worker that executes the stack (the owner) links frames into its list, newest first,
/// and is the only thread that reads or writes them while they are linked.
///
/// Invariants:
///  F1  A linked frame is linked in exactly one worker's list, the list of the worker whose current
///      stack chain contains it. The list ends at null or at the first taken frame: all frames
///      behind a taken one are taken.
///  F2  Frames leave the list at the newest end by the code that linked them, or at the oldest end
///      by being given away; giving away sets `taken`. So an untaken frame means: still this
///      worker's, never migrated.
///  F3  When a stack is suspended while its worker's list is not empty, the whole list is given
///      away first. So a stack that reaches another worker finds every one of its frames taken.
///  F4  `newer` means something only while `walked` is set, and so does `finish`, but for the
///      children of a scope, which run under the finish around the scope wherever they are joined
///      (children.hpp: C1, C2).
///
/// Cost: linking is two stores and a load, unlinking a load and a store; no atomic access.
struct frame {
  frame* older;
  std::uintptr_t tag;  ///< a frame_kind or a pointer to fork_operations, and flags
  frame* newer;
  finish_state* finish;
};

inline constexpr std::uintptr_t frame_taken = 1;
inline constexpr std::uintptr_t frame_walked = 2;
inline constexpr std::uintptr_t frame_flags = 15;

/// Tags of the frames that need no type-specific operations; a pointer is never that small.
enum frame_kind : std::uintptr_t {
  frame_of_continuation = 16,
  frame_of_children = 32,
  frame_of_finish = 48,
  frame_of_async_continuation = 64,  // the child is an async: its fiber's `home` counts it
  frame_kind_limit = 80
};

}  // namespace nuthatch::detail
