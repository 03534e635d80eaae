// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/check/checked_declaring.hpp>
#include <nuthatch/detail/check/findings.hpp>
#include <nuthatch/effects/checking.hpp>
#include <nuthatch/splice_counts.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch {

template <effects::effect_type Effect, class Checking>
class splice_region;

template <effects::effect_type Effect, class Checking>
class in_order_region;

/// As without checks. What is declared has to lie within the effect of the function that declares
/// it, parts of a step within the step, and what steps do to checked views within their effects.
/// Where it does not, effects::effect_error is thrown, and nothing of the region runs any more.
/// docs/effects.md
template <effects::effect_type Effect>
class declarations<Effect, effects::checked>
    : public detail::checked_declaring<declarations<Effect, effects::unchecked>, Effect> {
 public:
  template <class Function>
  declarations(declarations<Effect, effects::unchecked>& under,
               const detail::checked_function<Effect, Function>& of,
               const Effect& whole) noexcept
      : declarations::checked_declaring(under, *of.found, of.as, whole) {}
};

/// What try_splice() passes to its callable in a program that is checked.
template <effects::effect_type Effect>
class splice_region<Effect, effects::checked>
    : public detail::checked_declaring<splice_region<Effect, effects::unchecked>, Effect> {
 public:
  splice_region(std::size_t group, const splice_options& options, splice_counts& counts)
      : splice_region::checked_declaring(under_, found_),
        under_(group, options, counts) {}

  splice_region(const splice_region&) = delete;
  splice_region& operator=(const splice_region&) = delete;

  void run() {
    this->hand_on([this] { under_.run(); });
    found_.rethrow();
  }

 private:
  splice_region<Effect, effects::unchecked> under_;
  detail::findings found_;
};

/// What run_in_order() passes to its callable in a program that is checked.
template <effects::effect_type Effect>
class in_order_region<Effect, effects::checked>
    : public detail::checked_declaring<in_order_region<Effect, effects::unchecked>, Effect> {
 public:
  in_order_region() : in_order_region::checked_declaring(under_, found_) {}

  in_order_region(const in_order_region&) = delete;
  in_order_region& operator=(const in_order_region&) = delete;

  void run() { found_.rethrow(); }

 private:
  in_order_region<Effect, effects::unchecked> under_;
  detail::findings found_;
};

}  // namespace nuthatch
