// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>

namespace nuthatch {

template <class Value>
class future;

template <class Function, class... Args>
auto launch(Function&& f, Args&&... a)
    -> future<std::invoke_result_t<std::decay_t<Function>, std::decay_t<Args>...>>;

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

  template <class Function, class... Args>
  friend auto launch(Function&& f, Args&&... a)
      -> future<std::invoke_result_t<std::decay_t<Function>, std::decay_t<Args>...>>;

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

namespace detail {

/// A launched task: its task header, the closure that it runs, and the state that it shares with
/// its future. Function is the callable that the user launched, Call that callable with its
/// arguments.
template <class Value, class Function, class Call>
struct launched final : task, future_state<Value> {
  launched(const launched&) = delete;
  launched& operator=(const launched&) = delete;

  ~launched() {}  // NOLINT(modernize-use-equals-default): the closure has ended with the task

  /// Creates the task in a block of `self`, or on the heap if there is no worker or no block is
  /// large enough.
  static launched* create(worker* self, auto& make) {
    if constexpr (memory() != heap_block) {
      if (self != nullptr) {
        const block_owner owner{self->blocks.pool(), self};
        task* const block = self->blocks.take(memory());
        try {
          return new (static_cast<void*>(block)) launched(make, owner);
        } catch (...) {
          end_block(block, owner);
          throw;
        }
      }
    }
    return new launched(make, {nullptr, nullptr});
  }

 private:
  launched(auto& make, const block_owner& owner)
      : task{nullptr, &operations_, nullptr, {nullptr}, 0, heap_block},
        owner_(owner) {
    ::new (static_cast<void*>(std::addressof(closure))) Call(make());
  }

  static constexpr std::uint32_t memory() noexcept {
    return block_class_for(sizeof(launched), alignof(launched));
  }

  static void end_block(void* block, const block_owner& owner) noexcept {
    return_block(
        owner, new (block) task{nullptr, nullptr, nullptr, {nullptr}, 0, memory()}, memory());
  }

  static launched& whole(task& self) noexcept { return static_cast<launched&>(self); }

  static worker& run(task& self) noexcept {
    launched& me = whole(self);
    try {
      if (nuthatch::finish([&me] { me.set_from(me.closure); }) == outcome::stopped) {
        throw_stopped();
      }
    } catch (...) {
      me.error = std::current_exception();
    }
    // The closure ends before a waiting thread can destroy what it refers to.
    if constexpr (std::is_trivially_destructible_v<Call>) {
      std::destroy_at(std::addressof(me.closure));
    } else {
      try {
        // Asyncs that the destructor spawns are part of the task.
        nuthatch::finish([&me] { std::destroy_at(std::addressof(me.closure)); });
      } catch (...) {
        me.note_current();
      }
    }
    me.runner_leave();
    me.task_complete();
    return reload_worker();
  }

  static void refuse(task& self, const std::exception_ptr& why) noexcept {
    launched& me = whole(self);
    me.error = why;
    end_unstarted(&me.closure, [&me] { me.note_current(); });
    me.task_complete();
  }

  static future_base& result(task& self) noexcept { return whole(self); }

  static void destroy(task& self) noexcept {
    launched& me = whole(self);
    const block_owner owner = me.owner_;
    if constexpr (memory() != heap_block) {
      if (owner.pool != nullptr) {
        std::destroy_at(std::addressof(me));
        end_block(std::addressof(me), owner);
        return;
      }
    }
    delete std::addressof(me);
  }

  void note_current() noexcept { add_error(this->error, std::current_exception()); }

  static const launched_operations when_launched_;
  static const task_operations operations_;

  const block_owner owner_;

  union {
    Call closure;  // NOLINT(readability-identifier-naming): private, as the union is
  };
};

template <class Value, class Function, class Call>
constexpr launched_operations launched<Value, Function, Call>::when_launched_{
    result, destroy, static_cast<std::uint32_t>(sizeof(launched))};

template <class Value, class Function, class Call>
constexpr task_operations launched<Value, Function, Call>::operations_{
    run, refuse, origin_of<Function>, &when_launched_};

}  // namespace detail

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
  static_assert(!std::is_reference_v<result>,
                "launch: return a pointer or std::reference_wrapper instead");
  auto make = [&] {
    return [f = std::decay_t<Function>(std::forward<Function>(f)),
            a = std::tuple<std::decay_t<Args>...>(std::forward<Args>(a)...)]() mutable -> result {
      return std::apply(std::move(f), std::move(a));
    };
  };
  using value = std::conditional_t<std::is_void_v<result>, std::monostate, result>;
  using launched = detail::launched<value, std::decay_t<Function>, decltype(make())>;
  detail::worker* const self = detail::this_worker();
  if (self == nullptr) {
    // Before anything exists that a failure would leak.
    detail::require_default_runtime();
  }
  launched* const made = launched::create(self, make);
  made->launch(detail::this_worker(), made);  // read again: user code has run
  return future<result>(made);
}

}  // namespace nuthatch
