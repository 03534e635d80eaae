// SPDX-License-Identifier: Apache-2.0

// Target constructs, as GCC calls them. There is no device, so they run on the host and use its
// memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "openmp/abi/exported.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/target/host_device.hpp"
#include "openmp/target/target_region.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/waiting.hpp"

namespace {

using nuthatch::openmp::check_host_fallback;
using nuthatch::openmp::create_task;
using nuthatch::openmp::dependence_list;
using nuthatch::openmp::parse_gomp_depend;
using nuthatch::openmp::target_region;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;

using function = void (*)(void*);

constexpr unsigned is_nowait = 1;

/// Finds thread_limit in the device arguments, words that end with a null one. Each argument has a
/// device, an identifier and a value; the value may be in a separate word.
std::uint32_t thread_limit_in(void* const* arguments) noexcept {
  constexpr std::intptr_t device_mask = 0x7f;  // 0: for all devices
  constexpr std::intptr_t has_word = 0x80;
  constexpr std::intptr_t identifier_mask = 0xff00;
  constexpr std::intptr_t thread_limit = 0x200;
  constexpr unsigned value_shift = 16;
  constexpr std::intptr_t most = std::numeric_limits<std::int32_t>::max();
  while (arguments != nullptr && *arguments != nullptr) {
    const auto word = reinterpret_cast<std::intptr_t>(*arguments++);
    const std::intptr_t value = (word & has_word) != 0
                                    ? reinterpret_cast<std::intptr_t>(*arguments++)
                                    : word >> value_shift;
    if ((word & device_mask) == 0 && (word & identifier_mask) == thread_limit) {
      return static_cast<std::uint32_t>(std::clamp<std::intptr_t>(value, 0, most));
    }
  }
  return 0;
}

/// Executes a data construct, which only waits for its dependences.
void order_only(int device, unsigned flags, void** depends) {
  thread& self = this_thread();
  check_host_fallback(device, *self.current_task->icvs);
  const dependence_list dependences = parse_gomp_depend(depends);
  if (dependences.is_empty()) {
    return;
  }
  if ((flags & is_nowait) == 0) {
    nuthatch::openmp::wait_for_predecessors(self, dependences);
    return;
  }
  create_task(self,
              {.function = [](void* /*data*/) {},
               .data = nullptr,
               .copy = nullptr,
               .bytes = 0,
               .alignment = 1,
               .deferred = true,
               .is_final = false,
               .dependences = dependences});
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_target_ext(int device,
                                       function body,
                                       std::size_t count,
                                       void** addresses,
                                       std::size_t* bytes,
                                       std::uint16_t* kinds,
                                       unsigned flags,
                                       void** depends,
                                       void** arguments) {
  thread& self = this_thread();
  check_host_fallback(device, *self.current_task->icvs);
  const target_region region{body, {count, addresses, bytes, kinds}, thread_limit_in(arguments)};
  const dependence_list dependences = parse_gomp_depend(depends);
  if ((flags & is_nowait) != 0) {
    nuthatch::openmp::defer_target(self, region, dependences);
  } else {
    nuthatch::openmp::run_target(self, region, dependences);
  }
}

/// For GCC 4.9, whose call has no firstprivate variables.
NUTHATCH_EXPORTED void GOMP_target(int device,
                                   function body,
                                   const void* /*unused*/,
                                   std::size_t /*count*/,
                                   void** addresses,
                                   std::size_t* /*bytes*/,
                                   unsigned char* /*kinds*/) {
  thread& self = this_thread();
  check_host_fallback(device, *self.current_task->icvs);
  nuthatch::openmp::run_target(self, {body, {0, addresses, nullptr, nullptr}, 0}, {});
}

NUTHATCH_EXPORTED void GOMP_target_data_ext(int device,
                                            std::size_t /*count*/,
                                            void** /*addresses*/,
                                            std::size_t* /*bytes*/,
                                            std::uint16_t* /*kinds*/) {
  check_host_fallback(device, *this_thread().current_task->icvs);
}

NUTHATCH_EXPORTED void GOMP_target_data(int device,
                                        const void* /*unused*/,
                                        std::size_t /*count*/,
                                        void** /*addresses*/,
                                        std::size_t* /*bytes*/,
                                        unsigned char* /*kinds*/) {
  check_host_fallback(device, *this_thread().current_task->icvs);
}

/// Does nothing, since nothing was mapped.
NUTHATCH_EXPORTED void GOMP_target_end_data() {}

NUTHATCH_EXPORTED void GOMP_target_update_ext(int device,
                                              std::size_t /*count*/,
                                              void** /*addresses*/,
                                              std::size_t* /*bytes*/,
                                              std::uint16_t* /*kinds*/,
                                              unsigned flags,
                                              void** depends) {
  order_only(device, flags, depends);
}

NUTHATCH_EXPORTED void GOMP_target_update(int device,
                                          const void* /*unused*/,
                                          std::size_t /*count*/,
                                          void** /*addresses*/,
                                          std::size_t* /*bytes*/,
                                          unsigned char* /*kinds*/) {
  check_host_fallback(device, *this_thread().current_task->icvs);
}

NUTHATCH_EXPORTED void GOMP_target_enter_exit_data(int device,
                                                   std::size_t /*count*/,
                                                   void** /*addresses*/,
                                                   std::size_t* /*bytes*/,
                                                   std::uint16_t* /*kinds*/,
                                                   unsigned flags,
                                                   void** depends) {
  order_only(device, flags, depends);
}

// Programs and libraries that are also compiled for devices register their device code. There is no
// device for it.

NUTHATCH_EXPORTED void GOMP_offload_register_ver(unsigned /*version*/,
                                                 const void* /*host_table*/,
                                                 int /*kind*/,
                                                 const void* /*code*/) {}

NUTHATCH_EXPORTED void GOMP_offload_register(const void* /*host_table*/,
                                             int /*kind*/,
                                             const void* /*code*/) {}

NUTHATCH_EXPORTED void GOMP_offload_unregister_ver(unsigned /*version*/,
                                                   const void* /*host_table*/,
                                                   int /*kind*/,
                                                   const void* /*code*/) {}

NUTHATCH_EXPORTED void GOMP_offload_unregister(const void* /*host_table*/,
                                               int /*kind*/,
                                               const void* /*code*/) {}
