// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "openmp/openacc/acc_device.hpp"

namespace nuthatch::openmp {

// OpenACC's profiling interface for tools. Layouts and numbers are those of acc_prof.h.

/// The events. Each start is followed by its end.
enum class profile_event : std::uint8_t {
  none = 0,
  device_init_start = 1,
  enter_data_start = 10,
  exit_data_start = 12,
  update_start = 14,
  compute_construct_start = 16,
  last = 26
};

enum class profile_construct : std::uint8_t {
  parallel = 0,
  data = 3,
  enter_data = 4,
  exit_data = 5,
  host_data = 6,
  update = 12,
  runtime_api = 15
};

/// The place and the device of an event.
struct profile_info {
  int event;
  int valid_bytes;
  int version;
  int device_type;
  int device_number;
  int thread;
  long async;
  long async_queue;
  const char* source;
  const char* function;
  int line;
  int end_line;
  int function_line;
  int function_end_line;
};

/// The description of an event. Some events of devices have more data than those of the host.
struct profile_event_info {
  int event;
  int valid_bytes;
  int construct;
  int implicit;
  void* tool_info;
  std::byte of_devices[32];
};

/// The programming interface of the device. There is none.
struct profile_api_info {
  int api;
  int valid_bytes;
  int device_type;
  int vendor;
  const void* device;
  const void* context;
  const void* async;
};

using profile_callback = void (*)(profile_info*, profile_event_info*, profile_api_info*);

/// Whether a tool registers a callback, or resumes it after a pause: for all threads, or for this
/// one.
enum class profile_registering : std::uint8_t { call = 0, toggle = 1, toggle_on_thread = 2 };

/// Registers or unregisters a tool's callback. Ignores invalid arguments. A callback that was
/// registered n times is called once for each event, until it has been unregistered n times. Any
/// thread, in callbacks as well.
void register_callback(int event, profile_callback call, int how) noexcept;
void unregister_callback(int event, profile_callback call, int how) noexcept;

/// Reports the start and the end of an event to tools. Costs one load while there is no tool.
class event_scope {
 public:
  /// `device` is the type of the device, a value of acc_device_t.
  event_scope(profile_event start,
              profile_construct construct,
              bool implicit = false,
              int async = -2,
              int device = static_cast<int>(acc_device::host))
      : start_(static_cast<int>(start)) {
    if (are_callbacks()) [[unlikely]] {
      begin(construct, implicit, async, device);
    }
  }

  event_scope(const event_scope&) = delete;
  event_scope& operator=(const event_scope&) = delete;

  ~event_scope() {
    if (told_) [[unlikely]] {
      end();
    }
  }

 private:
  [[nodiscard]] static bool are_callbacks() noexcept;
  void begin(profile_construct construct, bool implicit, int async, int device);
  void end();

  const int start_;
  bool told_ = false;
  // The end event passes what a tool wrote at the start.
  profile_info info_;
  profile_event_info event_;
  profile_api_info api_;
};

}  // namespace nuthatch::openmp
