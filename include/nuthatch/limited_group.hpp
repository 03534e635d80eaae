// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/backlog.hpp>
#include <nuthatch/detail/spawn_task.hpp>
#include <nuthatch/group.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

/// A group of which at most a number of tasks run at a time, for tasks that use much memory, files
/// or connections. The others wait in a queue: first those of high priority, and those of one
/// priority in the order in which they were added.
///
///     nuthatch::limited_group loading(4);
///     for (const std::string& name : names) {
///       loading.spawn([&] { load(name); });
///     }
///     loading.spawn(nuthatch::priority::high, [&] { load(index); });
///     loading.wait();
///
/// A task that waits counts as running. Children, loops and asyncs of a task are not limited. A
/// task must not wait for another task of the group, which may be in the queue.
///
/// Who may call: as for group.
class limited_group {
 public:
  /// @param limit  how many tasks may run at a time, at least 1.
  /// @throws std::invalid_argument for 0; what group's constructor throws.
  explicit limited_group(std::size_t limit) : waiting_(limit) {}

  limited_group(const limited_group&) = delete;
  limited_group& operator=(const limited_group&) = delete;
  ~limited_group() noexcept(false) = default;  // `all_` waits, as ~group() does

  /// Adds the task f(a...) of normal priority. It begins when fewer than `limit` others run, and a
  /// worker has no newer task.
  ///
  /// @param f, a  a callable and its arguments, copied or moved into the task.
  /// @throws what copying throws; std::bad_alloc; what group::spawn throws. In these cases nothing
  ///         has been added.
  ///
  /// Cost: an allocation and two short locks; if fewer than `limit` tasks run, also that of
  /// group::spawn.
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  void spawn(Function&& f, Args&&... a) {
    spawn(priority::normal, std::forward<Function>(f), std::forward<Args>(a)...);
  }

  /// As above, with a priority. It matters only among tasks in the queue.
  template <class Function, class... Args>
    requires(detail::spawnable<Function, Args...>)
  void spawn(priority how, Function&& f, Args&&... a) {
    auto made = make(
        [&] { return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...); });
    const detail::queued_call* const added = made.get();
    if (waiting_.any_add(std::move(made), how)) {
      try {
        all_.spawn(detail::backlog_runner(waiting_));
      } catch (...) {
        if (waiting_.any_take_back(added, how)) {
          throw;
        }
      }
    }
  }

  /// Waits until every task has ended. The group can be used again afterwards.
  ///
  /// @return outcome::stopped if the group, or a finish around it, was stopped, so that tasks may
  ///         not have run; otherwise outcome::done.
  /// @throws what group::wait throws.
  outcome wait() {
    while (waiting_.any_lacks_runner()) {
      all_.spawn(detail::backlog_runner(waiting_));
    }
    return all_.wait();
  }

  /// Leaves out the tasks that have not begun, until the next wait is over; see group::stop.
  void stop() noexcept { all_.stop(); }

 private:
  template <class Make>
  [[nodiscard]] static std::unique_ptr<detail::queued_call> make(Make bound) {
    struct bound_call final : detail::queued_call {
      std::invoke_result_t<Make&> call_of;

      explicit bound_call(Make& from) : call_of(from()) {}

      void call() override { static_cast<void>(call_of()); }
    };

    return std::make_unique<bound_call>(bound);
  }

  detail::backlog waiting_;
  group all_;  // waits for the runners before the backlog is destroyed
};

}  // namespace nuthatch
