// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <memory>
#include <utility>

#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/scope_child.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/detail/spawn_task.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// Spawns any number of children and waits for them (strict fork/join, as Cilk's spawn and sync).
///
/// A scope belongs to the task (or foreign thread) that creates it. Only that task may spawn into
/// it, sync it and destroy it; its children, the callables of a fork_join and the body of a
/// parallel loop may not. A violation that is detected terminates the program with a message. It is
/// detected in any build if the violating code runs on another stack or breaks the order of joins.
/// In code that is compiled without NDEBUG it is always detected, and the message states where the
/// scope was created. To spawn from several tasks, use a group.
///
/// (A scope of a foreign thread may also be used in the body of a finish or run that this thread
/// calls.)
///
/// A child runs under the finish around its scope, wherever it is joined: its asyncs may outlive
/// the join, and that finish waits for them. A child that is spawned inside of a finish that began
/// after the scope has a finish of its own instead: its asyncs are part of it, and the join waits
/// for them, too. Such a child is help-first and costs as much as an async. The same is true of all
/// children of a scope that is not a local variable, but on the heap or in static storage.
///
/// The destructor waits for the children. Call sync() to get their exceptions: the destructor
/// throws them only if no exception is in flight, and drops them during unwinding.
///
/// Cost: help-first about 20 instructions per child and one block of task memory, returned at the
/// sync; work-first about fifty instructions and no memory except cached stacks. A child that is
/// not stolen costs one relaxed load and no other atomic access.
class scope : detail::children_frame {
 public:
  /// @param made  where the scope is created, for messages about misuse; leave it out.
  scope(  // NOLINT(google-explicit-constructor): nobody has one by accident
      const detail::source_location& made = detail::source_location::current()) noexcept
      : scope(detail::current_worker(), made) {}

  scope(const scope&) = delete;
  scope& operator=(const scope&) = delete;

  /// Waits as sync() does, and throws the same exceptions, unless an exception in flight destroys
  /// the scope: then the exceptions of the children are dropped.
  ~scope() noexcept(false) {
    check(detail::scope_use::end);
    // A linked frame has children; otherwise end_slow would find it.
    if (!is_clean() && (newest_child != nullptr || join_.parent_needed())) [[unlikely]] {
      detail::addressed_here(*this).end_slow();
    }
  }

  /// Spawns the child f(a...).
  ///
  /// @tparam Policy  the spawn policy, given by the tag work_first, help_first or adaptive.
  /// @param f, a    a callable and its arguments, copied or, if given as rvalues, moved into the
  ///         task; use std::ref for references. A second move of them must neither spawn nor wait.
  ///         Exceptions of that move and of their destructors count as exceptions of the child.
  /// @throws what copying throws; std::bad_alloc; stack_limit_error. Then nothing has been spawned.
  template <spawn_policy Policy, class Function, class... Args>
  [[gnu::always_inline]] inline void spawn(policy_constant<Policy> /*policy*/,
                                           Function&& f,
                                           Args&&... a) {
    static_assert(detail::spawnable<Function, Args...>,
                  "the callable does not take these arguments");
    using closure = detail::bound_call<Function, Args...>;
    check(detail::scope_use::spawn);
    auto make = detail::making<Function, Args...>([&]() __attribute__((always_inline)) -> closure {
      return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
    });
    detail::spawn_task<Policy, closure>(counted_here{*this}, make);
  }

  /// As above; the spawn follows the worker's policy (options::policy, or the scheduler's choice).
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  [[gnu::always_inline]] inline void spawn(Function&& f, Args&&... a) {
    spawn(adaptive, std::forward<Function>(f), std::forward<Args>(a)...);
  }

  /// Waits for all children spawned so far, and runs those that no worker has taken. The task may
  /// resume on another OS thread. The scope can be used again afterwards.
  ///
  /// @throws the exception of a child; task_errors with all of them if several threw.
  [[gnu::always_inline]] inline void sync() {
    check(detail::scope_use::sync);
    if (!is_clean()) {
      if (newest_child != nullptr) {
        run_here();
      }
      if (join_.parent_needed()) [[unlikely]] {
        detail::addressed_here(*this).sync_slow();
      }
    }
    clean();  // in either case, so that compilers know it afterwards
  }

 private:
  scope(const detail::worker& self, [[maybe_unused]] const detail::source_location& made) noexcept
      : children_frame(reinterpret_cast<const void*>(detail::stack_pointer())),
        uncaught_(self.runs_tasks ? self.exceptions->uncaught
                                  : static_cast<unsigned>(std::uncaught_exceptions())) {
    if (!self.runs_tasks) [[unlikely]] {
      made_by_foreign = true;
      creator = detail::this_thread();
    }
    if constexpr (detail::scope_uses_checked) {
      made_at_ = made;
      checked = detail::scope_check::named;
    }
  }

  [[gnu::always_inline]] inline void check(detail::scope_use how) const {
    if constexpr (detail::scope_uses_checked) {
      if (checked == detail::scope_check::not_checked) {
        detail::check_scope_use(*this, how, nullptr);
      } else {
        const detail::code_place made = detail::place_of(made_at_);
        detail::check_scope_use(*this, how, &made);
      }
    }
  }

  [[gnu::always_inline]] inline void run_here() {
    if constexpr (detail::scope_uses_checked) {
      checked = detail::scope_check::joining;
    }
    detail::run_children(*this);
    if constexpr (detail::scope_uses_checked) {
      checked = detail::scope_check::named;
    }
  }

  /// The rules of spawn_task for children of this scope.
  struct counted_here {
    scope& of;

    static constexpr bool checks_foreign_last = true;

    [[gnu::always_inline]] static bool counts(const detail::worker& self) noexcept {
      return self.runs_tasks;
    }

    [[nodiscard, gnu::always_inline]] bool may_be_child(const detail::worker& self) const noexcept {
      if (self.finish == of.finish) {
        return true;
      }
#if defined(__x86_64__)
      asm("" : "+m"(of.finish));  // loaded again here, so that the first comparison needs no load
#endif
      return of.is_clean() && detail::begin_children(self, of, of.join_) &&
             self.finish == of.finish;
    }

    void record_current_exception() const noexcept { of.join_.record_current_exception(); }

    template <class Function, class Make>
    [[gnu::always_inline]] void spawn_foreign(Make& make) const {
      // Not passed in memory by value, for which GCC would keep a frame pointer in the calling
      // function.
      // NOLINTNEXTLINE(misc-const-correctness): moved out of, if it can be
      detail::local_closure<Function, counted_here> made(*this, make);
      of.spawn_slow<Function>(made.closure);
    }

    template <class Function, class Make>
    [[gnu::always_inline]] void spawn_fresh(detail::worker& self, Make& make) const {
      using operations = detail::scope_child<Function, detail::task_memory::of_worker>;
      constexpr std::uint32_t block_class = detail::task_layout<Function>::block_class;
      if constexpr (Make::runs_user_code || block_class == detail::heap_block) {
        if (!counts(self)) [[unlikely]] {
          spawn_foreign<Function>(make);
          return;
        }
        detail::task* const child =
            detail::make_child<Function, detail::scope_child, detail::task_memory::of_worker>(&self,
                                                                                              make);
        detail::add_child(detail::reload_worker(), of, of.join_, child);
      } else {
        detail::task* const child = self.blocks.next(block_class);
        if (!self.polled.admits(child) ||
            (!detail::takes_child(self, of) && !detail::link_children(self, of, of.join_)))
            [[unlikely]] {
          spawn_foreign<Function>(make);  // spawn_slow also serves requests and fetches blocks
          return;
        }
        self.blocks.take_next(child, block_class);
        child->operations = &operations::operations;
        ::new (static_cast<void*>(detail::closure_of<Function>(*child))) Function(make());
        detail::put_newest_child(of, child);
      }
    }

    template <class Function>
    [[gnu::always_inline]] void spawn_child(detail::worker& self, Function& closure) const {
      detail::closure_child<Function> handed{&of.join_, std::addressof(closure)};
      if (detail::spawn_child<detail::closure_child<Function>>(self, std::addressof(handed)))
          [[unlikely]] {
        of.note_detached();
      }
    }

    template <class Function, class Make>
    [[gnu::always_inline]] void spawn_placed(detail::worker& self, Make& make) const {
      if (detail::spawn_placed_child<Function>(
              self, of.join_, make, detail::frame_kind::continuation)) [[unlikely]] {
        of.note_detached();
      }
    }
  };

  /// Spawns from a foreign thread, or where a child cannot simply be added: the scope's frame does
  /// not take one, requests are pending, or the worker has no free block.
  template <class Function>
  [[gnu::cold, gnu::noinline]] void spawn_slow(
      detail::register_param_or_reference<Function> closure) {
    auto make = [&closure]() -> Function {
      return detail::moved_callable<Function>(closure);
    };
    if (detail::worker* const self = detail::this_worker(); self != nullptr) {
      detail::add_child_cold(
          *this,
          join_,
          detail::make_child<Function, detail::scope_child, detail::task_memory::of_worker>(self,
                                                                                            make));
      return;
    }
    begin_foreign();
    add_foreign(detail::make_task<Function, detail::child_task, detail::task_memory::of_heap>(
        nullptr, &join_, make));
  }

  /// The two steps around creating the child of a foreign thread.
  void begin_foreign();
  void add_foreign(detail::task* made) noexcept;

  [[gnu::cold, gnu::noinline]] void note_detached();
  void wait_all();
  [[gnu::cold, gnu::noinline]] void sync_slow();
  [[gnu::cold, gnu::noinline]] void end_slow();

  union {
    detail::join_counter join_;  // NOLINT(readability-identifier-naming): private; begin() makes it
  };

  unsigned uncaught_;  // exceptions in flight when the scope was created

  union {
    detail::source_location
        made_at_;  // NOLINT(readability-identifier-naming): private, as the union is
  };
};

}  // namespace nuthatch
