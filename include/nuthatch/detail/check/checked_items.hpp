// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>

#include <nuthatch/detail/check/checked_code.hpp>
#include <nuthatch/detail/check/findings.hpp>
#include <nuthatch/detail/check/words.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/effects/checking.hpp>

/// Wrappers of what checked programs declare. For the splicer they are ordinary functions and
/// steps.

namespace nuthatch::detail {

template <class Effect, class Function, class... Args>
[[nodiscard]] Effect touches_of(Function f, Args... args) {
  return f.touches(args...);
}

template <class Effect, class Function>
struct checked_function {
  Function function;
  declared_call as;
  findings* found;

  template <class... Args>
  [[nodiscard]] Effect touches(Args&... args) {
    return unlooked([&] { return touches_of<Effect>(function, args...); });
  }

  template <class... Args>
  void operator()(declarations<Effect, effects::unchecked>& under, const Args&... args) const {
    if (found->failed()) {
      return;
    }
    const auto who = [this] {
      return words(as);
    };
    const Effect whole = unlooked([&] { return touches_of<Effect>(function, args...); });
    declarations<Effect, effects::checked> now(under, *this, whole);
    decide(*found, who, [&] { function(now, args...); });
  }
};

template <class Effect, class Body>
struct checked_step {
  static_assert(std::is_trivially_copyable_v<Effect>,
                "effects of steps that are checked are copied as bytes are");

  Effect effect;
  Body body;
  declared_at at;
  findings* found;

  void operator()() {
    if (!found->failed()) {
      running_step step(*found, effect, [this] { return "step" + words(at); });
      step.run(body);
    }
  }
};

/// Runs a step over `All`, an interval or a block, for a part of it. It cuts the part into slices
/// and checks each, even if the splicer requests the whole part at once. An exception of one slice
/// does not prevent the others from running; the first exception is thrown.
template <class Effect, class All, class EffectOf, class Body>
struct checked_sliced_step {
  All all;
  std::ptrdiff_t slice;
  EffectOf effect_of;
  Body body;
  declared_at at;
  findings* found;

  void operator()(const All& part) {
    const block whole(part);
    effects::interval side = whole.sides[0];
    std::exception_ptr thrown;
    while (!side.empty() && !found->failed()) {
      const std::ptrdiff_t end = side.last - side.first > slice ? side.first + slice : side.last;
      try {
        run_slice(whole.with(0, {side.first, end}).template as<All>());
      } catch (...) {
        thrown = thrown != nullptr ? thrown : std::current_exception();
      }
      side.first = end;
    }
    if (thrown != nullptr) {
      std::rethrow_exception(thrown);
    }
  }

 private:
  void run_slice(const All& part) {
    const auto who = [&] {
      return "part " + effects::describe(part) + " of the step" + words(at);
    };
    const Effect own = decide(*found, who, [&] { return Effect(effect_of(part)); });
    const Effect whole = unlooked([&] { return Effect(effect_of(all)); });
    expect_within(*found, whole, own, who, [this] {
      return "the step for all of " + effects::describe(all);
    });
    running_step step(*found, own, who);
    const auto of_part = [&] {
      body(part);
    };
    step.run(of_part);
  }
};

[[nodiscard]] constexpr bool is_empty(const effects::interval& all) noexcept {
  return all.empty();
}

template <std::size_t Dimensions>
[[nodiscard]] constexpr bool is_empty(
    const std::array<effects::interval, Dimensions>& all) noexcept {
  return block(all).empty();
}

}  // namespace nuthatch::detail
