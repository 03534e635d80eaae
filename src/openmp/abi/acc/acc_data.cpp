// SPDX-License-Identifier: Apache-2.0

// Memory and data of OpenACC programs, for C and for Fortran. The device is the host.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "openmp/abi/exported.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/openacc/acc_device.hpp"
#include "openmp/openacc/acc_memory.hpp"

namespace {

using nuthatch::openmp::acc_enter;
using nuthatch::openmp::fortran_array;
using nuthatch::openmp::is_acc_present;
using nuthatch::openmp::use_acc_host;

/// Handles data that leave the device, or are the same on both sides: nothing has to be moved.
void acc_leave(void* /*address*/, std::size_t /*bytes*/) {
  use_acc_host();
}

}  // namespace

NUTHATCH_EXPORTED void* acc_malloc(std::size_t bytes) {
  use_acc_host();
  return bytes != 0 ? std::malloc(bytes) : nullptr;
}

NUTHATCH_EXPORTED void acc_free(void* memory) {
  std::free(memory);
}

NUTHATCH_EXPORTED void acc_memcpy_to_device(void* to, void* from, std::size_t bytes) {
  use_acc_host();
  if (bytes != 0) {
    std::memmove(to, from, bytes);
  }
}

NUTHATCH_EXPORTED void acc_memcpy_from_device(void* to, void* from, std::size_t bytes) {
  acc_memcpy_to_device(to, from, bytes);
}

NUTHATCH_EXPORTED void acc_memcpy_to_device_async(void* to,
                                                  void* from,
                                                  std::size_t bytes,
                                                  int /*queue*/) {
  acc_memcpy_to_device(to, from, bytes);
}

NUTHATCH_EXPORTED void acc_memcpy_from_device_async(void* to,
                                                    void* from,
                                                    std::size_t bytes,
                                                    int /*queue*/) {
  acc_memcpy_from_device(to, from, bytes);
}

NUTHATCH_EXPORTED void acc_map_data(void* host, void* device, std::size_t /*bytes*/) {
  use_acc_host();
  if (host != device) {
    nuthatch::openmp::fatal_error("cannot map data on shared-memory system");
  }
}

NUTHATCH_EXPORTED void acc_unmap_data(void* /*host*/) {
  use_acc_host();
}

NUTHATCH_EXPORTED void* acc_deviceptr(void* host) {
  use_acc_host();
  return host;
}

NUTHATCH_EXPORTED void* acc_hostptr(void* device) {
  use_acc_host();
  return device;
}

// Pointers on the device already point to the right address.

NUTHATCH_EXPORTED void acc_attach(void** /*pointer*/) {}

NUTHATCH_EXPORTED void acc_attach_async(void** /*pointer*/, int /*queue*/) {}

NUTHATCH_EXPORTED void acc_detach(void** /*pointer*/) {}

NUTHATCH_EXPORTED void acc_detach_async(void** /*pointer*/, int /*queue*/) {}

NUTHATCH_EXPORTED void acc_detach_finalize(void** /*pointer*/) {}

NUTHATCH_EXPORTED void acc_detach_finalize_async(void** /*pointer*/, int /*queue*/) {}

NUTHATCH_EXPORTED int acc_is_present(void* address, std::size_t bytes) {
  return is_acc_present(address, bytes) ? 1 : 0;
}

NUTHATCH_EXPORTED int acc_is_present_32_h_(void* address, const std::int32_t* bytes) {
  return acc_is_present(address, static_cast<std::size_t>(*bytes));
}

NUTHATCH_EXPORTED int acc_is_present_64_h_(void* address, const std::int64_t* bytes) {
  return acc_is_present(address, static_cast<std::size_t>(*bytes));
}

NUTHATCH_EXPORTED int acc_is_present_array_h_(const fortran_array* array) {
  return acc_is_present(array->base, array->bytes());
}

// Each C function has two Fortran variants: for a number of bytes, and for an array.

#define NUTHATCH_ACC_DATA(returned, name, does)                             \
  NUTHATCH_EXPORTED returned acc_##name(void* address, std::size_t bytes) { \
    return does(address, bytes);                                            \
  }

#define NUTHATCH_ACC_FORTRAN_DATA(name, does)                                           \
  NUTHATCH_EXPORTED void acc_##name##_32_h_(void* address, const std::int32_t* bytes) { \
    does(address, static_cast<std::size_t>(*bytes));                                    \
  }                                                                                     \
  NUTHATCH_EXPORTED void acc_##name##_64_h_(void* address, const std::int64_t* bytes) { \
    does(address, static_cast<std::size_t>(*bytes));                                    \
  }                                                                                     \
  NUTHATCH_EXPORTED void acc_##name##_array_h_(const fortran_array* array) {            \
    does(array->base, array->bytes());                                                  \
  }

#define NUTHATCH_ACC_ASYNC_DATA(name, does)                                          \
  NUTHATCH_EXPORTED void acc_##name##_async(void* address, std::size_t bytes, int) { \
    does(address, bytes);                                                            \
  }

#define NUTHATCH_ACC_FORTRAN_ASYNC_DATA(name, does)                              \
  NUTHATCH_EXPORTED void acc_##name##_async_32_h_(                               \
      void* address, const std::int32_t* bytes, const std::int32_t*) {           \
    does(address, static_cast<std::size_t>(*bytes));                             \
  }                                                                              \
  NUTHATCH_EXPORTED void acc_##name##_async_64_h_(                               \
      void* address, const std::int64_t* bytes, const std::int32_t*) {           \
    does(address, static_cast<std::size_t>(*bytes));                             \
  }                                                                              \
  NUTHATCH_EXPORTED void acc_##name##_async_array_h_(const fortran_array* array, \
                                                     const std::int32_t*) {      \
    does(array->base, array->bytes());                                           \
  }

NUTHATCH_ACC_DATA(void*, copyin, acc_enter)
NUTHATCH_ACC_DATA(void*, create, acc_enter)
NUTHATCH_ACC_DATA(void*, present_or_copyin, acc_enter)
NUTHATCH_ACC_DATA(void*, present_or_create, acc_enter)
NUTHATCH_ACC_DATA(void*, pcopyin, acc_enter)
NUTHATCH_ACC_DATA(void*, pcreate, acc_enter)
NUTHATCH_ACC_DATA(void, copyout, acc_leave)
NUTHATCH_ACC_DATA(void, delete, acc_leave)
NUTHATCH_ACC_DATA(void, copyout_finalize, acc_leave)
NUTHATCH_ACC_DATA(void, delete_finalize, acc_leave)
NUTHATCH_ACC_DATA(void, update_device, acc_leave)
NUTHATCH_ACC_DATA(void, update_self, acc_leave)

NUTHATCH_ACC_FORTRAN_DATA(copyin, acc_enter)
NUTHATCH_ACC_FORTRAN_DATA(create, acc_enter)
NUTHATCH_ACC_FORTRAN_DATA(present_or_copyin, acc_enter)
NUTHATCH_ACC_FORTRAN_DATA(present_or_create, acc_enter)
NUTHATCH_ACC_FORTRAN_DATA(copyout, acc_leave)
NUTHATCH_ACC_FORTRAN_DATA(delete, acc_leave)
NUTHATCH_ACC_FORTRAN_DATA(copyout_finalize, acc_leave)
NUTHATCH_ACC_FORTRAN_DATA(delete_finalize, acc_leave)
NUTHATCH_ACC_FORTRAN_DATA(update_device, acc_leave)
NUTHATCH_ACC_FORTRAN_DATA(update_self, acc_leave)

NUTHATCH_ACC_ASYNC_DATA(copyin, acc_enter)
NUTHATCH_ACC_ASYNC_DATA(create, acc_enter)
NUTHATCH_ACC_ASYNC_DATA(copyout, acc_leave)
NUTHATCH_ACC_ASYNC_DATA(delete, acc_leave)
NUTHATCH_ACC_ASYNC_DATA(copyout_finalize, acc_leave)
NUTHATCH_ACC_ASYNC_DATA(delete_finalize, acc_leave)
NUTHATCH_ACC_ASYNC_DATA(update_device, acc_leave)
NUTHATCH_ACC_ASYNC_DATA(update_self, acc_leave)

NUTHATCH_ACC_FORTRAN_ASYNC_DATA(copyin, acc_enter)
NUTHATCH_ACC_FORTRAN_ASYNC_DATA(create, acc_enter)
NUTHATCH_ACC_FORTRAN_ASYNC_DATA(copyout, acc_leave)
NUTHATCH_ACC_FORTRAN_ASYNC_DATA(delete, acc_leave)
NUTHATCH_ACC_FORTRAN_ASYNC_DATA(update_device, acc_leave)
NUTHATCH_ACC_FORTRAN_ASYNC_DATA(update_self, acc_leave)
