// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <utility>

#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/detail/spawn_task.hpp>

namespace nuthatch {

/// Tasks that any task may add to, and that are waited for in one place: a work list that grows
/// while it is worked off, a recursion that hands the group down.
///
///     void visit(node& at, nuthatch::group& all) {
///       for (node& next : at.below) {
///         all.spawn([&] { visit(next, all); });
///       }
///     }
///
/// The tasks of a group run under it as under a finish: their asyncs belong to it, however deep.
/// They run in the runtime in which the group was made; that of a foreign thread is the default
/// runtime.
///
/// Who may call: spawn, any task or thread, as long as wait cannot return: so the owner before
/// that, and the tasks of the group and what they wait for. The constructor, wait and the
/// destructor belong to one task or foreign thread, the owner.
///
/// Where each task spawns and waits for its own children only, a scope is cheaper.
class group {
 public:
  /// @throws as runtime's constructor, on a foreign thread, when it makes the default runtime.
  group() : uncaught_(std::uncaught_exceptions()) {}

  group(const group&) = delete;
  group& operator=(const group&) = delete;

  /// Waits as wait() does, and throws like it, unless an exception has been thrown that ends the
  /// group: then those of the tasks are lost.
  ~group() noexcept(false) {
    std::exception_ptr error = state_.owner_wait();
    if (error && std::uncaught_exceptions() <= uncaught_) {
      std::rethrow_exception(std::move(error));
    }
  }

  /// Adds f(a...), copied or moved in. Help-first: it runs when a worker has nothing newer, or in
  /// wait().
  ///
  /// @throws what copying throws; std::bad_alloc; error in the child of a fork, when the group was
  ///         made before. Then nothing has been spawned.
  ///
  /// Cost: that of a help-first async: a block of task memory and one atomic addition that all
  /// spawns of the group share. From a thread of another runtime, or none, memory from the heap and
  /// a short lock.
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  void spawn(Function&& f, Args&&... a) {
    using closure = detail::bound_call<Function, Args...>;
    auto make = [&]() -> closure {
      return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
    };
    detail::worker* const self = state_.any_member();
    state_.any_add(
        self != nullptr
            ? detail::make_task<closure, detail::child_task, detail::task_memory::of_worker>(
                  self, &state_, make)
            : detail::make_task<closure, detail::child_task, detail::task_memory::of_heap>(
                  nullptr, &state_, make));
  }

  /// Waits until every task of the group has ended, those included that these have added. A task
  /// that waits is suspended, and its worker goes on with other work. The group can be used again.
  ///
  /// @throws the exception of a task; task_errors with all of them when several threw; error when a
  ///         task of the group calls it, which would wait for itself, or while another one waits.
  void wait() {
    if (std::exception_ptr error = state_.owner_wait()) {
      std::rethrow_exception(std::move(error));
    }
  }

 private:
  detail::group_state state_;
  int uncaught_;  // exceptions in flight when the group began
};

}  // namespace nuthatch
