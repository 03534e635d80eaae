// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::openmp {

// OpenACC programs have one device, the host, with the number 0. A request for another device ends
// the program.

/// The values of acc_device_t.
enum class acc_device : std::uint8_t {
  none = 0,
  default_ = 1,  // NOLINT(readability-identifier-naming): `default` is taken
  host = 2,
  not_host = 4,
  nvidia = 5,
  radeon = 8,
  last = radeon
};

/// Whether the number stands for the host. Ends the program if it is not the number of any device.
[[nodiscard]] bool is_acc_host(int device) noexcept;

/// Ends the program unless the number stands for the host.
void require_acc_host(int device) noexcept;

/// The same with the number of a device of that type. There is one.
void require_acc_host(int device, int number) noexcept;

/// Whether the calling thread is initializing the device for the program, and now runs a tool's
/// callback.
[[nodiscard]] bool is_acc_host_initializing() noexcept;

/// Initializes the device at the first use. Ends the program if ACC_DEVICE_TYPE selects another
/// one.
void use_acc_host();

/// Selects the device by this number, which stands for the host, and initializes it at the first
/// use. Ends the program if the number is that of the default device and ACC_DEVICE_TYPE selects
/// another one.
void select_acc_host(int device);

/// The same for an explicit initialization. Ends the program if the device was initialized before.
void init_acc_host(int device);

/// Shuts the device down. Ends the program if it is not initialized.
void shutdown_acc_host() noexcept;

}  // namespace nuthatch::openmp
