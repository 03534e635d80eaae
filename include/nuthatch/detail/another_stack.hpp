// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/origin.hpp>
#include <nuthatch/detail/result.hpp>

namespace nuthatch::detail {

/// A call that another stack runs. Its type is erased, so the code that runs it is compiled only
/// once.
struct moved_call {
  void (*run)(void* argument);
  void* argument;
  const fork_operations& named;  ///< moved_call_operations
};

/// Runs the moved_call of a frame that begins a new stack chain.
void run_moved_call(fork_frame& frame) noexcept;

/// Named by the type of a callable.
template <class Named>
inline constexpr fork_operations moved_call_operations{run_moved_call, origin_of<Named>};

/// Runs the call on a new stack. Returns false, without having called anything, if no other stack
/// is available at once.
///
/// @throws what the call throws; stack_limit_error, before the call, if no stack is left.
[[nodiscard, gnu::cold, gnu::noinline]] bool call_on_new_stack(const moved_call& moved);

/// Calls f on another stack, because the present one is nearly full, and returns its result. If
/// call_on_new_stack() returns false, calls `in_place` instead, on the present stack. Diagnoses
/// name the task by `Named`. Throws what call_on_new_stack() throws.
template <class Named, class Function, class InPlace>
value_of<Function&> call_on_another_stack(Function& f, InPlace&& in_place) {
  struct {
    Function* f;
    result_slot<value_of<Function&>> result;
  } call_there{std::addressof(f), {}};

  const auto run = [](void* argument) {
    auto& there = *static_cast<decltype(call_there)*>(argument);
    there.result.set_from(*there.f);
  };
  if (call_on_new_stack({run, &call_there, moved_call_operations<Named>})) {
    return call_there.result.take();
  }
  return call(in_place);
}

}  // namespace nuthatch::detail
