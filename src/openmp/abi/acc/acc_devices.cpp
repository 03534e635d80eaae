// SPDX-License-Identifier: Apache-2.0

// Devices of OpenACC programs: the host.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "openmp/abi/exported.hpp"
#include "openmp/openacc/acc_device.hpp"

namespace {

using nuthatch::openmp::acc_device;
using nuthatch::openmp::is_acc_host;
using nuthatch::openmp::require_acc_host;
using nuthatch::openmp::select_acc_host;
using nuthatch::openmp::use_acc_host;

constexpr int host = static_cast<int>(acc_device::host);

/// The values of acc_device_property_t: name, vendor and version of the driver. The results are
/// libgomp's, which programs compare with. The size of the memory is not reported.
const char* text_of(int property) noexcept {
  switch (property) {
    case 0x10001:
      return "GOMP";
    case 0x10002:
      return "GNU";
    case 0x10003:
      return "1.0";
    default:
      return nullptr;
  }
}

}  // namespace

NUTHATCH_EXPORTED int acc_get_num_devices(int device) {
  return is_acc_host(device) ? 1 : 0;
}

NUTHATCH_EXPORTED void acc_set_device_type(int device) {
  require_acc_host(device);
  select_acc_host(device);
}

NUTHATCH_EXPORTED int acc_get_device_type() {
  return nuthatch::openmp::is_acc_host_initializing() ? static_cast<int>(acc_device::none) : host;
}

/// 0 stands for all types of devices, a negative number for the default one.
NUTHATCH_EXPORTED void acc_set_device_num(int number, int device) {
  require_acc_host(device == 0 ? host : device, std::max(number, 0));
  select_acc_host(device);
}

NUTHATCH_EXPORTED int acc_get_device_num(int device) {
  require_acc_host(device);
  return 0;
}

NUTHATCH_EXPORTED std::size_t acc_get_property(int number, int device, int /*property*/) {
  require_acc_host(device, number);
  use_acc_host();
  return 0;
}

NUTHATCH_EXPORTED const char* acc_get_property_string(int number, int device, int property) {
  require_acc_host(device, number);
  use_acc_host();
  return text_of(property);
}

NUTHATCH_EXPORTED int acc_on_device(int device) {
  return device == host || device == static_cast<int>(acc_device::none) ? 1 : 0;
}

NUTHATCH_EXPORTED void acc_init(int device) {
  require_acc_host(device);
  nuthatch::openmp::init_acc_host(device);
}

NUTHATCH_EXPORTED void acc_shutdown(int device) {
  require_acc_host(device);
  nuthatch::openmp::shutdown_acc_host();
}

// The host has no CUDA streams, contexts or devices.

NUTHATCH_EXPORTED void* acc_get_current_cuda_device() {
  return nullptr;
}

NUTHATCH_EXPORTED void* acc_get_current_cuda_context() {
  return nullptr;
}

NUTHATCH_EXPORTED void* acc_get_cuda_stream(int /*queue*/) {
  return nullptr;
}

NUTHATCH_EXPORTED int acc_set_cuda_stream(int /*queue*/, void* stream) {
  return stream == nullptr ? 0 : -1;
}

// The Fortran names. Some of their arguments are passed by value.

NUTHATCH_EXPORTED int acc_get_num_devices_h_(const std::int32_t* device) {
  return acc_get_num_devices(*device);
}

NUTHATCH_EXPORTED void acc_set_device_type_h_(const std::int32_t* device) {
  acc_set_device_type(*device);
}

NUTHATCH_EXPORTED int acc_get_device_type_h_() {
  return acc_get_device_type();
}

NUTHATCH_EXPORTED void acc_set_device_num_h_(const std::int32_t* number,
                                             const std::int32_t* device) {
  acc_set_device_num(*number, *device);
}

NUTHATCH_EXPORTED int acc_get_device_num_h_(const std::int32_t* device) {
  return acc_get_device_num(*device);
}

NUTHATCH_EXPORTED std::size_t acc_get_property_h_(int number, int device, int property) {
  return acc_get_property(number, device, property);
}

/// Copies the text and pads it with blanks.
NUTHATCH_EXPORTED void acc_get_property_string_h_(
    int number, int device, int property, char* into, std::size_t length) {
  const char* const found = acc_get_property_string(number, device, property);
  const std::string_view text = found != nullptr ? found : "";
  char* const end = std::copy_n(text.begin(), std::min(text.size(), length), into);
  std::fill(end, into + length, ' ');
}

NUTHATCH_EXPORTED int acc_on_device_h_(const std::int32_t* device) {
  return acc_on_device(*device);
}

NUTHATCH_EXPORTED void acc_init_h_(const std::int32_t* device) {
  acc_init(*device);
}

NUTHATCH_EXPORTED void acc_shutdown_h_(const std::int32_t* device) {
  acc_shutdown(*device);
}
