// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/checking.hpp>

namespace nuthatch::effects {

/// Announces that the caller is about to access memory. In a checked step, this compares the access
/// with the effect of the step; in code that declares calls and steps, it is an error. Elsewhere,
/// and without checks, it has no effect.
///
/// @param first  the start of the memory.
/// @param size   its size in bytes.
/// @param how    the kind of access.
/// @throws effect_error if the access was not declared.
template <class Checking = default_checking>
void check_access([[maybe_unused]] const void* first,
                  [[maybe_unused]] std::size_t size,
                  [[maybe_unused]] access how) {
  if constexpr (std::is_same_v<Checking, checked>) {
    const auto at = reinterpret_cast<std::uintptr_t>(first);
    detail::check_accessed({.bytes = {at, at + size}, .how = how});
  }
}

}  // namespace nuthatch::effects
