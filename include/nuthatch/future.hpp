#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>

namespace nuthatch {

template <class T>
class future;

template <class F, class... A>
auto launch(F&& f, A&&... a) -> future<std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>>;

/// The result of a launched task (Prell and Rauber, Channel-based Work Stealing, section 2.3).
/// Move-only.
///
/// A task that waits for one that nobody has begun runs it on its own stack, if that belongs to the
/// same place of the same runtime: without seeing a difference, since what the waiting task is in,
/// finishes, isolated blocks and handlers, is set aside meanwhile. Else it is suspended, and its
/// worker goes on with other work. A foreign thread blocks.
///
/// The destructor waits for the task, so that what it refers to outlives it; so does an assignment
/// to a future that is valid. What the task threw, and nobody took by get(), is kept for nobody
/// when an exception in flight destroys the future: that one wins, as where a scope ends. Otherwise
/// it ends the program with its text, as an exception that leaves a thread does.
///
/// A scope's destructor throws in that case. A future is a value: containers hold it, classes with
/// virtual destructors have it as a member, and both need destructors and moves that do not throw.
template <class T>
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

  /// Whether there is a result to wait for: not default-constructed, moved from, or taken.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }

  /// Whether get() would return without waiting. Requires valid().
  [[nodiscard]] bool ready() const {
    require_valid();
    return state_->any_ready();
  }

  /// Waits for the task to end, or runs it. Another OS thread may go on with the calling task.
  ///
  /// Cost: where it runs the task that it has launched last, about as much as having launched it.
  /// What it runs before newer ones leaves a block behind in a queue for a while; see the section
  /// on memory of docs/tasks.md.
  /// @throws error when not valid.
  void wait() const {
    require_valid();
    state_->any_wait();
  }

  /// Waits, returns the result or throws what the task threw; the future is not valid afterwards.
  /// @throws error when not valid.
  T get() {
    wait();
    const holder taken(std::exchange(state_, nullptr));
    if (taken.of->error) {
      std::rethrow_exception(std::exchange(taken.of->error, nullptr));
    }
    if constexpr (!std::is_void_v<T>) {
      taken.of->has_result = false;
      return taken.of->result.take();
    }
  }

 private:
  using state = detail::future_state<std::conditional_t<std::is_void_v<T>, std::monostate, T>>;

  struct holder {
    state* of;

    explicit holder(state* held) noexcept : of(held) {}

    holder(const holder&) = delete;
    holder& operator=(const holder&) = delete;

    ~holder() {
      of->discard_result();  // here, and not by the task, perhaps after its waiter has gone on
      if (of->any_drop()) {
        delete of;
      }
    }
  };

  template <class F, class... A>
  friend auto launch(F&& f, A&&... a)
      -> future<std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>>;

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
    state_->any_wait();
    const holder dropped(std::exchange(state_, nullptr));
    if (dropped.of->error && std::uncaught_exceptions() <= uncaught_ && !detail::refuses_task()) {
      std::rethrow_exception(
          dropped.of->error);  // noexcept: ends the program with that exception's text
    }
  }

  state* state_ = nullptr;
  int uncaught_ = std::uncaught_exceptions();  // in flight when this object began
};

namespace detail {

/// What a launched task runs, and where its result goes.
template <class State, class F>
struct launched {
  State* state;
  F closure;
};

template <class Launched, task_memory Memory>
struct launched_task {
  static void run(task& self) noexcept {
    Launched& body = *closure_of<Launched>(self);
    try {
      finish([&body] { body.state->set_from(body.closure); });
    } catch (...) {
      body.state->error = std::current_exception();
    }
    auto* const state = body.state;
    // Before anyone who waits can end what the closure refers to. `body` itself stays, for drop().
    if constexpr (std::is_trivially_destructible_v<decltype(body.closure)>) {
      std::destroy_at(&body.closure);
    } else {
      try {
        finish(
            [&body] { std::destroy_at(&body.closure); });  // asyncs of its end are part of the task
      } catch (...) {
        note_current(*state);
      }
    }
    complete(self, state);
  }

  static void refuse(task& self, const std::exception_ptr& why) noexcept {
    Launched& body = *closure_of<Launched>(self);
    auto* const state = body.state;
    state->error = why;
    end_unstarted(&body.closure, [state] { note_current(*state); });
    complete(self, state);
  }

  static future_base& result(task& self) noexcept { return *closure_of<Launched>(self)->state; }

  static void drop(task& self) noexcept { let_go(self, closure_of<Launched>(self)->state); }

  static constexpr launched_operations when_launched{
      result, drop, static_cast<std::uint32_t>(task_layout<Launched>::bytes)};
  static constexpr task_operations operations{run, refuse, origin_of<Launched>, &when_launched};

 private:
  static void note_current(future_base& state) noexcept {
    if (!state.error) {
      state.error = std::current_exception();
    }
  }

  /// After runner_leave() somebody else ends the block, if it is still in a queue, and lets go of
  /// the result; which the future holds until it is complete.
  template <class State>
  static void complete(task& self, State* state) noexcept {
    const bool block_is_mine = state->runner_leave();
    if (block_is_mine) {
      free_task<Launched, Memory>(&self);
    }
    state->task_complete();
    if (block_is_mine && state->any_drop()) {
      delete state;
    }
  }

  template <class State>
  static void let_go(task& self, State* state) noexcept {
    free_task<Launched, Memory>(&self);
    if (state->any_drop()) {
      delete state;
    }
  }
};

}  // namespace detail

/// Runs f(a...), copied or moved in, as a task that nothing but its future waits for. Asyncs inside
/// it are part of it.
///
/// @return a future for the result.
/// @throws what copying throws; std::bad_alloc.
///
/// Who may call: any thread; a foreign one hands the task to the default runtime.
///
/// Cost: a block of task memory, an allocation for the future, and a place in a queue.
template <class F, class... A>
auto launch(F&& f, A&&... a) -> future<std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>> {
  using result = std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>;
  static_assert(!std::is_reference_v<result>,
                "launch: return a pointer or std::reference_wrapper instead");
  using state = typename future<result>::state;
  auto call = [f = std::decay_t<F>(std::forward<F>(f)),
               a = std::tuple<std::decay_t<A>...>(std::forward<A>(a)...)]() mutable -> result {
    return std::apply(std::move(f), std::move(a));
  };
  using body = detail::launched<state, decltype(call)>;
  auto shared = std::make_unique<state>();
  auto make = [&] {
    return body{shared.get(), std::move(call)};
  };
  detail::worker* const self = detail::this_worker();
  if (self == nullptr) {
    // Before there is anything that a failure would leave behind.
    detail::require_default_runtime();
  }
  detail::task* const made =
      self != nullptr
          ? detail::make_task<body, detail::launched_task, detail::task_memory::of_worker>(
                self, nullptr, make)
          : detail::make_task<body, detail::launched_task, detail::task_memory::of_heap>(
                nullptr, nullptr, make);
  shared->launch(detail::this_worker(), made);  // moving may have waited
  return future<result>(shared.release());
}

}  // namespace nuthatch
