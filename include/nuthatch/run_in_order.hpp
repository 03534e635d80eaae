// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/item_memory.hpp>
#include <nuthatch/effects/checking.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch {

template <effects::effect_type Effect, class Checking = effects::default_checking>
class in_order_region;

/// The region that run_in_order() passes to its callable. A call or step has run when the member
/// that declares it returns.
template <effects::effect_type Effect>
class in_order_region<Effect, effects::unchecked> {
 public:
  /// Runs the call; parameters as for splice_region::call.
  template <class Function, class... Args>
  void call(Function f, Args... args) {
    run_declared([&](declared& now) { f(now, args...); });
  }

  /// Runs the step; parameters as for splice_region::step.
  template <class... Said>
  void step(Said... said) {
    run_declared([&](declared& now) { now.step(said...); });
  }

  /// Has no effect, since nothing is ever deferred. Exists for compatibility with
  /// splice_region::run.
  void run() noexcept {}

 private:
  using declared = declarations<Effect, effects::unchecked>;
  using item = detail::spliced_item<Effect>;

  /// Memory for declarations until the end of a scope, also when an exception ends it.
  class frame {
   public:
    explicit frame(detail::item_memory& memory) : memory_(memory), before_(memory.here()) {}

    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;

    ~frame() { memory_.release(before_); }

   private:
    detail::item_memory& memory_;
    const detail::item_memory::mark before_;
  };

  /// Runs everything that declare(now) declares.
  template <class Declare>
  void run_declared(Declare declare) {
    const frame opened(memory_);
    detail::item_list<Effect> all;
    declared now(memory_, all);
    declare(now);
    for (const item* next = all.first; next != nullptr; next = next->next) {
      run_item(*next);
    }
  }

  void run_item(const item& one) {
    if (one.is_call()) {
      run_declared([&one](declared& now) { one.what->declare(one.payload, now); });
    } else {
      one.what->run(one.payload, one.left);
    }
  }

  detail::item_memory memory_;
};

/// Calls body(now) as try_splice() does, but runs every call and step at once, as plain recursion
/// would: nothing is interleaved and no effects are compared. The result of splicing has to equal
/// the result of this function, and its speed is measured against it.
///
/// @param body  a callable that takes an in_order_region.
/// @throws the first exception of body, or of a call or step in it. What would have followed does
///         not run, unless body catches the exception.
template <effects::effect_type Effect, class Checking = effects::default_checking, class Body>
void run_in_order(Body&& body) {
  in_order_region<Effect, Checking> now;
  std::forward<Body>(body)(now);
  now.run();
}

}  // namespace nuthatch

#if defined(NUTHATCH_CHECK_EFFECTS)
  #include <nuthatch/detail/check/checked_region.hpp>
#endif
