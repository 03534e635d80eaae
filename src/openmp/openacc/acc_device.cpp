// SPDX-License-Identifier: Apache-2.0
#include "openmp/openacc/acc_device.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_parser.hpp"
#include "openmp/openacc/profiling.hpp"

namespace nuthatch::openmp {

namespace {

// Relaxed: it publishes nothing.
constinit detail::atomic<bool> has_begun{/*value=*/false};

constinit thread_local bool begins_here = false;

/// Ends the program if the environment selects another default device than the host.
void require_default_to_be_host() {
  if (const char* const wanted = std::getenv("ACC_DEVICE_TYPE")) {
    if (!env_parser(wanted).take_word("host")) {
      fatal_error("ACC_DEVICE_TYPE: device type " + std::string(wanted) + " not supported");
    }
  }
}

/// Initializes the device. Returns false if it was initialized before.
bool begin(int device, bool by_program) {
  if (has_begun.load(detail::memory_order_relaxed) ||
      has_begun.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    return false;
  }
  if (device != static_cast<int>(acc_device::host)) {
    require_default_to_be_host();
  }
  constexpr int synchronous = -2;
  begins_here = by_program;
  {
    const event_scope told(
        profile_event::device_init_start,
        by_program ? profile_construct::runtime_api : profile_construct::parallel,
        !by_program,
        synchronous,
        device);
  }
  begins_here = false;
  return true;
}

std::string name_of(int device) {
  static constexpr std::array names{
      "none", "default", "host", "host_nonshm", "not_host", "nvidia", "intel_mic", "hsa", "radeon"};
  return names.at(static_cast<std::size_t>(device));
}

}  // namespace

bool is_acc_host(int device) noexcept {
  if (device < 0 || device > static_cast<int>(acc_device::last)) {
    fatal_error("unknown device type " + std::to_string(device));
  }
  return device == static_cast<int>(acc_device::host) ||
         device == static_cast<int>(acc_device::default_);
}

void require_acc_host(int device) noexcept {
  if (is_acc_host(device)) {
    return;
  }
  if (device == static_cast<int>(acc_device::not_host)) {
    fatal_error("no device found");
  }
  fatal_error("device type " + name_of(device) + " not supported");
}

void require_acc_host(int device, int number) noexcept {
  require_acc_host(device);
  if (number != 0) {
    fatal_error("device " + std::to_string(number) + " out of range");
  }
}

bool is_acc_host_initializing() noexcept {
  return begins_here;
}

void use_acc_host() {
  begin(static_cast<int>(acc_device::default_), /*by_program=*/false);
}

void select_acc_host(int device) {
  begin(device, /*by_program=*/true);
}

void init_acc_host(int device) {
  if (!begin(device, /*by_program=*/true)) {
    fatal_error("device already active");
  }
}

void shutdown_acc_host() noexcept {
  if (!has_begun.exchange(/*value=*/false, detail::memory_order_relaxed)) {
    fatal_error("no device initialized");
  }
}

}  // namespace nuthatch::openmp
