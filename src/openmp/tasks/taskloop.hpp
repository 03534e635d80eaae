// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/iteration_space.hpp"
#include "openmp/tasks/explicit_task.hpp"

namespace nuthatch::openmp {

/// The grainsize or num_tasks clause of a taskloop construct.
struct taskloop_grain {
  enum class by : std::uint8_t { num_tasks, grainsize };

  by what = by::num_tasks;
  std::uint64_t value = 0;  ///< 0: not given
  bool strict = false;
};

/// The division of a loop into tasks: the first `longer` ones have `length + 1` iterations, the
/// others `length`.
struct taskloop_parts {
  std::uint64_t count = 0;
  std::uint64_t length = 0;
  std::uint64_t longer = 0;
  std::uint64_t last = 0;  ///< iterations of the last part if it is shorter, else 0
};

[[nodiscard]] taskloop_parts divide_taskloop(std::uint64_t iterations,
                                             const taskloop_grain& how,
                                             std::uint32_t team_size) noexcept;

/// Creates a task for each part. The first two words of its data receive the loop variable's begin
/// and end values of the part.
void create_taskloop(thread& self,
                     task_request request,
                     const iteration_space& space,
                     const taskloop_grain& how) noexcept;

}  // namespace nuthatch::openmp
