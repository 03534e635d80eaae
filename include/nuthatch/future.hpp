// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/continuation.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/launched.hpp>
#include <nuthatch/errors.hpp>

namespace nuthatch {

/// The result of a launched task (Prell and Rauber, Channel-based Work Stealing, section 2.3).
/// Move-only.
///
/// If a task waits for a launched task that has not started, and that belongs to the same place of
/// the same runtime, it runs that task on its own stack. The launched task cannot tell the
/// difference: the finishes, isolated blocks and exception handlers that the waiting task is in are
/// hidden from it meanwhile. Otherwise the waiting task is suspended, and its worker runs other
/// work. A foreign thread blocks.
///
/// The destructor waits for the task, so that what the task refers to outlives it; so does an
/// assignment to a valid future. If the task threw an exception that no get() has taken, there are
/// two cases. If another exception in flight destroys the future, the task's exception is dropped,
/// as at the end of a scope. Otherwise the program terminates with the exception's text, as when an
/// exception leaves a thread.
///
/// A scope's destructor throws in the second case. A future is different because it is a value:
/// containers and classes with virtual destructors hold futures, and both need destructors and
/// moves that do not throw.
template <class Value>
class future {
 public:
  future() noexcept = default;

  future(const future&) = delete;
  future& operator=(const future&) = delete;

  future(future&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

  future& operator=(future&& other) noexcept {
    if (this != &other) {
      abandon();
      state_ = std::exchange(other.state_, nullptr);
    }
    return *this;
  }

  ~future() { abandon(); }

  /// Returns true unless this future was default-constructed, moved from, or its result was taken.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }

  /// Returns true if get() would not wait. Requires valid().
  /// @throws error if not valid.
  [[nodiscard]] bool ready() const {
    require_valid();
    return state_->any_ready();
  }

  /// Waits until the task has ended, or runs it. The calling task may resume on another OS thread.
  ///
  /// Cost: if it runs the task that its worker launched last, about as much as the launch. If it
  /// runs an older one before newer ones, a block stays in a queue for a while; see
  /// docs/memory-and-stacks.md.
  /// @throws error if not valid.
  void wait() const {
    require_valid();
    state_->any_wait();
  }

  /// Waits, then returns the result or throws what the task threw. The future is not valid
  /// afterwards. No other thread may use the future during the call.
  ///
  /// Cost: no atomic operation if it runs the task itself and the same worker launched it.
  /// @return the result of the task.
  /// @throws what the task threw; error if not valid.
  Value get() {
    require_valid();
    state_->owner_wait();
    const holder taken(std::exchange(state_, nullptr));
    if (taken.of->error) {
      std::rethrow_exception(std::exchange(taken.of->error, nullptr));
    }
    if constexpr (!std::is_void_v<Value>) {
      taken.of->has_result = false;
      return taken.of->result.take();
    }
  }

  /// Runs f with the result as a task, once the task of this future has ended. No task waits
  /// meanwhile. This future is not valid afterwards.
  ///
  ///     nuthatch::future<std::size_t> size =
  ///         nuthatch::launch(read, name).then([](std::string text) { return text.size(); });
  ///
  /// @param f  a callable, copied or moved into the new task. It is called with the result, or with
  ///         nothing for future<void>. If the task threw, f is not called, and the new future
  ///         throws the same exception. A callable that does not take the result is called with
  ///         this future, which is ready; so it can handle the exception.
  /// @return a future for what f returns, which must not be a reference.
  /// @throws error if not valid; what launch() throws. In these cases this future stays as it is.
  ///
  /// The new task belongs to the runtime of the caller. It runs where the task of this future has
  /// ended: on the same worker, unless another one takes it.
  ///
  /// Cost: that of launch(), and two atomic operations.
  template <class Function>
  auto then(Function&& f) && {
    require_valid();
    return detail::continue_after(std::move(*this), std::forward<Function>(f));
  }

  /// Makes a future that can be copied. This future is not valid afterwards.
  ///
  /// @throws error if not valid; std::bad_alloc.
  shared_future<Value> share() && {
    require_valid();
    return shared_future<Value>(std::move(*this));
  }

 private:
  using state =
      detail::future_state<std::conditional_t<std::is_void_v<Value>, std::monostate, Value>>;

  struct holder {
    state* of;

    explicit holder(state* held) noexcept : of(held) {}

    holder(const holder&) = delete;
    holder& operator=(const holder&) = delete;

    ~holder() {
      of->discard_result();
      of->owner_drop();
    }
  };

  friend struct detail::future_access;
  friend class shared_future<Value>;

  explicit future(state* shared) noexcept : state_(shared) {}

  void require_valid() const {
    if (state_ == nullptr) {
      throw error("future: no task to wait for; it was taken, moved from, or never launched");
    }
  }

  void abandon() noexcept {
    if (state_ == nullptr) {
      return;
    }
    state_->owner_wait();
    const holder dropped(std::exchange(state_, nullptr));
    if (dropped.of->error && detail::uncaught_exceptions() <= uncaught_ &&
        !detail::refuses_task()) {
      std::rethrow_exception(
          dropped.of->error);  // noexcept: ends the program with that exception's text
    }
  }

  state* state_ = nullptr;
  unsigned uncaught_ = detail::uncaught_exceptions();  // in flight when this was created
};

/// The result of a launched task, for several readers. Copyable; made by future::share().
///
/// The destructor of the last copy waits for the task, as that of a future does. It terminates the
/// program if the task threw, and no copy has passed the exception on.
///
/// Who may call: any thread may use its own copy while other threads use theirs.
template <class Value>
class shared_future {
 public:
  shared_future() noexcept = default;

  /// The same as std::move(one).share(), but a future that is not valid gives one that is not.
  /// @throws std::bad_alloc; then `one` stays as it is.
  explicit shared_future(future<Value>&& one)
      : held_(one.valid() ? std::make_shared<held>(std::move(one)) : nullptr) {}

  /// Returns true unless this was default-constructed or moved from.
  [[nodiscard]] bool valid() const noexcept { return held_ != nullptr; }

  /// Returns true if get() would not wait.
  /// @throws error if not valid.
  [[nodiscard]] bool ready() const { return holding().task.ready(); }

  /// Waits as future::wait() does.
  /// @throws error if not valid.
  void wait() const { holding().task.wait(); }

  /// Waits, then returns the result, or throws what the task threw. It can be called several times.
  ///
  /// @return a reference to the result, valid as long as there is a copy of this future; or
  ///         nothing for void.
  /// @throws what the task threw; error if not valid.
  std::conditional_t<std::is_void_v<Value>, void, std::add_lvalue_reference_t<const Value>> get()
      const {
    held& here = holding();
    here.task.wait();
    auto& state = *here.task.state_;
    if (state.error) {
      here.passed_on.store(/*value=*/true, detail::memory_order_relaxed);
      std::rethrow_exception(state.error);
    }
    if constexpr (!std::is_void_v<Value>) {
      return state.result.value();
    }
  }

  /// Runs f with the result as a task, as future::then() does. `f` takes a reference to the
  /// constant result, or a shared_future.
  ///
  /// @param f  a callable, copied or moved into the new task.
  /// @return a future for what f returns, which must not be a reference.
  /// @throws error if not valid; what launch() throws.
  template <class Function>
  auto then(Function&& f) const {
    static_cast<void>(holding());
    return detail::continue_after(shared_future(*this), std::forward<Function>(f));
  }

 private:
  friend struct detail::future_access;

  struct held {
    future<Value> task;
    detail::atomic<bool> passed_on{/*value=*/false};

    explicit held(future<Value>&& one) noexcept : task(std::move(one)) {}

    held(const held&) = delete;
    held& operator=(const held&) = delete;

    ~held() {
      // Relaxed: the count of the copies orders this after all that they did.
      if (passed_on.load(detail::memory_order_relaxed)) {
        task.state_->error = nullptr;
      }
    }
  };

  held& holding() const {
    if (held_ == nullptr) {
      throw error("shared_future: no task to wait for; it was moved from, or made of no future");
    }
    return *held_;
  }

  std::shared_ptr<held> held_;
};

/// Runs f(a...) as a task that only its future waits for. Asyncs inside of it are part of it.
///
/// @param f, a  a callable and its arguments, copied or moved into the task. The callable must not
///         return a reference.
/// @return a future for the result.
/// @throws what copying throws; std::bad_alloc; on a foreign thread, what runtime's constructor
///         throws if the default runtime has to be created.
///
/// Who may call: any thread; a foreign thread passes the task to the default runtime.
///
/// Cost: one block of task memory, which returns to its worker at no cost if the task ends on that
/// worker; a place in a queue if other workers request work.
template <class Function, class... Args>
auto launch(Function&& f, Args&&... a)
    -> future<std::invoke_result_t<std::decay_t<Function>, std::decay_t<Args>...>> {
  using result = std::invoke_result_t<std::decay_t<Function>, std::decay_t<Args>...>;
  auto make = [&] {
    return [f = std::decay_t<Function>(std::forward<Function>(f)),
            a = std::tuple<std::decay_t<Args>...>(std::forward<Args>(a)...)]() mutable -> result {
      return std::apply(std::move(f), std::move(a));
    };
  };
  auto* const made = detail::make_launched<std::decay_t<Function>, result>(make);
  made->launch(detail::this_worker(), made);  // read again: user code has run
  return detail::future_access::from<result>(made);
}

}  // namespace nuthatch
