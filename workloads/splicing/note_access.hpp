// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

#include <nuthatch/effects.hpp>

namespace nuthatch::workloads {

/// Whether programs are checked: NUTHATCH_CHECK_EFFECTS.
inline constexpr bool accesses_are_noted =
    std::is_same_v<effects::default_checking, effects::checked>;

// Note what kernels access through pointers: this many elements from the pointer on. Do nothing
// unless programs are checked.

inline void note_reads(const double* first, std::ptrdiff_t elements) {
  effects::check_access(
      first, static_cast<std::size_t>(elements) * sizeof(double), effects::access::reads);
}

inline void note_writes(const double* first, std::ptrdiff_t elements) {
  effects::check_access(
      first, static_cast<std::size_t>(elements) * sizeof(double), effects::access::writes);
}

}  // namespace nuthatch::workloads
