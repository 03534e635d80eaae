// SPDX-License-Identifier: Apache-2.0
#include "openmp/regions/region.hpp"

#include <algorithm>
#include <cstdio>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/affinity_display.hpp"
#include "openmp/synchronization/spin_limit.hpp"
#include "openmp/team/thread_binding.hpp"
#include "openmp/worksharing/loop.hpp"
#include "openmp/worksharing/reductions.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

bool is_limited(const thread& self) noexcept {
  return self.current_task->icvs->thread_limit != settings::unlimited;
}

/// Returns `count` reserved threads to the contention group. Also called when a region ends.
void release_threads(const thread& self, std::uint32_t count) noexcept {
  if (is_limited(self)) [[unlikely]] {
    self.member->team->group().any_release(count);
  }
}

/// Warns once that the program continues with fewer threads than it requested.
[[gnu::cold, gnu::noinline]] void warn_of_many_threads(std::uint64_t wanted) noexcept {
  static constinit detail::atomic<bool> warned{/*value=*/false};
  if (!warned.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    const platform::no_cancellation guard;
    std::fprintf(stderr,
                 "nuthatch omp: a region requests %llu threads; it can have %u at most\n",
                 static_cast<unsigned long long>(wanted),
                 hot_team::max_team_size);
  }
}

std::uint32_t resolve_num_threads(const thread& self, std::uint32_t wanted) noexcept {
  const icvs& icvs = *self.current_task->icvs;
  if (wanted == 1 || self.member->team->active_level() >= icvs.max_active_levels) {
    return 1;
  }
  std::uint64_t team_size = wanted == 0 ? icvs.nthreads : wanted;
  if (icvs.dynamic) {
    team_size = std::min(team_size, allowed_cpus());
  }
  if (team_size > hot_team::max_team_size) [[unlikely]] {
    warn_of_many_threads(team_size);
    team_size = hot_team::max_team_size;
  }
  const auto possible = static_cast<std::uint32_t>(team_size);
  if (is_limited(self)) [[unlikely]] {
    return 1 + self.member->team->group().any_reserve(possible - 1, icvs.thread_limit);
  }
  return possible;
}

/// Reserves `team_size` threads, or as many as the system grants.
std::uint32_t reserve_threads(hot_team& hot_team, const thread& self, std::uint32_t team_size) {
  const std::uint32_t found = hot_team.reserve_threads(team_size);
  if (found < team_size) [[unlikely]] {
    release_threads(self, team_size - found);
  }
  return found;
}

/// Assigns places to the threads of the team, by the proc_bind clause or else by the ICV of the
/// encountering task. A list in OMP_PROC_BIND that has a value for this level overrides the clause
/// for nested regions.
void assign_places(thread& self, team& team, proc_bind clause) noexcept {
  const icvs& icvs = *self.current_task->icvs;
  const proc_bind bind = clause != proc_bind::false_ ? clause : icvs.bind;
  const std::vector<proc_bind>& by_level = env_settings().proc_bind;
  const bool has_level_value = by_level.size() > 1 && team.level() < by_level.size();
  team.assign_places({bind, team.size(), current_place(self)},
                     has_level_value ? by_level[team.level()] : bind);
}

constinit detail::atomic<std::uint64_t> regions{0};
constinit detail::atomic<std::uint32_t> max_threads{0};

void count_region(std::uint32_t threads) noexcept {
  regions.fetch_add(1, detail::memory_order_relaxed);
  std::uint32_t most = max_threads.load(detail::memory_order_relaxed);
  while (most < threads &&
         !max_threads.compare_exchange_weak(
             most, threads, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
  }
}

}  // namespace

region_statistics all_region_statistics() noexcept {
  return {regions.load(detail::memory_order_relaxed),
          max_threads.load(detail::memory_order_relaxed)};
}

void begin_region(const region_body& body,
                  const parallel_request& request,
                  const loop_parameters* first,
                  std::uintptr_t* reductions) noexcept {
  thread& self = this_thread();
  const std::uint32_t team_size = resolve_num_threads(self, request.num_threads);
  hot_team* const hot_team = team_size > 1 ? &self.acquire_hot_team() : nullptr;
  team& team = hot_team != nullptr ? hot_team->team() : self.acquire_serial_team();
  team.begin(hot_team != nullptr ? reserve_threads(*hot_team, self, team_size) : 1, &self);
  if (is_binding_enabled()) [[unlikely]] {
    assign_places(self, team, request.bind);
  }
  if (env_settings().prints_statistics) [[unlikely]] {
    count_region(team.size());
  }
  if (first != nullptr) {
    team.begin_in_work_share(
        [&](work_share& work_share) { init_work_share(self, work_share, *first); });
  }
  if (reductions != nullptr) {
    register_reductions(reductions, team.size());
    team.have_reductions(reductions);
  }
  if (hot_team != nullptr) {
    hot_team->start(body);
  }
  // LLVM's runtime displays the affinity of a region of one thread, libgomp does not.
  if (env_settings().displays_affinity &&
      (hot_team != nullptr || env_settings().made_for == peer::llvm)) [[unlikely]] {
    print_affinity(self, team, hot_team);
  }
  team.enter(self, 0);
}

void end_region() noexcept {
  thread& self = this_thread();
  team& team = *self.member->team;
  team.end(self);
  if (team.size() > 1) {
    remove_running(team.size());
    release_threads(self, team.size() - 1);
  }
  self.release_team(team);
}

std::uint32_t run_region(const region_body& body,
                         const parallel_request& request,
                         const loop_parameters* first,
                         std::uintptr_t* reductions) noexcept {
  begin_region(body, request, first, reductions);
  body.function(body.data);
  const std::uint32_t team_size = this_thread().member->team->size();
  end_region();
  return team_size;
}

}  // namespace nuthatch::openmp
