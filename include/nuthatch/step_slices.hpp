// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <span>
#include <type_traits>

#include <nuthatch/detail/splice/item.hpp>

namespace nuthatch {

/// Slices of the same step of several calls, at most one per call, in program order. `Where` is an
/// interval, or an array of intervals. The slices do not interfere with each other.
template <class Body, class Where>
class step_slices {
 public:
  /// The body of a call's step, and the part that it has to run for.
  struct slice {
    const Body& body;
    Where where;
  };

  explicit step_slices(std::span<const detail::step_slice> all) noexcept : all_(all) {}

  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

  [[nodiscard]] slice operator[](std::size_t i) const noexcept {
    return {*static_cast<const Body*>(all_[i].payload), all_[i].part.template as<Where>()};
  }

 private:
  std::span<const detail::step_slice> all_;
};

/// The default: runs the body of each slice.
struct run_each {};

namespace detail {

/// The data of a step over an interval or a block. The body comes first.
template <class Body, class EffectOf>
struct sliced_step {
  Body body;
  EffectOf effect_of;
};

/// Returns the function that runs slices together by a callable without members; null for run_each.
template <class Together, class Body, class Where>
[[nodiscard]] consteval auto run_together_by() {
  using operation = void (*)(std::span<const step_slice>);
  if constexpr (std::is_same_v<Together, run_each>) {
    return operation(nullptr);
  } else {
    static_assert(std::is_empty_v<Together> && std::is_default_constructible_v<Together>,
                  "what runs slices together knows of them by their bodies only");
    static_assert(std::is_invocable_v<Together, const step_slices<Body, Where>&>);
    return operation(
        [](std::span<const step_slice> slices) { Together()(step_slices<Body, Where>(slices)); });
  }
}

}  // namespace detail

}  // namespace nuthatch
