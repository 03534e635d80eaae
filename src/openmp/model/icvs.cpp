// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/icvs.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "openmp/environment/env_settings.hpp"
#include "openmp/memory/allocator.hpp"
#include "platform/first_value.hpp"

namespace nuthatch::openmp {

namespace {

icvs read() noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  const settings& all = env_settings();
  const std::uint64_t threads = all.nthreads.empty() ? usable_cpus() : all.nthreads.front();
  return {.nthreads = static_cast<std::uint32_t>(std::min(threads, most)),
          .max_active_levels = static_cast<std::uint32_t>(all.max_active_levels),
          .run_sched = all.run_sched,
          .default_device = static_cast<std::int32_t>(all.default_device),
          .thread_limit = static_cast<std::uint32_t>(all.thread_limit),
          .bind = all.proc_bind.empty() ? proc_bind::false_ : all.proc_bind.front(),
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
