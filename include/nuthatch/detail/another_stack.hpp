#pragma once

#include <cstdint>

#include <nuthatch/detail/fork_calls.hpp>

namespace nuthatch::detail {

/// How a task whose stack is nearly full can go on.
enum class stack_choice : std::uint8_t {
  child,      ///< work-first: a further stack is cached or was to be had at once
  new_chain,  ///< suspended, while what it calls runs on a stack elsewhere: the chain is long
              ///< enough, or exceptions are being handled or in flight, and a continuation may not
              ///< go
  in_place    ///< with what is left
};

[[nodiscard, gnu::cold, gnu::noinline]] stack_choice choose_stack() noexcept;

/// Calls f on another stack, because the present one is nearly full, and returns what it returns.
/// Calls `in_place` instead, here, where no other stack is to be had at once.
///
/// @throws what f throws; stack_limit_error, when f has not been called: there was a stack no more.
template <class F, class InPlace>
value_of<F&> call_on_another_stack(F& f, InPlace&& in_place) {
  switch (choose_stack()) {
    case stack_choice::child: {
      child_call<F&, spawned_by::runtime> child(f);
      child.spawn(*this_worker());
      child.join_if_needed();
      return child.result.take();
    }
    case stack_choice::new_chain: {
      pending_call<F&> elsewhere(f);
      elsewhere.link(*this_worker());
      run_fork_elsewhere(elsewhere);
      return elsewhere.take_result();
    }
    case stack_choice::in_place:
      break;
  }
  return call(in_place);
}

}  // namespace nuthatch::detail
