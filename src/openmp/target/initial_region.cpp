// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/initial_region.hpp"

#include "openmp/threads/own_place.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/threads/writable_icvs.hpp"

namespace nuthatch::openmp {

namespace {

/// Where the thread is already, with all places for its regions.
spot initial_spot(thread& self) noexcept {
  return has_places()
             ? spot{own_spot(self).place, {0, static_cast<std::uint32_t>(chosen().places.size())}}
             : spot{};
}

}  // namespace

void run_as_initial(thread& self, const region_body& body, const icvs& icvs) noexcept {
  member* const now = self.now;
  task* const runs = self.runs;
  const spot at = initial_spot(self);
  team alone;
  alone.reserve(1);
  alone.begin(1, nullptr);
  alone.enter(self, 0);
  self.now->at = at;
  writable_icvs(self) = icvs;
  body.function(body.data);
  alone.end(self);
  self.now = now;
  self.runs = runs;
}

}  // namespace nuthatch::openmp
