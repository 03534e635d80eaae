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

/// What a function that can be spliced declares that it does: calls and steps, to be done in this
/// order. None of them runs before the function has returned. It may look at its arguments and at
/// constants, but not at data that steps write, which are perhaps not written yet.
///
/// Callables and arguments are copied as bytes are, and may run later than whatever they were made
/// of has ended.
template <effects::effect_type Effect>
class declarations<Effect, effects::unchecked> {
 public:
  declarations(detail::item_memory& memory, detail::item_list<Effect>& into) noexcept
      : memory_(&memory),
        into_(&into) {}

  /// A call of f(now, args...), where `now` is of this type. Its effect is f.touches(args...): of
  /// all that it declares, and what they declare.
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

  /// Something to be done: body(), which touches no more than `effect` says.
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

  /// The same for every index of an interval: body(part) for parts of it, in ascending order, each
  /// of which touches no more than effect_of(part). Of steps that are interleaved, each runs a
  /// slice of so many indices in turn, as soon as nothing before it is in the way; less than 1
  /// counts as 1. Others run whole. If effect_of throws for a part, the program ends.
  ///
  /// With `together`, slices of several calls that do not interfere can be run by one call of
  /// together(slices), with a step_slices<Body, interval>. That has to come to what the body of
  /// each would have, in any order.
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

  /// The same for a block of two or three dimensions, an interval in each. Slices are so many
  /// indices of the first dimension. Parts may be cut out in all dimensions, such as the edges of
  /// the block; among parts that interfere, those with lower indices in the first dimension come
  /// first.
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
        std::clamp(slice, std::ptrdiff_t{1}, most_indices(whole.size(0))));
  }

  /// As many as a slice can be asked to have.
  [[nodiscard]] static constexpr std::ptrdiff_t most_indices(std::size_t size) noexcept {
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
