// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <utility>

#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/detail/spawn_task.hpp>

namespace nuthatch {

/// A set of tasks that any task may add to, and that its owner waits for. It suits a work list that
/// grows while it is processed, or a recursion that passes the group down.
///
///     void visit(node& at, nuthatch::group& all) {
///       for (node& next : at.below) {
///         all.spawn([&] { visit(next, all); });
///       }
///     }
///
/// The tasks of a group run under it as under a finish: their asyncs belong to the group, at any
/// depth. They run in the runtime in which the group was created; for a group of a foreign thread
/// that is the default runtime.
///
/// Who may call: spawn may be called by any task or thread while wait cannot return, that is, by
/// the owner before it waits, and by the tasks of the group and what they wait for. Any task or
/// thread may call stop. The constructor, the waits and the destructor belong to one task or
/// foreign thread, the owner.
///
/// Where each task spawns and waits only for its own children, a scope is cheaper.
class group {
 public:
  /// @throws what runtime's constructor throws, if a foreign thread creates the default runtime
  ///         here.
  group() : uncaught_(std::uncaught_exceptions()) {}

  group(const group&) = delete;
  group& operator=(const group&) = delete;

  /// Waits as wait() does, and throws the same exceptions, unless an exception in flight destroys
  /// the group: then the exceptions of the tasks are dropped.
  ~group() noexcept(false) {
    detail::group_state::waited all = state_.owner_wait();
    if (all.thrown && std::uncaught_exceptions() <= uncaught_) {
      std::rethrow_exception(std::move(all.thrown));
    }
  }

  /// Adds the task f(a...), help-first: it runs when a worker has no newer task, or in wait().
  ///
  /// @param f, a  a callable and its arguments, copied or moved into the task.
  /// @throws what copying throws; std::bad_alloc; error in the child process of a fork, if the
  ///         group was created before it. In these cases nothing has been spawned.
  ///
  /// Cost: that of a help-first async, a block of task memory, if the group is a local variable and
  /// its owner spawns, or if a task of the group spawns, outside of any other finish. Otherwise
  /// also an entry in a queue and one atomic addition to a counter that such spawns of the group
  /// share. On a thread of another runtime, or of none, the memory comes from the heap and a lock
  /// is held briefly.
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  void spawn(Function&& f, Args&&... a) {
    using closure = detail::bound_call<Function, Args...>;
    auto make = detail::making<Function, Args...>([&]() __attribute__((always_inline)) -> closure {
      return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
    });
    detail::worker& here = detail::current_worker();
    const bool keeps = !decltype(make)::runs_user_code && state_.may_keep(here);
    detail::worker* const self = keeps ? &here : state_.any_member();
    if (self == nullptr) [[unlikely]] {
      state_.any_add(detail::make_task<closure, detail::child_task, detail::task_memory::of_heap>(
          nullptr, &state_, make));
      return;
    }
    detail::task* const made =
        detail::make_task<closure, detail::child_task, detail::task_memory::of_worker>(
            self, &state_, make);
    if (keeps) {
      state_.keep(*self, made);
    } else {
      state_.any_add(made);
    }
  }

  /// Waits until every task of the group has ended, including those that its tasks added. A waiting
  /// task is suspended, and its worker runs other work. The group can be used again afterwards.
  ///
  /// @return outcome::stopped if the group, or a finish around it, was stopped, so that tasks may
  ///         not have run; otherwise outcome::done.
  /// @throws the exception of a task; task_errors with all of them if several threw; error if a
  ///         task of the group calls it, which would wait for itself, or while another call is
  ///         waiting; error, in some cases, if the caller is not the owner.
  outcome wait() {
    detail::group_state::waited all = state_.owner_wait();
    if (all.thrown) {
      std::rethrow_exception(std::move(all.thrown));
    }
    return all.how;
  }

  /// Adds the task f(a...), as spawn() does, and waits. Usually the calling thread runs the task
  /// itself, first of all.
  ///
  /// @throws what spawn() and wait() throw.
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  outcome run_and_wait(Function&& f, Args&&... a) {
    spawn(std::forward<Function>(f), std::forward<Args>(a)...);
    return wait();
  }

  /// Leaves out the tasks of the group that have not begun, and what is spawned under them, until
  /// the next wait is over (see stopping.hpp). Tasks that run already are not interrupted;
  /// stop_requested() is true in them.
  ///
  /// Who may call: any task or thread, as long as the group is not being destroyed.
  ///
  /// Cost: that of stop_finish().
  void stop() noexcept { state_.any_stop(); }

 private:
  detail::group_state state_;
  int uncaught_;  // exceptions in flight when the group was created
};

}  // namespace nuthatch
