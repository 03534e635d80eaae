// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::openmp {

// The only device of OpenACC programs is the host, of which there is one, with the number 0. What
// is meant for other devices ends the program.

/// As acc_device_t numbers them.
enum class acc_device : std::uint8_t {
  none = 0,
  usual = 1,
  host = 2,
  not_host = 4,
  nvidia = 5,
  radeon = 8,
  last = radeon
};

/// Whether the number means the host. Ends the program if it is no device's.
[[nodiscard]] bool is_acc_host(int device) noexcept;

/// Ends the program unless it means the host.
void require_acc_host(int device) noexcept;

/// The same with one of its devices, which is the first.
void require_acc_host(int device, int number) noexcept;

/// Whether the calling thread is just beginning the device for the program, and calls from a tool's
/// callback.
[[nodiscard]] bool is_acc_host_initializing() noexcept;

/// The device begins, unless it has. Ends the program if ACC_DEVICE_TYPE wants another one.
void use_acc_host();

/// The program selects the device by this number, which means the host. The device begins, unless
/// it has. Ends the program if the number is that of the usual device, and ACC_DEVICE_TYPE wants
/// another one.
void select_acc_host(int device);

/// The same where the program wants the device to begin. Ends the program if it has begun before.
void init_acc_host(int device);

/// The device ends. Ends the program if it has not begun.
void shutdown_acc_host() noexcept;

}  // namespace nuthatch::openmp
