// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/taskloop.hpp"

#include <algorithm>
#include <array>

#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"

namespace nuthatch::openmp {

taskloop_parts divide_taskloop(std::uint64_t iterations,
                               const taskloop_grain& how,
                               std::uint32_t team_size) noexcept {
  // Without clauses, there are several tasks for each thread, so that the threads finish together.
  constexpr std::uint64_t for_each_member = 8;
  if (iterations == 0) {
    return {};
  }
  std::uint64_t count = how.value;
  if (how.what == taskloop_grain::by::grainsize) {
    if (how.strict) {
      const std::uint64_t rest = iterations % how.value;
      return {
          .count = iterations / how.value + (rest != 0 ? 1 : 0), .length = how.value, .last = rest};
    }
    count = iterations / how.value;  // so each has at least that many, and fewer than twice as many
  } else if (count == 0) {
    count = team_size == 1 ? 1 : team_size * for_each_member;
  }
  count = std::clamp<std::uint64_t>(count, 1, iterations);
  return {.count = count, .length = iterations / count, .longer = iterations % count};
}

void create_taskloop(thread& self,
                     task_request request,
                     const iteration_space& space,
                     const taskloop_grain& how) noexcept {
  const taskloop_parts parts = divide_taskloop(space.count, how, self.member->team->size());
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < parts.count; ++i) {
    const bool is_shorter = i + 1 == parts.count && parts.last != 0;
    const std::uint64_t first = next;
    next += is_shorter ? parts.last : parts.length + (i < parts.longer ? 1 : 0);
    const std::array bounds{space.begin_of(first), space.end_of(next)};
    request.bounds = bounds.data();
    create_task(self, request);
  }
}

}  // namespace nuthatch::openmp
