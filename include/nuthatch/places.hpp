// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <type_traits>
#include <utility>

#include <nuthatch/finish.hpp>

namespace nuthatch {

/// A group of workers that share their work and, where options::places says so, a cache or a memory
/// (SLAW, section IV). Places are numbered from 0; how many there are is fixed when a runtime
/// starts. A task stays in the place in which it began: what it spawns begins there too, and only
/// workers of that place run it, unless options::cross_place_steals lets others.
class place {
 public:
  /// Whether there is a place of that number is looked at where it is used.
  explicit constexpr place(unsigned index = 0) noexcept : index_(index) {}

  [[nodiscard]] constexpr unsigned index() const noexcept { return index_; }

  friend constexpr bool operator==(place, place) noexcept = default;

 private:
  unsigned index_;
};

/// How many places the runtime of the calling task has; on a foreign thread, the default runtime,
/// which is made if there is none. One unless options::places says otherwise.
///
/// @throws nothing in a task; on a foreign thread, what making the default runtime throws.
///
/// Cost: some loads; on a foreign thread the first call of all starts the default runtime's
/// threads.
[[nodiscard]] unsigned places();

/// The place of the worker that runs the calling task; on a foreign thread, the first, where root
/// tasks begin.
[[nodiscard]] place here() noexcept;

/// Where an async is to run.
struct at {
  place where;

  explicit constexpr at(place p) noexcept : where(p) {}
};

namespace detail {

/// Throws error when there is no such place.
void require_place(place wanted);

/// Sends an async of `state`, already counted there, to a place.
void send_async(worker& self, task* made, place where);

}  // namespace detail

/// Spawns f(a...) under the innermost finish around the calling task, to run in that place. In the
/// caller's own it is an async like any other. Otherwise it goes to the place's mailbox, which the
/// workers of that place look into when they find no work in their queues; so it is help-first, and
/// what other place it comes from does not matter.
///
/// @throws error when there is no such place; and as async() without a place.
///
/// Cost: to another place, a block of task memory, an atomic addition to the finish, a short lock,
/// and perhaps a wake-up.
template <class Function, class... Args>
  requires(detail::spawnable<Function, Args...>)
void async(at there, Function&& f, Args&&... a) {
  using closure = detail::bound_call<Function, Args...>;
  detail::worker* const self = detail::this_worker();
  if (self == nullptr || self->finish == nullptr) [[unlikely]] {
    detail::async_without_finish();
  }
  if (there.where == here()) {
    async(std::forward<Function>(f), std::forward<Args>(a)...);
    return;
  }
  detail::require_place(there.where);
  auto make = [&]() -> closure {
    return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
  };
  detail::task* const made =
      detail::make_task<closure, detail::child_task, detail::task_memory::of_worker>(
          self, self->finish, make);
  detail::send_async(*detail::this_worker(), made, there.where);  // copying may have waited
}

}  // namespace nuthatch
