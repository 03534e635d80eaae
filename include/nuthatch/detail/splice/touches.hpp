#pragma once

#include <concepts>

namespace nuthatch::detail {

/// Does not compile for what is no function that can be spliced.
template <class E, class F, class... A>
constexpr void expect_touches() noexcept {
  static_assert(
      requires(F& f, A&... args) {
        { f.touches(args...) } -> std::convertible_to<E>;
      },
      "a function that is spliced has touches(arguments...), which returns its effect: of the "
      "effect type of its region, or of one that becomes that");
}

}  // namespace nuthatch::detail
