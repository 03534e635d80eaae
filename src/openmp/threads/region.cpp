// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/region.hpp"

#include <algorithm>
#include <cstdio>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/environment/start.hpp"
#include "openmp/tasks/reductions.hpp"
#include "openmp/threads/affinity_lines.hpp"
#include "openmp/threads/own_place.hpp"
#include "openmp/threads/patience.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/worksharing/loop.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

bool is_limited(const thread& self) noexcept {
  return self.runs->icvs->thread_limit != settings::unlimited;
}

/// Of a region that has not so many members.
void give_back_threads(const thread& self, std::uint32_t count) noexcept {
  if (is_limited(self)) [[unlikely]] {
    self.now->of->group().any_give_back(count);
  }
}

/// Once: the program goes on, with fewer threads than it asked for.
[[gnu::cold, gnu::noinline]] void warn_of_many_threads(std::uint64_t wanted) noexcept {
  static constinit detail::atomic<bool> warned{/*value=*/false};
  if (!warned.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    const platform::no_cancellation guard;
    std::fprintf(stderr,
                 "nuthatch omp: a region asks for %llu threads; none has more than %u\n",
                 static_cast<unsigned long long>(wanted),
                 gang::most_members);
  }
}

std::uint32_t members_of_region(const thread& self, std::uint32_t wanted) noexcept {
  const icvs& icvs = *self.runs->icvs;
  if (wanted == 1 || self.now->of->active_level() >= icvs.max_active_levels) {
    return 1;
  }
  std::uint64_t members = wanted == 0 ? icvs.nthreads : wanted;
  if (icvs.dynamic) {
    members = std::min(members, allowed_cpus());
  }
  if (members > gang::most_members) [[unlikely]] {
    warn_of_many_threads(members);
    members = gang::most_members;
  }
  const auto possible = static_cast<std::uint32_t>(members);
  if (is_limited(self)) [[unlikely]] {
    return 1 + self.now->of->group().any_reserve(possible - 1, icvs.thread_limit);
  }
  return possible;
}

/// That many, or as many as there can be.
std::uint32_t grow(gang& of, const thread& self, std::uint32_t members) {
  const std::uint32_t found = of.grow(members);
  if (found < members) [[unlikely]] {
    give_back_threads(self, members - found);
  }
  return found;
}

/// Puts the members on places, as the clause says, or else the encountering task. What the
/// environment says of this level goes before the clause for regions inside of this one.
void put_on_places(thread& self, team& of, binding clause) noexcept {
  const icvs& icvs = *self.runs->icvs;
  const binding bind = clause != binding::none ? clause : icvs.bind;
  const std::vector<binding>& by_level = chosen().bindings;
  const bool is_said = by_level.size() > 1 && of.level() < by_level.size();
  of.put({bind, of.size(), own_spot(self)}, is_said ? by_level[of.level()] : bind);
}

constinit detail::atomic<std::uint64_t> regions{0};
constinit detail::atomic<std::uint32_t> most_threads{0};

void count_region(std::uint32_t threads) noexcept {
  regions.fetch_add(1, detail::memory_order_relaxed);
  std::uint32_t most = most_threads.load(detail::memory_order_relaxed);
  while (most < threads &&
         !most_threads.compare_exchange_weak(
             most, threads, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
  }
}

}  // namespace

region_statistics all_region_statistics() noexcept {
  return {regions.load(detail::memory_order_relaxed),
          most_threads.load(detail::memory_order_relaxed)};
}

void begin_region(const region_body& body,
                  const region_request& wanted,
                  const loop_plan* first,
                  std::uintptr_t* reductions) noexcept {
  thread& self = this_thread();
  const std::uint32_t members = members_of_region(self, wanted.threads);
  gang* const many = members > 1 ? &self.take_gang() : nullptr;
  team& of = many != nullptr ? many->members() : self.take_single();
  of.begin(many != nullptr ? grow(*many, self, members) : 1, &self);
  if (has_places()) [[unlikely]] {
    put_on_places(self, of, wanted.bind);
  }
  if (chosen().shows_statistics) [[unlikely]] {
    count_region(of.size());
  }
  if (first != nullptr) {
    of.begin_in_share([&](work_share& made) { plan_share(self, made, *first); });
  }
  if (reductions != nullptr) {
    register_reductions(reductions, of.size());
    of.have_reductions(reductions);
  }
  if (many != nullptr) {
    many->start(body);
  }
  // A region of one thread is shown as LLVM's runtime does, and not on libgomp.
  if (chosen().shows_affinity && (many != nullptr || chosen().made_for == peer::llvm))
      [[unlikely]] {
    show_affinity(self, of, many);
  }
  of.enter(self, 0);
}

void end_region() noexcept {
  thread& self = this_thread();
  team& of = *self.now->of;
  of.end(self);
  if (of.size() > 1) {
    end_executing(of.size());
    give_back_threads(self, of.size() - 1);
  }
  self.give_back(of);
}

std::uint32_t run_region(const region_body& body,
                         const region_request& wanted,
                         const loop_plan* first,
                         std::uintptr_t* reductions) noexcept {
  begin_region(body, wanted, first, reductions);
  body.function(body.data);
  const std::uint32_t members = this_thread().now->of->size();
  end_region();
  return members;
}

}  // namespace nuthatch::openmp
