// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <variant>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/make_task.hpp>
#include <nuthatch/finish.hpp>

namespace nuthatch::detail {

/// A launched task: its task header, the closure that it runs, and the state that it shares with
/// its future. Function is the callable that the user launched, Call that callable with its
/// arguments.
template <class Value, class Function, class Call>
struct launched final : task, future_state<Value> {
  launched(const launched&) = delete;
  launched& operator=(const launched&) = delete;

  ~launched() {}  // NOLINT(modernize-use-equals-default): the closure has ended with the task

  /// The closure, which exists until the task has run.
  [[nodiscard]] Call& call() noexcept { return closure; }

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
    me.task_complete(task_end::refused);
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

/// Creates a launched task whose closure is make() and returns a Result. Function is the callable
/// that the user launched. Throws what make() throws; std::bad_alloc; on a foreign thread, what
/// runtime's constructor throws if the default runtime has to be created.
template <class Function, class Result>
auto* make_launched(auto& make) {
  static_assert(!std::is_reference_v<Result>,
                "launch, then: return a pointer or std::reference_wrapper instead");
  using value = std::conditional_t<std::is_void_v<Result>, std::monostate, Result>;
  worker* const self = this_worker();
  if (self == nullptr) {
    require_default_runtime();  // before anything exists that a failure would leak
  }
  return launched<value, Function, decltype(make())>::create(self, make);
}

}  // namespace nuthatch::detail
