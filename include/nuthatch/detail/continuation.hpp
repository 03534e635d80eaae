// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/dependence.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/launched.hpp>

namespace nuthatch {

template <class Value>
class future;

template <class Value>
class shared_future;

namespace detail {

/// What the library's own code does with futures.
struct future_access {
  /// The future of a task. `made`: its state.
  template <class Value>
  static future<Value> from(auto* made) noexcept {
    return future<Value>(made);
  }

  /// Requires a valid future.
  template <class Value>
  static future_base& state(const future<Value>& of) noexcept {
    return *of.state_;
  }

  template <class Value>
  static future_base& state(const shared_future<Value>& of) noexcept {
    return state(of.held_->task);
  }
};

/// What get() of a future returns.
template <class Future>
using taken_from = decltype(std::declval<Future>().get());

/// Whether a continuation takes the result of a future, and not the future itself.
template <class Function, class Future>
constexpr bool takes_result() {
  if constexpr (std::is_void_v<taken_from<Future>>) {
    return std::is_invocable_v<Function>;
  } else {
    return std::is_invocable_v<Function, taken_from<Future>>;
  }
}

/// Calls a continuation with the result of a complete future, or with the future.
template <class Function, class Future>
decltype(auto) call_continuation(Function&& f, Future&& complete) {
  if constexpr (!takes_result<Function, Future>()) {
    static_assert(std::is_invocable_v<Function, Future>,
                  "then: the callable takes neither the result nor the future");
    return std::invoke(std::forward<Function>(f), std::forward<Future>(complete));
  } else if constexpr (std::is_void_v<taken_from<Future>>) {
    complete.get();
    return std::invoke(std::forward<Function>(f));
  } else {
    return std::invoke(std::forward<Function>(f), complete.get());
  }
}

/// The closure of a task that continues after the one of a future.
template <class Future, class Function>
class continuation {
 public:
  template <class Callable>
  continuation(Future&& before, Callable&& f)
      : f_(std::forward<Callable>(f)),  // first: it may throw
        before_(std::move(before)),
        antecedent_(future_access::state(before_)) {}

  continuation(const continuation&) = delete;
  continuation& operator=(const continuation&) = delete;
  ~continuation() = default;

  void begin(future_base& task) noexcept { launch_.begin(task, {&antecedent_, 1}); }

  decltype(auto) operator()() { return call_continuation(std::move(f_), std::move(before_)); }

 private:
  Function f_;
  Future before_;
  antecedent antecedent_;
  dependence launch_{1};
};

/// Launches the task with the closure make(), whose member begin(task) states when it begins.
template <class Function>
auto launch_dependent(auto& make) {
  using result = std::invoke_result_t<decltype(make())&>;
  auto* const made = make_launched<Function, result>(make);
  made->launch_later(this_worker(), made);
  made->call().begin(*made);
  return future_access::from<result>(made);
}

template <class Future, class Function>
auto continue_after(Future&& before, Function&& f) {
  using closure = continuation<std::decay_t<Future>, std::decay_t<Function>>;
  auto make = [&] {
    return closure(std::move(before), std::forward<Function>(f));
  };
  return launch_dependent<std::decay_t<Function>>(make);
}

}  // namespace detail
}  // namespace nuthatch
