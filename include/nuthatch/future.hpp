// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
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
  /// What it runs before newer ones leaves a block behind in a queue for a while; see
  /// docs/memory-and-stacks.md.
  /// @throws error when not valid.
  void wait() const {
    require_valid();
    state_->any_wait();
  }

  /// Waits, returns the result or throws what the task threw; the future is not valid afterwards.
  /// Nobody else may use it meanwhile.
  ///
  /// Cost: no atomic operation where it runs the task itself that the same worker has launched.
  /// @throws error when not valid.
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
  unsigned uncaught_ = detail::uncaught_exceptions();  // in flight when this object began
};

namespace detail {

/// A launched task, what it runs, and what it shares with its future. Function is what the user
/// launched, Call that with its arguments.
template <class Value, class Function, class Call>
struct launched final : task, future_state<Value> {
  launched(const launched&) = delete;
  launched& operator=(const launched&) = delete;

  ~launched() {}  // NOLINT(modernize-use-equals-default): the closure has ended with the task

  /// In a block of `self`; on the heap where there is no worker, or no block is large enough.
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
    new (static_cast<void*>(&closure)) Call(make());
  }

  static constexpr std::uint32_t memory() noexcept {
    return block_class_for(sizeof(launched), alignof(launched));
  }

  static void end_block(void* block, const block_owner& owner) noexcept {
    return_block(
        owner, new (block) task{nullptr, nullptr, nullptr, {nullptr}, 0, memory()}, memory());
  }

  static launched& whole(task& self) noexcept { return static_cast<launched&>(self); }

  static void run(task& self) noexcept {
    launched& me = whole(self);
    try {
      nuthatch::finish([&me] { me.set_from(me.closure); });
    } catch (...) {
      me.error = std::current_exception();
    }
    // Before anyone who waits can end what the closure refers to.
    if constexpr (std::is_trivially_destructible_v<Call>) {
      std::destroy_at(&me.closure);
    } else {
      try {
        // Asyncs of its end are part of the task.
        nuthatch::finish([&me] { std::destroy_at(&me.closure); });
      } catch (...) {
        me.note_current();
      }
    }
    me.runner_leave();
    me.task_complete();
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
        std::destroy_at(&me);
        end_block(&me, owner);
        return;
      }
    }
    delete &me;
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

/// Runs f(a...), copied or moved in, as a task that nothing but its future waits for. Asyncs inside
/// it are part of it.
///
/// @return a future for the result.
/// @throws what copying throws; std::bad_alloc.
///
/// Who may call: any thread; a foreign one hands the task to the default runtime.
///
/// Cost: a block of task memory, which goes back to its worker at no cost if it ends there; a place
/// in a queue if others want work.
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
    // Before there is anything that a failure would leave behind.
    detail::require_default_runtime();
  }
  launched* const made = launched::create(self, make);
  made->launch(detail::this_worker(), made);  // read again: user code has run
  return future<result>(made);
}

}  // namespace nuthatch
