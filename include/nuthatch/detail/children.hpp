#pragma once

#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

/// The fresh children of one scope, newest first. Linked in the worker's list as long as it has
/// any; not linked means `taken`, also before the first child.
struct children_frame : frame {
  task* newest_child = nullptr;
  join_counter* home;
  bool counted_at_home = false;  // the children were stolen before: home->forked has them already

  children_frame(join_counter* waits, finish_state* around) noexcept : home(waits) {
    tag = frame_of_children | frame_taken;
    finish = around;
  }
};

/// Moves children that were given away but that nobody took back into `children`. False when there
/// are none.
[[gnu::cold, gnu::noinline]] bool take_back_slow(children_frame& children);

[[gnu::always_inline]] inline void add_child(worker& self,
                                             children_frame& children,
                                             task* child) noexcept {
  child->next = children.newest_child;
  children.newest_child = child;
  if (taken(children)) {
    if ((children.tag & frame_walked) != 0) [[unlikely]] {
      // It was given away from where it lay in the list, and a newer frame may still point there.
      unlink_anywhere(self, children);
    }
    link(self, children, frame_of_children);
  }
  spawned(self);
}

/// Runs a child on a stack of its own, because the present one is nearly full. Returns as
/// run_children does.
[[gnu::cold, gnu::noinline]] std::int32_t run_child_on_another_stack(children_frame& children,
                                                                     task* child);

/// Runs the children that are still here, newest first, each on top of the present stack: what
/// waits below it waits for it. Returns how many it ran; others tell `home` themselves when they
/// end.
[[gnu::always_inline]] inline std::int32_t run_children(children_frame& children) {
  std::int32_t ran = 0;
  while (children.newest_child != nullptr) {
    task* const child = children.newest_child;
    children.newest_child = child->next;
    worker& self = *this_worker();
    if (self.needs_attention()) [[unlikely]] {
      attend(self);  // before, and not after it: a child may take long
    }
    if (stack_nearly_full(self)) [[unlikely]] {
      ran += run_child_on_another_stack(children, child);
    } else {
      child->operations->run(*child);
      ++ran;
    }
  }
  unlink_object(*this_worker(), children);
  children.tag = frame_of_children | frame_taken;
  return ran;
}

}  // namespace nuthatch::detail
