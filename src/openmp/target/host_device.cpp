// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/host_device.hpp"

#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_settings.hpp"

namespace nuthatch::openmp {

void check_host_fallback(int device, const icvs& icvs) noexcept {
  constexpr int default_device_number = -1;
  constexpr int host_fallback = -2;
  const int meant = device == default_device_number ? icvs.default_device : device;
  if (meant != host_fallback && meant != host_device &&
      env_settings().target == offload::mandatory) {
    fatal_error("OMP_TARGET_OFFLOAD is mandatory, but there is no such device");
  }
}

void check_device(int device) noexcept {
  if (device > host_device && env_settings().target == offload::mandatory) {
    fatal_error("OMP_TARGET_OFFLOAD is mandatory, but there is no such device");
  }
}

}  // namespace nuthatch::openmp
