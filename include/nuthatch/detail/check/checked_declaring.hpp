// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <nuthatch/detail/check/checked_code.hpp>
#include <nuthatch/detail/check/checked_items.hpp>
#include <nuthatch/detail/check/findings.hpp>
#include <nuthatch/detail/check/type_name.hpp>
#include <nuthatch/detail/check/words.hpp>
#include <nuthatch/detail/splice/touches.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch::detail {

/// The calls and steps of declarations and splice_region. Compares them with the effect of the
/// function that declares them, and passes them on.
template <class Under, effects::effect_type Effect>
class checked_declaring {
 public:
  using here = source_location;

  // A default argument for the source location cannot follow a parameter pack, so there is an
  // overload for each number of arguments.

  template <class Function>
  void call(Function f, here where = here::current()) {
    declare_call(where, f);
  }

  template <class Function, class Argument1>
  void call(Function f, Argument1 a1, here where = here::current()) {
    declare_call(where, f, a1);
  }

  template <class Function, class Argument1, class Argument2>
  void call(Function f, Argument1 a1, Argument2 a2, here where = here::current()) {
    declare_call(where, f, a1, a2);
  }

  template <class Function, class Argument1, class Argument2, class Argument3>
  void call(Function f, Argument1 a1, Argument2 a2, Argument3 a3, here where = here::current()) {
    declare_call(where, f, a1, a2, a3);
  }

  template <class Function, class Argument1, class Argument2, class Argument3, class Argument4>
  void call(Function f,
            Argument1 a1,
            Argument2 a2,
            Argument3 a3,
            Argument4 a4,
            here where = here::current()) {
    declare_call(where, f, a1, a2, a3, a4);
  }

  // NOLINTBEGIN(readability-function-size)
  template <class Function,
            class Argument1,
            class Argument2,
            class Argument3,
            class Argument4,
            class Argument5>
  void call(Function f,
            Argument1 a1,
            Argument2 a2,
            Argument3 a3,
            Argument4 a4,
            Argument5 a5,
            here where = here::current()) {
    declare_call(where, f, a1, a2, a3, a4, a5);
  }

  template <class Function,
            class Argument1,
            class Argument2,
            class Argument3,
            class Argument4,
            class Argument5,
            class Argument6>
  void call(Function f,
            Argument1 a1,
            Argument2 a2,
            Argument3 a3,
            Argument4 a4,
            Argument5 a5,
            Argument6 a6,
            here where = here::current()) {
    declare_call(where, f, a1, a2, a3, a4, a5, a6);
  }

  // NOLINTEND(readability-function-size)

  /// With more arguments, messages do not state the location.
  template <class Function, class... Args>
    requires(sizeof...(Args) > 6)
  void call(Function f, Args... args) {
    declare_call(here(), f, args...);
  }

  template <std::invocable Body>
  void step(const Effect& effect, Body body, here where = here::current()) {
    const declared_at at{where, name()};
    expect_declared(effect, [&at] { return "step" + words(at); });
    hand_on([&] { under_->step(effect, checked_step<Effect, Body>{effect, body, at, found_}); });
  }

  template <std::invocable<effects::interval> EffectOf, std::invocable<effects::interval> Body>
  void step(effects::interval all,
            std::ptrdiff_t slice,
            EffectOf effect_of,
            Body body,
            here where = here::current()) {
    declare_sliced(where, all, slice, effect_of, body);
  }

  template <std::size_t Dimensions,
            std::invocable<std::array<effects::interval, Dimensions>> EffectOf,
            std::invocable<std::array<effects::interval, Dimensions>> Body>
  void step(const std::array<effects::interval, Dimensions>& all,
            std::ptrdiff_t slice,
            EffectOf effect_of,
            Body body,
            here where = here::current()) {
    declare_sliced(where, all, slice, effect_of, body);
  }

  /// The check concerns the bodies, so it runs them one after the other instead of together.
  template <class All, class EffectOf, class Body, class Together>
    requires std::is_empty_v<Together>
  void step(const All& all,
            std::ptrdiff_t slice,
            EffectOf effect_of,
            Body body,
            Together /*together*/,
            here where = here::current()) {
    declare_sliced(where, all, slice, effect_of, body);
  }

 protected:
  /// In the body of try_splice, every declaration is permitted.
  checked_declaring(Under& under, findings& found) noexcept : under_(&under), found_(&found) {}

  checked_declaring(Under& under,
                    findings& found,
                    const declared_call& in,
                    const Effect& whole) noexcept
      : under_(&under),
        found_(&found),
        in_(&in),
        whole_(&whole) {}

  /// An error of the check takes precedence over other exceptions, which may follow from it.
  template <class Do>
  void hand_on(Do go) {
    if (in_ != nullptr) {
      go();
      return;
    }
    try {
      const nothing_running unseen;
      go();
    } catch (...) {
      found_->rethrow();
      throw;
    }
  }

 private:
  [[nodiscard]] std::string_view name() const noexcept {
    return in_ == nullptr ? std::string_view() : in_->function;
  }

  template <class Words>
  void expect_declared(const Effect& effect, Words who) {
    if (in_ != nullptr) {
      expect_within(*found_, *whole_, effect, who, [this] { return quoted(name()); });
    }
  }

  template <class Function, class... Args>
  void declare_call(const here& where, Function f, Args... args) {
    expect_touches<Effect, Function, Args...>();
    const declared_call as{type_name<Function>(), {where, name()}};
    const auto who = [&as] {
      return words(as);
    };
    const Effect whole = decide(*found_, who, [&] { return touches_of<Effect>(f, args...); });
    expect_declared(whole, who);
    hand_on([&] { under_->call(checked_function<Effect, Function>{f, as, found_}, args...); });
  }

  template <class All, class EffectOf, class Body>
  void declare_sliced(
      const here& where, const All& all, std::ptrdiff_t slice, EffectOf effect_of, Body body) {
    if (is_empty(all)) {
      return;
    }
    const declared_at at{where, name()};
    const auto who = [&at] {
      return "step" + words(at);
    };
    expect_declared(decide(*found_, who, [&] { return Effect(effect_of(all)); }), who);
    hand_on([&] {
      under_->step(
          all,
          slice,
          [effect_of](const All& part) {
            return unlooked([&] { return Effect(effect_of(part)); });
          },
          checked_sliced_step<Effect, All, EffectOf, Body>{.all = all,
                                                           .slice = slice < 1 ? 1 : slice,
                                                           .effect_of = effect_of,
                                                           .body = body,
                                                           .at = at,
                                                           .found = found_});
    });
  }

  Under* under_;
  findings* found_;
  const declared_call* in_ = nullptr;
  const Effect* whole_ = nullptr;
};

}  // namespace nuthatch::detail
