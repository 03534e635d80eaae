// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/spawn.hpp>

namespace nuthatch::detail {

/// What code that is compiled without NDEBUG keeps of a scope.
enum class scope_check : std::uint8_t {
  not_checked,
  named,   ///< it is known where it was made
  joining  ///< the same, and its children run in place
};

/// The fresh children of one scope, newest first. Linked in the worker's list as long as it has
/// any; not linked means `published`, also before the first child.
///
/// Invariants:
///  C1  `finish` is around the scope: it ends after the scope does. Null: any may end before.
///  C2  A frame is linked only where `finish` is the innermost finish. So where a frame that is not
///      taken is the newest of the list, it still is that. (A frame that is taken may be the
///      newest, too: it ends the list.)
struct children_frame : frame {
  task* newest_child = nullptr;
  join_counter* join;
  bool counted_at_join = false;  // the children were stolen before: join->forked has them already
  bool kept_elsewhere = false;   // not on the stack of the task that made it: `creator` says which
  bool has_off_chain = false;    // children that are tasks by themselves, since the last join
  scope_check checked = scope_check::not_checked;
  const void* creator;  // the fiber that it ran on, or this_thread() of a foreign thread

  explicit children_frame(join_counter* waits) noexcept : join(waits) {
    tag = frame_tag::unlinked(frame_kind::children);
  }
};

/// Notes that a foreign thread makes it.
[[gnu::cold, gnu::noinline]] void made_by_foreign(children_frame& object) noexcept;

/// The innermost finish that surely lasts longer than `object`, which the running task makes; null,
/// which is no finish at all, where it is no local variable.
[[gnu::cold, gnu::noinline]] finish_state* finish_around_slow(worker& self, children_frame& object);

/// The same. Nearly all scopes are local variables of a function inside of the innermost finish;
/// they lie close to the end of the running stack, and no finish lies in between (E1).
[[gnu::always_inline]] inline finish_state* finish_around(worker& self, children_frame& object) {
  constexpr std::uintptr_t close = 4096;
  const std::uintptr_t end = stack_pointer();
  const std::uintptr_t to_object = reinterpret_cast<std::uintptr_t>(&object) - end;
  finish_state* const innermost = self.finish;
  const std::uintptr_t to_finish = reinterpret_cast<std::uintptr_t>(innermost) - end;
  if (to_object >= close || to_finish <= to_object) [[unlikely]] {
    return finish_around_slow(self, object);
  }
  return innermost;
}

/// Moves children that were published but that nobody took back into `children`. False when there
/// are none.
[[gnu::cold, gnu::noinline]] bool take_back_slow(children_frame& children);

/// The rest of add_child for a frame that lies further back in the list, or is not to be linked:
/// inside of a finish that began after the scope, the child becomes a task by itself.
[[gnu::cold, gnu::noinline]] void add_child_slow(worker& self, children_frame& children) noexcept;

[[gnu::always_inline]] inline void add_child(worker& self,
                                             children_frame& children,
                                             task* child) noexcept {
  child->next = children.newest_child;
  children.newest_child = child;
  if (children.published()) {
    if (children.tag.walked() || self.finish != children.finish) [[unlikely]] {
      add_child_slow(self, children);
      return;
    }
    self.frames.link(children, frame_tag::linked(frame_kind::children));
  } else if (self.frames.newest() != &children) [[unlikely]] {
    add_child_slow(self, children);
    return;
  }
  spawned(self, children);
}

/// Runs a child on a stack of its own, because the present one is nearly full.
[[gnu::cold, gnu::noinline]] void run_on_another_stack(task& child);

/// Serves what is wanted, before the child, which may take long, and runs it. It is of that
/// frame.
[[gnu::cold, gnu::noinline]] void run_polled(worker& self, const children_frame& of, task& child);

/// run_children, where the finish around them is the innermost one.
[[gnu::always_inline]] inline std::int32_t run_children_here(children_frame& children) {
  std::int32_t ran = 0;
  while (children.newest_child != nullptr) {
    task* const child = children.newest_child;
    children.newest_child = child->next;
    worker& self = reload_worker();
    if (self.poll_pending()) [[unlikely]] {
      run_polled(self, children, *child);
    } else if (stack_nearly_full(self)) [[unlikely]] {
      run_on_another_stack(*child);
    } else {
      child->operations->run(*child);
    }
    ++ran;
  }
  reload_worker().frames.unlink_object(children);
  children.tag = frame_tag::unlinked(frame_kind::children);
  return ran;
}

/// The same where the frame is not the newest of the list: newer scopes have children, or another
/// finish has begun.
[[gnu::cold, gnu::noinline]] std::int32_t run_children_slow(children_frame& children);

/// Runs the children that are still here, newest first, each on top of the present stack: what
/// waits below it waits for it. They run under the finish around their scope. Returns how many it
/// ran; others tell `join` themselves when they end.
[[gnu::always_inline]] inline std::int32_t run_children(children_frame& children) {
  return this_worker()->frames.newest() == &children ? run_children_here(children)
                                                     : run_children_slow(children);
}

}  // namespace nuthatch::detail
