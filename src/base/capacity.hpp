// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::base {

/// Returns `usual`; in builds that explore interleavings, `small`, which programs of a few tasks
/// reach.
template <class T>
[[nodiscard]] constexpr T capacity([[maybe_unused]] T usual, [[maybe_unused]] T small) noexcept {
#if defined(NUTHATCH_EXPLORE)
  return small;
#else
  return usual;
#endif
}

}  // namespace nuthatch::base
