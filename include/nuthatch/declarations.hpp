// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/item_memory.hpp>
#include <nuthatch/detail/splice/touches.hpp>
#include <nuthatch/effects/checking.hpp>
#include <nuthatch/effects/effect.hpp>
#include <nuthatch/step_slices.hpp>

namespace nuthatch {

/// The list of calls and steps that a spliceable function declares, in the order in which they have
/// to take effect. None of them runs before the function has returned. The function may read its
/// arguments and constants, but no data that steps write, since these steps may not have run yet.
///
/// Callables and arguments are copied byte by byte. They may run after the objects that they were
/// copied from have been destroyed.
///
/// Who may call: the function that received this object, before it returns.
template <effects::effect_type Effect>
class declarations<Effect, effects::unchecked> {
 public:
  declarations(detail::item_memory& memory, detail::item_list<Effect>& into) noexcept
      : memory_(&memory),
        into_(&into) {}

  /// Declares the call f(now, args...), where `now` is a `declarations` object of this type.
  ///
  /// @param f     a callable with a member touches(args...), which returns the effect of the call.
  ///         That effect has to cover everything that the call declares, directly and in nested
  ///         calls.
  /// @param args  the arguments of the call, trivially copyable.
  /// @throws what f.touches throws; std::bad_alloc.
  template <class Function, class... Args>
  void call(Function f, Args... args) {
    detail::expect_touches<Effect, Function, Args...>();
    const Effect whole = f.touches(args...);
    const auto called = [f, args...](declarations& now) {
      f(now, args...);
    };
    using called_type = std::remove_const_t<decltype(called)>;
    static constexpr detail::item_operations<Effect> operations{
        .declare = [](const void* payload,
                      declarations& now) { (*static_cast<const called_type*>(payload))(now); },
        .run = nullptr,
        .effect_of = nullptr,
        .run_together = nullptr,
        .size = sizeof(called_type)};
    add(whole, operations, called);
  }

  /// Declares the step body(), which may touch only what `effect` contains.
  ///
  /// @param effect  the data that the step reads and writes.
  /// @param body    a callable without arguments, trivially copyable.
  /// @throws std::bad_alloc.
  template <std::invocable Body>
  void step(const Effect& effect, Body body) {
    static constexpr detail::item_operations<Effect> operations{
        .declare = nullptr,
        .run =
            [](const void* payload, const detail::block&) {
              Body copy = *static_cast<const Body*>(payload);
              copy();
            },
        .effect_of = nullptr,
        .run_together = nullptr,
        .size = sizeof(Body)};
    add(effect, operations, body);
  }

  /// Declares a step over an interval of indices. It runs as calls of body(part), in ascending
  /// order, for parts that together make up the interval.
  ///
  /// @param all       the interval. If it is empty, nothing is declared.
  /// @param slice     the number of indices in a slice, clamped to the range from 1 to the size of
  ///         `all`. If the step is interleaved with other steps, they take turns, and each runs one
  ///         slice at a time, as soon as no earlier step is in its way. Otherwise the step runs as
  ///         a whole.
  /// @param effect_of  effect_of(part) returns what body(part) may touch. The program terminates if
  ///         it throws for a part; it may throw for `all`, when the step is declared.
  /// @param body      a callable that takes an interval, trivially copyable.
  /// @tparam Together  a callable without members. Together()(slices) may run slices of several
  ///         calls that do not interfere in one call; its argument is a step_slices<Body,
  ///         interval>. The result has to be that of calling the body for each slice, in any
  ///         order. The default calls each body separately.
  /// @throws what effect_of(all) throws; std::bad_alloc.
  template <std::invocable<effects::interval> EffectOf,
            std::invocable<effects::interval> Body,
            class Together = run_each>
  void step(effects::interval all,
            std::ptrdiff_t slice,
            EffectOf effect_of,
            Body body,
            Together /*together*/ = {}) {
    add_sliced<Together>(all, slice, effect_of, body);
  }

  /// The same for a block of one to three dimensions, given as one interval per dimension. A slice
  /// is `slice` indices of the first dimension. Parts may be cut in every dimension, for example at
  /// the edges of the block; among parts that interfere, those with lower indices in the first
  /// dimension run first.
  template <std::size_t Dimensions,
            std::invocable<std::array<effects::interval, Dimensions>> EffectOf,
            std::invocable<std::array<effects::interval, Dimensions>> Body,
            class Together = run_each>
  void step(const std::array<effects::interval, Dimensions>& all,
            std::ptrdiff_t slice,
            EffectOf effect_of,
            Body body,
            Together /*together*/ = {}) {
    static_assert(Dimensions >= 1 && Dimensions <= detail::block::dimensions,
                  "blocks have one to three dimensions");
    add_sliced<Together>(all, slice, effect_of, body);
  }

 private:
  template <class Together, class Where, class EffectOf, class Body>
  void add_sliced(const Where& all, std::ptrdiff_t slice, EffectOf effect_of, Body body) {
    const detail::block whole(all);
    if (whole.empty()) {
      return;
    }
    using both = detail::sliced_step<Body, EffectOf>;
    static constexpr detail::item_operations<Effect> operations{
        .declare = nullptr,
        .run =
            [](const void* payload, const detail::block& part) {
              Body copy = static_cast<const both*>(payload)->body;
              copy(part.as<Where>());
            },
        .effect_of = [](const void* payload, const detail::block& part) noexcept -> Effect {
          return static_cast<const both*>(payload)->effect_of(part.as<Where>());
        },
        .run_together = detail::run_together_by<Together, Body, Where>(),
        .size = sizeof(both)};
    add(effect_of(all),
        operations,
        both{body, effect_of},
        whole,
        std::clamp(slice, std::ptrdiff_t{1}, max_indices(whole.size(0))));
  }

  /// The number of indices of a dimension, which is the upper limit of a slice.
  [[nodiscard]] static constexpr std::ptrdiff_t max_indices(std::size_t size) noexcept {
    constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
    return size < static_cast<std::size_t>(most) ? static_cast<std::ptrdiff_t>(size) : most;
  }

  template <class Payload>
  void add(const Effect& effect,
           const detail::item_operations<Effect>& operations,
           const Payload& payload,
           const detail::block& over = {},
           std::ptrdiff_t slice = 0) {
    static_assert(std::is_trivially_copyable_v<Payload>,
                  "what is spliced is copied as bytes are: a function, its arguments and what "
                  "lambdas capture hold values and pointers, no containers and no strings");
    static_assert(alignof(Payload) <= alignof(std::max_align_t),
                  "callables and arguments lie in memory that is aligned as that of new is");
    void* const copy = memory_->take(sizeof(Payload));
    std::memcpy(copy, &payload, sizeof(Payload));
    void* const room = memory_->take(sizeof(detail::spliced_item<Effect>));
    into_->add(*new (room) detail::spliced_item<Effect>{effect, &operations, copy, over, slice});
  }

  static_assert(alignof(Effect) <= alignof(std::max_align_t),
                "effects lie in memory that is aligned as that of new is");

  detail::item_memory* memory_;
  detail::item_list<Effect>* into_;
};

}  // namespace nuthatch
