// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "explore/openmp/virtual_threads.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/hot_team.hpp"

namespace nuthatch::exploring {

/// Executes a region of `threads` threads, in each of which body(self) runs. Primary.
template <class Body>
void run_region(openmp::thread& self,
                openmp::hot_team& hot_team,
                std::uint32_t threads,
                const Body& body) {
  openmp::team& all = hot_team.team();
  all.begin(hot_team.reserve_threads(threads), &self);
  const openmp::region_body called{
      [](void* data) { (*static_cast<const Body*>(data))(openmp::this_thread()); },
      const_cast<Body*>(&body)};
  hot_team.start(called);
  all.enter(self, 0);
  body(self);
  all.end(self);
}

/// Calls primary(self, hot_team) on the first worker; the others are threads that it creates.
template <class Primary>
void with_hot_team(platform::platform& on, unsigned workers, Primary&& primary) {
  virtual_threads threads(on, workers);
  threads.run(1, [&](unsigned /*index*/) {
    as_thread([&](openmp::thread& self) {
      openmp::hot_team hot_team;
      primary(self, hot_team);
    });
  });
}

/// A counter of a task. Other threads see its value only if something orders the accesses.
using relaxed_counter = detail::atomic<unsigned>;

inline void add_one(relaxed_counter& to) {
  to.fetch_add(1, detail::memory_order_relaxed);
}

[[nodiscard]] inline unsigned read(const relaxed_counter& from) {
  return from.load(detail::memory_order_relaxed);
}

}  // namespace nuthatch::exploring
