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

/// The interface is that without checks. Declarations have to be within the effect of the function
/// that makes them, parts of a step within the step, and accesses of steps to checked views within
/// their effects. A violation throws effects::effect_error, and nothing further of the region runs.
/// See docs/effects.md.
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

/// The region that try_splice() passes to its callable in a checked program.
template <effects::effect_type Effect>
class splice_region<Effect, effects::checked>
    : public detail::checked_declaring<splice_region<Effect, effects::unchecked>, Effect> {
 public:
  splice_region(std::size_t group, const splice_options& options, splice_counts& counts)
      : splice_region::checked_declaring(under_, found_),
        under_(group, options, counts) {}

  splice_region(const splice_region&) = delete;
  splice_region& operator=(const splice_region&) = delete;
  ~splice_region() = default;

  void run() {
    this->hand_on([this] { under_.run(); });
    found_.rethrow();
  }

 private:
  splice_region<Effect, effects::unchecked> under_;
  detail::findings found_;
};

/// The region that run_in_order() passes to its callable in a checked program.
template <effects::effect_type Effect>
class in_order_region<Effect, effects::checked>
    : public detail::checked_declaring<in_order_region<Effect, effects::unchecked>, Effect> {
 public:
  in_order_region() : in_order_region::checked_declaring(under_, found_) {}

  in_order_region(const in_order_region&) = delete;
  in_order_region& operator=(const in_order_region&) = delete;
  ~in_order_region() = default;

  void run() { found_.rethrow(); }

 private:
  in_order_region<Effect, effects::unchecked> under_;
  detail::findings found_;
};

}  // namespace nuthatch
