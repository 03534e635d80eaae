// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/target_region.hpp"

#include <algorithm>
#include <memory>

#include "openmp/model/task_memory.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/target/initial_region.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/waiting.hpp"

namespace nuthatch::openmp {

namespace {

/// Executes a region with the initial ICVs: settings of the host do not apply on a device.
void run(const region_body& body, std::uint32_t thread_limit) noexcept {
  icvs icvs = initial_icvs();
  icvs.thread_limit = thread_limit != 0 ? thread_limit : icvs.thread_limit;
  run_as_initial_task(this_thread(), body, icvs);
}

/// A deferred region. Its addresses and its copies follow the object.
struct deferred_region {
  void (*function)(void*);
  std::uint32_t thread_limit;
};

void** addresses_in(void* block) noexcept {
  return reinterpret_cast<void**>(static_cast<deferred_region*>(block) + 1);
}

void run_deferred_region(void* block) {
  const auto& head = *static_cast<const deferred_region*>(block);
  run({head.function, addresses_in(block)}, head.thread_limit);
}

void copy_region(void* into, void* from) {
  const auto& region = *static_cast<const target_region*>(from);
  std::construct_at(static_cast<deferred_region*>(into), region.function, region.thread_limit);
  void** const addresses = addresses_in(into);
  void** const end = std::copy_n(region.map.addresses, region.map.count, addresses);
  target_map copied = region.map;
  copied.addresses = addresses;
  copy_firstprivate(copied,
                    static_cast<std::byte*>(align(end, layout_copies(region.map).alignment)));
}

}  // namespace

void run_target(thread& self,
                const target_region& region,
                std::span<const dependence> dependences) noexcept {
  const copy_layout layout = layout_copies(region.map);
  std::unique_ptr<std::byte[]> copies;
  if (layout.bytes != 0) {
    copies = std::make_unique_for_overwrite<std::byte[]>(layout.bytes + layout.alignment);
    copy_firstprivate(region.map, static_cast<std::byte*>(align(copies.get(), layout.alignment)));
  }
  wait_for_predecessors(self, dependences);
  run({region.function, region.map.addresses}, region.thread_limit);
}

void defer_target(thread& self,
                  const target_region& region,
                  std::span<const dependence> dependences) noexcept {
  const copy_layout copies = layout_copies(region.map);
  target_region made = region;
  create_task(self,
              {.function = run_deferred_region,
               .data = &made,
               .copy = copy_region,
               .bytes = sizeof(deferred_region) + region.map.count * sizeof(void*) + copies.bytes +
                        copies.alignment,
               .alignment = alignof(deferred_region),
               .deferred = true,
               .is_final = false,
               .dependences = dependences});
}

}  // namespace nuthatch::openmp
