// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/immediate_task.hpp"

namespace nuthatch::openmp::kmpc {

struct kmp_task;

using task_body = std::int32_t (*)(thread_id, kmp_task*);

/// The data of a task in the layout of compiled code. Its private variables follow, then what it
/// shares with its generating task.
struct kmp_task {
  void* shared;
  task_body body;
  std::int32_t part;

  union {
    std::int32_t priority;
    task_body destructors;  ///< of the private variables
  } first;

  union {
    std::int32_t priority;
    task_body unused;
  } second;
};

/// The runtime's part, which precedes the data. Private variables may be aligned like cache lines.
struct alignas(64) task_header {
  destroy_data destroy = nullptr;  ///< see cancel_action
  deferred_task* record = nullptr;
  std::int32_t flags = 0;
  bool is_executed = false;
  bool has_next_part = false;  ///< an untied task has another part
  std::size_t bytes = 0;       ///< of the part behind it
  immediate_task immediate;

  [[nodiscard]] kmp_task& task() noexcept { return *reinterpret_cast<kmp_task*>(this + 1); }

  [[nodiscard]] static task_header& of(kmp_task& task) noexcept {
    return *(reinterpret_cast<task_header*>(&task) - 1);
  }
};

}  // namespace nuthatch::openmp::kmpc
