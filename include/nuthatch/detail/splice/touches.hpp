// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace nuthatch::detail {

/// Fails to compile for a type that is not a spliceable function.
template <class Effect, class Function, class... Args>
constexpr void expect_touches() noexcept {
  static_assert(
      requires(Function& f, Args&... args) {
        { f.touches(args...) } -> std::convertible_to<Effect>;
      },
      "a function that is spliced has touches(arguments...), which returns its effect: of the "
      "effect type of its region, or of one that becomes that");
}

}  // namespace nuthatch::detail
