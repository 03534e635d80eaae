// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <type_traits>
#include <utility>

#include <nuthatch/finish.hpp>

namespace nuthatch {

/// A group of workers that share work and, if options::places defines it so, a cache or a memory
/// (SLAW, section IV). Places are numbered from 0; their number is fixed when a runtime starts. A
/// task stays in the place in which it began: what it spawns begins there too, and only workers of
/// that place run it, unless options::cross_place_steals permits others.
class place {
 public:
  /// @param index  the number of the place, from 0. Whether that place exists is checked when the
  ///         object is used.
  explicit constexpr place(unsigned index = 0) noexcept : index_(index) {}

  [[nodiscard]] constexpr unsigned index() const noexcept { return index_; }

  friend constexpr bool operator==(place, place) noexcept = default;

 private:
  unsigned index_;
};

/// Returns the number of places of the calling task's runtime. On a foreign thread it is that of
/// the default runtime, which is created if necessary. The number is 1 unless options::places is
/// set.
///
/// @throws nothing in a task; on a foreign thread, what creating the default runtime throws.
///
/// Cost: a few loads. On a foreign thread, the first call starts the default runtime's threads.
[[nodiscard]] unsigned places();

/// Returns the place of the worker that runs the calling task; on a foreign thread, the first
/// place, where root tasks begin.
[[nodiscard]] place here() noexcept;

/// The place in which an async is to run.
struct at {
  place where;

  explicit constexpr at(place p) noexcept : where(p) {}
};

namespace detail {

/// Throws error if the place does not exist.
void require_place(place wanted);

/// Sends an async of `state`, which already counts it, to a place.
void send_async(worker& self, task* made, place where);

}  // namespace detail

/// Spawns f(a...) under the innermost finish around the calling task, to run in another place. The
/// async goes to that place's mailbox, which the workers of the place check when they find no work
/// in their queues; so it is help-first, and the sender's place is irrelevant. If `there` is the
/// caller's own place, the call is an ordinary async.
///
/// @param there  the place.
/// @param f, a   a callable and its arguments, copied or moved into the task.
/// @throws error if the place does not exist; what async() without a place throws.
///
/// Cost of a call to another place: a block of task memory, an atomic addition to the finish, a
/// short lock, and perhaps a wake-up.
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
  auto make = [&]() __attribute__((always_inline)) -> closure {
    return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
  };
  detail::task* const made =
      detail::make_task<closure, detail::child_task, detail::task_memory::of_worker>(
          self, self->finish, make);
  detail::send_async(detail::reload_worker(), made, there.where);  // copying may have waited
}

namespace detail {

struct on_tag;

template <class Function>
void run_bound(const on_tag& /*on*/, place where, Function& f) {
  detail::throw_if_stopped(
      nuthatch::finish([where, &f] { nuthatch::async(at(where), [&f] { f(); }); }));
}

}  // namespace detail

}  // namespace nuthatch
