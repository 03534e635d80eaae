#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/item_memory.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch {

/// What run_in_order() passes to its callable. A call and a step are done when they return.
template <effects::effect_type E>
class in_order_region {
 public:
  /// As splice_region::call.
  template <class F, class... A>
  void call(F f, A... args) {
    run_declared([&](declarations<E>& now) { f(now, args...); });
  }

  /// As splice_region::step.
  template <class... Said>
  void step(Said... said) {
    run_declared([&](declarations<E>& now) { now.step(said...); });
  }

  /// As splice_region::run. There is nothing left to be run.
  void run() noexcept {}

 private:
  using item = detail::spliced_item<E>;

  /// What declare(declarations) says.
  template <class Declare>
  void run_declared(const Declare& declare) {
    struct ending {
      detail::item_memory& memory;
      detail::item_memory::mark before = memory.here();

      ~ending() { memory.release(before); }
    } const at_the_end{memory_};

    detail::item_list<E> declared;
    declarations<E> now(memory_, declared);
    declare(now);
    for (const item* each = declared.first; each != nullptr; each = each->next) {
      run_item(*each);
    }
  }

  void run_item(const item& one) {
    if (one.is_call()) {
      run_declared([&one](declarations<E>& now) { one.what->declare(one.payload, now); });
    } else if (one.is_sliced()) {
      run_slices(one);
    } else {
      one.what->run(one.payload, one.left);
    }
  }

  static void run_slices(const item& one) {
    const effects::interval& all = one.left.sides[0];
    for (std::ptrdiff_t first = all.first; first < all.last;) {
      const std::ptrdiff_t last = all.last - first > one.slice ? first + one.slice : all.last;
      one.what->run(one.payload, one.left.with(0, {first, last}));
      first = last;
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
template <effects::effect_type E, class Body>
void run_in_order(Body&& body) {
  in_order_region<E> now;
  std::forward<Body>(body)(now);
}

}  // namespace nuthatch
