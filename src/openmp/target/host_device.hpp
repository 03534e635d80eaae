// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/icvs.hpp"

namespace nuthatch::openmp {

// The only device is the host. Its number follows those of all other devices, of which there are
// none.

inline constexpr int host_device = 0;

/// Whether a program refers to the host's memory by this number. The specification also has a
/// constant number for the host.
[[nodiscard]] constexpr bool is_host(int device) noexcept {
  constexpr int everywhere = -1;
  return device == host_device || device == everywhere;
}

/// Checks a construct that the task encounters for a device in GCC's numbering. Ends the program if
/// OMP_TARGET_OFFLOAD is mandatory and the program names another device than the host.
void check_host_fallback(int device, const icvs& icvs) noexcept;

/// The same for a routine with a device argument.
void check_device(int device) noexcept;

}  // namespace nuthatch::openmp
