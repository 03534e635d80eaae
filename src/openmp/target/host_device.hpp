// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/threads/icvs.hpp"

namespace nuthatch::openmp {

// There is no device but the host, which has the number that follows those of all devices.

inline constexpr int host_device = 0;

/// Whether a program means the host where it tells on which device memory is. The standard also
/// has a number for it that is the same everywhere.
[[nodiscard]] constexpr bool is_host(int device) noexcept {
  constexpr int everywhere = -1;
  return device == host_device || device == everywhere;
}

/// A construct of the task that says this is to run on a device, as GCC numbers it. Ends the
/// program if it must not run on the host: OMP_TARGET_OFFLOAD is mandatory, and the program names
/// another device.
void check_host_fallback(int device, const icvs& icvs) noexcept;

/// The same for a function that gets such a number.
void check_device(int device) noexcept;

}  // namespace nuthatch::openmp
