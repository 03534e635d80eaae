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

/// What run_in_order() passes to its callable. A call and a step are done when they return.
template <effects::effect_type Effect>
class in_order_region<Effect, effects::unchecked> {
 public:
  /// As splice_region::call.
  template <class Function, class... Args>
  void call(Function f, Args... args) {
    run_declared([&](declared& now) { f(now, args...); });
  }

  /// As splice_region::step.
  template <class... Said>
  void step(Said... said) {
    run_declared([&](declared& now) { now.step(said...); });
  }

  /// As splice_region::run. There is nothing left to be run.
  void run() noexcept {}

 private:
  using declared = declarations<Effect, effects::unchecked>;
  using item = detail::spliced_item<Effect>;

  /// Memory for what is declared until its scope ends, also by an exception.
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

  /// Runs all that declare(now) declares.
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

/// Calls body(now) as try_splice() does, and runs every call and step at once, as plain recursion
/// would: nothing is interleaved, no effects are compared. It is what splicing has to come to, and
/// what it is measured against.
///
/// @throws what body, or a call or step in it, threw first. What would have come after does not
///         run, unless body goes on.
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
