// SPDX-License-Identifier: Apache-2.0

// Device routines. The host is the only device.

#include <algorithm>

#include "openmp/abi/fortran.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"
#include "openmp/target/host_device.hpp"

namespace {

using nuthatch::openmp::host_device;
using nuthatch::openmp::is_host;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::writable_icvs;

}  // namespace

NUTHATCH_EXPORTED int omp_get_num_devices() {
  return host_device;
}

NUTHATCH_EXPORTED int omp_get_initial_device() {
  return host_device;
}

NUTHATCH_EXPORTED int omp_get_device_num() {
  return host_device;
}

NUTHATCH_EXPORTED int omp_is_initial_device() {
  return 1;
}

NUTHATCH_EXPORTED int omp_get_default_device() {
  return this_thread().current_task->icvs->default_device;
}

/// A negative number counts as 0.
NUTHATCH_EXPORTED void omp_set_default_device(int device) {
  writable_icvs(this_thread()).default_device = std::max(device, 0);
}

/// Returns 0 if the call is permitted, that is, outside of all regions. The threadprivate variables
/// of the ended threads are lost.
NUTHATCH_EXPORTED int omp_pause_resource_all(int /*how*/) {
  nuthatch::openmp::thread& self = this_thread();
  if (self.member->team->level() != 0) {
    return -1;
  }
  self.end_idle_threads();
  return 0;
}

NUTHATCH_EXPORTED int omp_pause_resource(int how, int device) {
  return is_host(device) ? omp_pause_resource_all(how) : -1;
}

NUTHATCH_FORTRAN_QUERY(int, omp_get_num_devices)
NUTHATCH_FORTRAN_QUERY(int, omp_get_initial_device)
NUTHATCH_FORTRAN_QUERY(int, omp_get_device_num)
NUTHATCH_FORTRAN_QUERY(int, omp_is_initial_device)
NUTHATCH_FORTRAN_QUERY(int, omp_get_default_device)
NUTHATCH_FORTRAN_SETTER(omp_set_default_device)

NUTHATCH_EXPORTED int omp_pause_resource_all_(const std::int32_t* how) {
  return omp_pause_resource_all(*how);
}

NUTHATCH_EXPORTED int omp_pause_resource_(const std::int32_t* how, const std::int32_t* device) {
  return omp_pause_resource(*how, *device);
}
