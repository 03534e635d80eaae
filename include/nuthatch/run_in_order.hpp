#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/spliced_thread.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch {

/// What run_in_order() passes to its callable. A call and a step are done when they return.
template <effects::effect_type E>
class in_order_region {
 public:
  /// As splice_region::call.
  template <class F, class... A>
  void call(F f, A... args) {
    const frame opened(thread_);
    declarations<E> now(thread_);
    f(now, args...);
    run_newest();
  }

  /// As splice_region::step.
  template <class... Said>
  void step(Said... said) {
    const frame opened(thread_);
    declarations<E> now(thread_);
    now.step(said...);
    run_newest();
  }

  /// As splice_region::run. There is nothing left to be run.
  void run() noexcept {}

 private:
  using item = detail::spliced_item<E>;

  /// Ends with its scope, also by an exception.
  class frame {
   public:
    explicit frame(detail::spliced_thread<E>& of) : of_(of) { of_.open_frame(); }

    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;

    ~frame() { static_cast<void>(of_.close_frame()); }

   private:
    detail::spliced_thread<E>& of_;
  };

  /// What the newest frame has declared.
  void run_newest() {
    const std::size_t at = thread_.depth() - 1;
    for (; thread_.has_next(at); thread_.advance(at)) {
      const item& next = thread_.next(at);  // moves when others are declared
      if (next.is_call()) {
        enter(next.what->declare, next.payload);
      } else if (next.is_sliced()) {
        run_slices(*next.what, next.payload, next.left, next.slice);
      } else {
        next.what->run(next.payload, next.left);
      }
    }
  }

  void enter(void (*declare)(const void*, declarations<E>&), const void* payload) {
    const frame opened(thread_);
    declarations<E> now(thread_);
    declare(payload, now);
    run_newest();
  }

  static void run_slices(const detail::item_operations<E>& what,
                         const void* payload,
                         const detail::block& all,
                         std::ptrdiff_t slice) {
    const effects::interval& side = all.sides[0];
    for (std::ptrdiff_t first = side.first; first < side.last;) {
      const std::ptrdiff_t last = side.last - first > slice ? first + slice : side.last;
      what.run(payload, all.with(0, {first, last}));
      first = last;
    }
  }

  detail::spliced_thread<E> thread_;
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
