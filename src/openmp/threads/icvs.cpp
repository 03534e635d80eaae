// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/icvs.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "openmp/environment/start.hpp"
#include "openmp/memory/allocator.hpp"
#include "platform/first_value.hpp"

namespace nuthatch::openmp {

namespace {

icvs read() noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  const settings& all = chosen();
  const std::uint64_t threads = all.threads.empty() ? usable_cpus() : all.threads.front();
  return {.nthreads = static_cast<std::uint32_t>(std::min(threads, most)),
          .max_active_levels = static_cast<std::uint32_t>(all.active_levels),
          .run_sched = all.of_loops,
          .default_device = static_cast<std::int32_t>(all.default_device),
          .thread_limit = static_cast<std::uint32_t>(all.thread_limit),
          .bind = all.bindings.empty() ? binding::none : all.bindings.front(),
          .dynamic = all.dynamic,
          .allocator = all.traits ? make_allocator(*all.traits) : all.allocator,
          .league = {}};
}

constinit platform::first_value<const icvs> initial;

}  // namespace

const icvs& initial_icvs() noexcept {
  return initial.any_get([] { return std::make_unique<const icvs>(read()); });
}

}  // namespace nuthatch::openmp
