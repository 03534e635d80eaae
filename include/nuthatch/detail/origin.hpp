// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::detail {

/// Returns the name of a closure's type, as the compiler spells it; it shows where the closure was
/// written.
template <class Function>
const char* origin_of() noexcept {
  return __PRETTY_FUNCTION__;
}

}  // namespace nuthatch::detail
