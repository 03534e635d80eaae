// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <utility>

#include <nuthatch/detail/finish_stopped_by.hpp>
#include <nuthatch/finish.hpp>

namespace nuthatch {

namespace detail {

/// Calls call(argument) after a time, on another thread, unless it is destroyed before. Its
/// destructor waits for a call that is running.
class later_call {
 public:
  using function = void (*)(void* argument) noexcept;

  later_call(std::chrono::duration<double> after, function call, void* argument);
  later_call(const later_call&) = delete;
  later_call& operator=(const later_call&) = delete;
  ~later_call();

 private:
  void* alarm_;
};

/// Throws error if the calling task runs on virtual workers, whose time is another one.
void require_real_time();

/// The time until then, which may be negative.
template <class Clock, class Duration>
[[nodiscard]] std::chrono::duration<double> time_until(
    const std::chrono::time_point<Clock, Duration>& then) {
  using seconds = std::chrono::duration<double>;
  const auto now = Clock::now();
  const seconds left = seconds(then.time_since_epoch()) - seconds(now.time_since_epoch());
  constexpr seconds near(1e6);
  // Seconds do not overflow, but are rounded, since the epoch may be long ago.
  return left < near && left > -near ? seconds(then - now) : left;
}

}  // namespace detail

/// Calls a function at a time, unless it is destroyed before, as std::stop_callback does when a
/// stop is requested:
///
///     nuthatch::group all;
///     const nuthatch::deadline_callback on_time(deadline, [&] { all.stop(); });
///
/// A thread of the library calls it, one such function after another. If the time has passed
/// already, the constructor calls it.
///
/// @tparam Callback  a callable without arguments. It has to be short, and must not throw or
/// destroy
///                   its deadline_callback.
template <std::invocable Callback>
class deadline_callback {
 public:
  /// @param deadline  a time of any clock. A clock that is set later does not change it.
  /// @param call      copied or moved into the object.
  /// @throws what copying throws; error if the system can create no thread; std::bad_alloc.
  ///
  /// Cost: two short locks, here and in the destructor, and two allocations; a thread for the first
  /// one in a process.
  template <class Clock, class Duration, class Function>
    requires std::constructible_from<Callback, Function>
  deadline_callback(const std::chrono::time_point<Clock, Duration>& deadline, Function&& call)
      : call_(std::forward<Function>(call)) {
    const std::chrono::duration<double> left = detail::time_until(deadline);
    if (left.count() > 0) {
      alarm_.emplace(
          left,
          [](void* of) noexcept { std::invoke(static_cast<deadline_callback*>(of)->call_); },
          this);
    } else {
      std::invoke(call_);
    }
  }

  deadline_callback(const deadline_callback&) = delete;
  deadline_callback& operator=(const deadline_callback&) = delete;

  /// Waits for the end of the call if it is running.
  ~deadline_callback() = default;

 private:
  Callback call_;
  std::optional<detail::later_call> alarm_;
};

template <class Clock, class Duration, class Function>
deadline_callback(const std::chrono::time_point<Clock, Duration>&, Function)
    -> deadline_callback<Function>;

/// Runs body() as finish() does, and stops it as stop_finish() does when the time has come:
///
///     const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
///     if (nuthatch::finish(until, [&] { improve(plan); }) == nuthatch::outcome::stopped) { … }
///
/// @param deadline  a time of any clock.
/// @param body      a callable without arguments, called in place, exactly once, even if the time
///         has passed.
/// @return, @throws what finish() returns and throws; error on virtual workers, whose time is not
///         that of a clock; what deadline_callback throws.
///
/// Cost: two finishes, and a deadline_callback.
template <class Clock, class Duration, class Function>
detail::finish_result<Function> finish(const std::chrono::time_point<Clock, Duration>& deadline,
                                       Function&& body) {
  return detail::finish_stopped_by(
      [&deadline](auto&& stop) {
        detail::require_real_time();
        return deadline_callback(deadline, stop);
      },
      body);
}

namespace detail {

struct until_tag;

template <class Clock, class Duration, class Function>
void run_bound(const until_tag& /*until*/,
               const std::chrono::time_point<Clock, Duration>& deadline,
               Function& f) {
  detail::throw_if_stopped(nuthatch::finish(deadline, f));
}

}  // namespace detail

}  // namespace nuthatch
