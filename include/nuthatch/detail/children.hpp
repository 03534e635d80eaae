// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/spawn.hpp>

namespace nuthatch::detail {

/// The information about a scope that code compiled without NDEBUG stores.
enum class scope_check : std::uint8_t {
  not_checked,
  named,   ///< the place where it was created is known
  joining  ///< the same, and its children are running in place
};

/// The fresh children of one scope, newest first. The frame is linked in the worker's list as long
/// as it has children. A frame that is neither linked nor clean counts as `published`.
///
/// The frame of a scope is *clean* before the first spawn and after each sync. Then only its flags
/// and `creator` have values, and `finish` is a mark; begin() sets the others, among them the tag.
/// So a scope without children costs a few stores and one test, and a work-first spawn finds out by
/// one comparison of `finish` that the frame is not clean and that the finish around it is the
/// innermost one.
///
/// Invariants:
///  C1  Unless the frame is clean, `finish` is around the scope: it ends after the scope does. If
///      it is null, any finish may end before the scope does. The address of the scope shows which
///      finish that is (E1), so it is the same at every begin().
///  C2  A frame is linked only where `finish` is the innermost finish. So if an unpublished frame
///      is the newest of the list, `finish` still is the innermost finish. (A published frame may
///      be the newest, too: it ends the list.)
struct children_frame : frame {
  task* newest_child;
  join_counter* join;
  bool counted_at_join = false;  // the children were stolen before: join->forked includes them
  bool made_by_foreign = false;  // `creator` is this_thread() of a foreign thread
  bool has_off_chain = false;    // has children that are separate tasks, since the last join
  scope_check checked = scope_check::not_checked;
  const void* creator;  // an address on the stack of the task that created it

  /// The frame of a scope, clean.
  explicit children_frame(const void* created_by) noexcept : creator(created_by) { clean(); }

  /// Makes the frame, which has no children and is in no list, clean.
  [[gnu::always_inline]] void clean() noexcept { finish = mark_of_clean(); }

  [[nodiscard, gnu::always_inline]] bool is_clean() const noexcept {
    return finish == mark_of_clean();
  }

  /// The frame of children that were stolen. The caller links it.
  children_frame(finish_state* around, join_counter& counts, task* newest) noexcept
      : newest_child(newest),
        join(&counts),
        counted_at_join(true),
        creator(this) {
    finish = around;
  }

  /// Prepares a clean frame for spawns: `around` is the finish around it (C1), `counts` the memory
  /// of its join counter.
  [[gnu::always_inline]] void begin(finish_state* around, join_counter& counts) noexcept {
    newest_child = nullptr;
    finish = around;
    join = std::construct_at(&counts);
    tag = frame_tag::unlinked(frame_kind::children);
  }

 private:
  /// No finish has this address.
  static finish_state* mark_of_clean() noexcept {
    return reinterpret_cast<finish_state*>(std::uintptr_t{1});  // NOLINT(performance-no-int-to-ptr)
  }
};

/// Prepares the clean frame of a scope for the first spawn of the running task. Returns false on a
/// foreign thread.
[[gnu::cold, gnu::noinline]] bool begin_children_slow(children_frame& children,
                                                      join_counter& counts) noexcept;

/// The same. Nearly all scopes are local variables of a function inside of the innermost finish.
/// They lie close to the end of the running stack, with no finish in between (E1). One comparison
/// excludes scopes that are further away, and foreign threads.
[[gnu::always_inline]] inline bool begin_children(const worker& self,
                                                  children_frame& children,
                                                  join_counter& counts) noexcept {
  const std::uintptr_t end = stack_pointer();
  const std::uintptr_t to_scope = reinterpret_cast<std::uintptr_t>(&children) - end;
  finish_state* const innermost = self.finish;
  const std::uintptr_t to_finish = reinterpret_cast<std::uintptr_t>(innermost) - end;
  if (to_scope >= self.near_scopes || to_finish <= to_scope) [[unlikely]] {
    return detail::begin_children_slow(addressed_here(children), addressed_here(counts));
  }
  children.begin(innermost, counts);
  return true;
}

/// Moves children that were published, but not taken, back into `children`. Returns false if there
/// are none.
[[gnu::cold, gnu::noinline]] bool take_back_slow(children_frame& children);

/// Adds a child to a frame that lies further back in the list, or is not to be linked. Inside of a
/// finish that began after the scope, the child becomes a separate task.
[[gnu::cold, gnu::noinline]] void add_child_slow(children_frame& children, task* child) noexcept;

/// Returns whether a child can be added at once. That is never so on a foreign thread.
[[nodiscard, gnu::always_inline]] inline bool takes_child(const worker& self,
                                                          const children_frame& children) noexcept {
  return self.frames.newest() == &children && !children.tag.published_in_memory();
}

/// Makes the frame one that takes a child if that is simple: it is not linked, and belongs into the
/// list now. `counts` is the scope's join counter.
[[nodiscard, gnu::always_inline]] inline bool link_children(worker& self,
                                                            children_frame& children,
                                                            join_counter& counts) noexcept {
  if (children.is_clean()) [[likely]] {
    if (!begin_children(self, children, counts)) [[unlikely]] {
      return false;
    }
  } else if (!self.runs_tasks || !children.published()) {
    return false;
  }
  if (children.tag.walked() || self.finish != children.finish) [[unlikely]] {
    return false;
  }
  self.frames.link(children, frame_tag::linked(frame_kind::children));
  return true;
}

/// Unlinks a frame that has no children any more.
[[gnu::always_inline]] inline void unlink_children(worker& self,
                                                   children_frame& children) noexcept {
  self.frames.unlink_object(children);
  children.tag = frame_tag::unlinked(frame_kind::children);
}

/// Adds a child to a frame that takes one, while no requests are pending.
[[gnu::always_inline]] inline void put_newest_child(children_frame& children,
                                                    task* child) noexcept {
  child->next = children.newest_child;
  children.newest_child = child;
}

/// Adds a child to a frame that takes one, and serves requests.
[[gnu::always_inline]] inline void add_to_linked(worker& self,
                                                 children_frame& children,
                                                 task* child) noexcept {
  put_newest_child(children, child);
  spawned(self, children);
}

/// Adds a child to a scope of the running task.
[[gnu::always_inline]] inline void add_child(worker& self,
                                             children_frame& children,
                                             join_counter& counts,
                                             task* child) noexcept {
  if (!takes_child(self, children) && !link_children(self, children, counts)) [[unlikely]] {
    add_child_slow(children, child);
  } else {
    add_to_linked(self, children, child);
  }
}

/// Adds a child as add_child does, in a function that is not inlined.
[[gnu::cold, gnu::noinline]] void add_child_cold(children_frame& children,
                                                 join_counter& counts,
                                                 task* child) noexcept;

/// Runs a child on a separate stack, because the present one is nearly full.
[[gnu::cold, gnu::noinline]] void run_on_another_stack(task& child);

/// Serves requests and then runs the newest child, which may take long. Returns the calling
/// thread's worker.
[[gnu::cold, gnu::noinline]] worker& run_polled(worker& before, children_frame& children);

/// Runs the children on other stacks, because the present one is nearly full. Returns how many.
[[gnu::cold, gnu::noinline]] std::int32_t run_children_elsewhere(children_frame& children);

/// Takes the newest child out of the frame, to be run or published.
[[nodiscard, gnu::always_inline]] inline task& take_newest_child(
    children_frame& children) noexcept {
  task* const child = children.newest_child;
  children.newest_child = child->next;
  child->join = children.join;
  return *child;
}

/// Runs the newest child, and maybe some of those that follow it, on the calling thread, whose
/// worker is `self`. Returns the calling thread's worker, since a child may have waited.
[[nodiscard, gnu::always_inline]] inline worker& run_newest_children(worker& self,
                                                                     children_frame& children) {
  return self.poll_pending() ? run_polled(self, children)
                             : children.newest_child->operations->run_siblings(self, children);
}

/// Runs one child in a frame of its own. This is the operation `run` of a scope's child.
worker& run_alone(task& child) noexcept;

/// Puts blocks from `first` to `last` into the cache of the calling thread's worker, which may not
/// be the one from whose cache they come. Returns that worker.
[[gnu::cold, gnu::noinline]] worker& put_foreign_chain(task* first,
                                                       task* last,
                                                       std::uint32_t block_class) noexcept;

/// Runs the children as run_children does. Requires that the finish around them is the innermost
/// one. Leaves the tag of the frame unchanged.
[[gnu::always_inline]] inline void run_children_here(worker& before, children_frame& children) {
  worker* self = &before;
  // The stack and this function's place on it remain the same, whichever worker resumes the task.
  if (stack_nearly_full(before)) [[unlikely]] {
    run_children_elsewhere(children);
    self = &reload_worker();
  }
  while (children.newest_child != nullptr) {
    self = &detail::run_newest_children(*self, children);
  }
  self->frames.unlink_object(addressed_here(children));
}

/// The same if the frame is not the newest of the list: newer scopes have children, or another
/// finish has begun.
[[gnu::cold, gnu::noinline]] void run_children_slow(children_frame& children);

/// Runs the children of a scope that are still on this worker, newest first, each on top of the
/// present stack, whose task waits for them. They run under the finish around their scope. Other
/// children notify `join` themselves when they end. Afterwards the frame is in no list, and the
/// caller sets its tag.
[[gnu::always_inline]] inline void run_children(children_frame& children) {
  worker& self = reload_worker();
  if (self.frames.newest() == &children) [[likely]] {
    detail::run_children_here(self, children);
  } else {
    run_children_slow(addressed_here(children));
  }
}

}  // namespace nuthatch::detail
