#pragma once

// The one fast path for spawning and the one for joining. Everything that most spawns do not need
// is behind the attention word, the taken flag, and the empty fiber cache.

#include <exception>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/call_child.hpp>
#include <nuthatch/detail/join.hpp>

namespace nuthatch::detail {

[[gnu::always_inline]] inline bool taken(const frame& pending) noexcept {
  return (pending.tag & frame_taken) != 0;
}

/// Makes `pending` the newest thing that this worker could give away. Returns what was the newest
/// before.
[[gnu::always_inline]] inline frame* link(worker& self,
                                          frame& pending,
                                          std::uintptr_t tag) noexcept {
  frame* const older = self.newest;
  pending.tag = tag;
  pending.older = older;
  self.newest = &pending;
  return older;
}

/// Takes back the newest frame, given what link returned for it. F2: only for frames that were not
/// taken. `older` may be taken by now, which ends the list as well as null does; so nothing has to
/// be loaded that an earlier spawn has just stored.
[[gnu::always_inline]] inline void unlink(worker& self, frame* older) noexcept {
  self.newest = older;
}

/// Ends a frame that lives as long as an object of the user's, a scope or a finish: such objects
/// need not end in the reverse order of their spawns, so the frame may lie in the middle of the
/// list, or have left it with an older one.
[[gnu::cold, gnu::noinline]] void unlink_anywhere(worker& self, frame& ended) noexcept;

[[gnu::always_inline]] inline void unlink_object(worker& self, frame& ended) noexcept {
  if (self.newest == &ended && !taken(ended)) [[likely]] {
    self.newest = ended.older;
  } else {
    unlink_anywhere(self, ended);
  }
}

/// Instead of unlink, for a frame that was taken: then all older ones are, too (F2).
[[gnu::always_inline]] inline void forget_taken(worker& self) noexcept {
  self.newest = nullptr;
}

/// Help-first: the spawner has linked what can be stolen and goes on.
[[gnu::always_inline]] inline void spawned(worker& self) noexcept {
  if (self.needs_attention()) [[unlikely]] {
    attend_spawn(self);
  }
}

/// What a child does around its closure. Ends backtraces, and keeps the sanitizers informed.
template <class Body, bool Attended>
join_counter* child_main(void* argument) {
  NUTHATCH_OUTERMOST_FRAME();
  if constexpr (switches_announced) {
    sanitizer_begin_child();
  }
  return Body::template run<Attended>(argument);
}

/// Whether a spawn can be work-first now. Exceptions that are being handled or in flight belong to
/// the thread and could not follow a continuation: inside of handlers, and of destructors during
/// unwinding, spawns are help-first.
[[gnu::always_inline]] inline bool continuation_may_go(const worker& self) noexcept {
  return self.exceptions->none();
}

/// std::uncaught_exceptions() without a call where that is known.
[[gnu::always_inline]] inline unsigned uncaught_exceptions() noexcept {
  const worker* const self = this_worker();
  return self == nullptr ? static_cast<unsigned>(std::uncaught_exceptions())
                         : self->exceptions->uncaught;
}

/// Whether there is a stack at hand for a further child, and room for it in the chain (B4).
[[gnu::always_inline]] inline bool chain_may_grow(const worker& self) noexcept {
  return self.free_fibers != nullptr &&
         static_cast<std::int32_t>(self.free_fibers->position - self.end_position) < 0;
}

/// Whether an adaptive spawn of a task of its own is work-first, without anybody being asked.
[[gnu::always_inline]] inline bool work_first_at_once(const worker& self) noexcept {
  return self.child_policy == spawn_policy::work_first && continuation_may_go(self) &&
         chain_may_grow(self);
}

/// What an adaptive spawn of a task of its own does now, where that is not always help-first.
[[gnu::always_inline]] inline spawn_policy chosen(worker& self) {
  if (work_first_at_once(self)) [[likely]] {
    return spawn_policy::work_first;
  }
  return continuation_may_go(self) ? choose_slow(self) : spawn_policy::help_first;
}

/// Work-first: runs Body on a stack of its own while the continuation can be stolen. True when the
/// continuation was given away: the caller is then perhaps on another worker, and the child perhaps
/// not done.
template <class Body>
[[gnu::always_inline]] inline bool spawn_child(worker& self,
                                               void* argument,
                                               frame_kind kind,
                                               join_counter* home) {
  fiber* child = self.free_fibers;
  if (child == nullptr) [[unlikely]] {
    child = acquire_fiber_slow(self);
  }
  if (kind == frame_of_async_continuation) {
    child->home = home;
  }
  self.free_fibers = child->next_free;
  link(self, child->continuation, kind);
  child_body body = child_main<Body, false>;
  if (self.needs_attention()) [[unlikely]] {
    body = child_main<Body, true>;
    // A branch, which is foreseen, where a conditional move would have to wait for the load.
    asm volatile("");
  }
  if constexpr (switches_announced) {
    sanitizer_leave_for_child(self, child);
  }
  child = call_child(argument, child, body);
  if constexpr (switches_announced) {
    sanitizer_return_to_parent();
  }
  if (child == nullptr) [[unlikely]] {
    return true;
  }
  worker& same = *this_worker();  // `self`, which need not be kept in a register meanwhile
  unlink(same, child->continuation.older);
  same.free_fibers = child;
  return false;
}

}  // namespace nuthatch::detail
