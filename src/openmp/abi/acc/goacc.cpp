// SPDX-License-Identifier: Apache-2.0

// OpenACC constructs, as GCC calls them. The device is the host: compute constructs are executed
// here, synchronously, and data movement does nothing. Further arguments of some functions, for
// queues and waits, are ignored.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "openmp/abi/exported.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/openacc/acc_device.hpp"
#include "openmp/openacc/profiling.hpp"

namespace {

using nuthatch::openmp::event_scope;
using nuthatch::openmp::profile_construct;
using nuthatch::openmp::profile_event;
using nuthatch::openmp::use_acc_host;

using function = void (*)(void*);

constexpr unsigned kind_mask = 0xff;

/// Prints a line for each construct if GOMP_DEBUG=1 requests that.
void trace(const char* name) {
  static const bool is_wanted = [] {
    const char* const value = std::getenv("GOMP_DEBUG");
    return value != nullptr && std::atoi(value) != 0;
  }();
  if (is_wanted) [[unlikely]] {
    nuthatch::openmp::print_warning(name);
  }
}

/// Clears the device addresses of Fortran arrays, which are only in their descriptors here.
void drop_described(std::size_t count,
                    void** addresses,
                    const std::size_t* bytes,
                    const std::uint16_t* kinds) noexcept {
  constexpr unsigned device_pointer = 8;
  for (std::size_t i = 0; i < count; ++i) {
    if ((kinds[i] & kind_mask) == device_pointer && bytes[i] != sizeof(void*)) {
      addresses[i] = nullptr;
    }
  }
}

/// Distinguishes enter data from exit data by the first map kind other than pointer and struct.
bool enters(std::size_t count, const std::uint16_t* kinds) noexcept {
  constexpr std::array<unsigned, 3> belonging{0x04, 0x05, 0x1c};             // pointers, structs
  constexpr std::array<unsigned, 6> entering{0, 1, 0x06, 0x50, 0x80, 0x81};  // alloc, to, present
  const auto* const end = kinds + count;
  const auto* const first = std::find_if(kinds, end, [&belonging](std::uint16_t each) {
    return std::ranges::find(belonging, each & kind_mask) == belonging.end();
  });
  return first != end && std::ranges::find(entering, *first & kind_mask) != entering.end();
}

void enter_data(int queue) {
  use_acc_host();
  const event_scope told(
      profile_event::enter_data_start, profile_construct::enter_data, /*implicit=*/false, queue);
}

void exit_data(int queue) {
  use_acc_host();
  const event_scope told(
      profile_event::exit_data_start, profile_construct::exit_data, /*implicit=*/false, queue);
}

}  // namespace

NUTHATCH_EXPORTED void GOACC_parallel_keyed(int /*flags*/,
                                            function body,
                                            std::size_t count,
                                            void** addresses,
                                            std::size_t* bytes,
                                            std::uint16_t* kinds) {
  trace("GOACC_parallel_keyed");
  use_acc_host();
  const event_scope told(profile_event::compute_construct_start, profile_construct::parallel);
  drop_described(count, addresses, bytes, kinds);
  body(addresses);
}

/// The entry point of compute constructs that GCC 5 calls.
NUTHATCH_EXPORTED void GOACC_parallel(int /*flags*/,
                                      function body,
                                      std::size_t /*count*/,
                                      void** addresses,
                                      std::size_t* /*bytes*/,
                                      std::uint16_t* /*kinds*/) {
  body(addresses);
}

NUTHATCH_EXPORTED void GOACC_data_start(int /*flags*/,
                                        std::size_t count,
                                        void** /*addresses*/,
                                        std::size_t* /*bytes*/,
                                        std::uint16_t* kinds) {
  constexpr unsigned use_device_pointer = 14;  // of host_data constructs only
  trace("GOACC_data_start");
  use_acc_host();
  const bool is_host_data = std::any_of(kinds, kinds + count, [](std::uint16_t each) {
    return (each & kind_mask) == use_device_pointer;
  });
  const event_scope told(profile_event::enter_data_start,
                         is_host_data ? profile_construct::host_data : profile_construct::data);
}

NUTHATCH_EXPORTED void GOACC_data_end() {
  trace("GOACC_data_end");
  const event_scope told(profile_event::exit_data_start, profile_construct::data);
}

NUTHATCH_EXPORTED void GOACC_enter_data(int /*flags*/,
                                        std::size_t /*count*/,
                                        void** /*addresses*/,
                                        std::size_t* /*bytes*/,
                                        std::uint16_t* /*kinds*/,
                                        int queue) {
  enter_data(queue);
}

NUTHATCH_EXPORTED void GOACC_exit_data(int /*flags*/,
                                       std::size_t /*count*/,
                                       void** /*addresses*/,
                                       std::size_t* /*bytes*/,
                                       std::uint16_t* /*kinds*/,
                                       int queue) {
  exit_data(queue);
}

/// For GCC before 12, which has one function for both.
NUTHATCH_EXPORTED void GOACC_enter_exit_data(int /*flags*/,
                                             std::size_t count,
                                             void** /*addresses*/,
                                             std::size_t* /*bytes*/,
                                             std::uint16_t* kinds,
                                             int queue) {
  if (enters(count, kinds)) {
    enter_data(queue);
  } else {
    exit_data(queue);
  }
}

NUTHATCH_EXPORTED void GOACC_update(int /*flags*/,
                                    std::size_t /*count*/,
                                    void** /*addresses*/,
                                    std::size_t* /*bytes*/,
                                    std::uint16_t* /*kinds*/,
                                    int queue) {
  use_acc_host();
  const event_scope told(
      profile_event::update_start, profile_construct::update, /*implicit=*/false, queue);
}

NUTHATCH_EXPORTED void GOACC_declare(int /*flags*/,
                                     std::size_t /*count*/,
                                     void** /*addresses*/,
                                     std::size_t* /*bytes*/,
                                     std::uint16_t* /*kinds*/) {
  use_acc_host();
}

NUTHATCH_EXPORTED void GOACC_wait(int /*queue*/, int /*waits*/) {
  use_acc_host();
}

NUTHATCH_EXPORTED int GOACC_get_num_threads() {
  return 1;
}

NUTHATCH_EXPORTED int GOACC_get_thread_num() {
  return 0;
}
