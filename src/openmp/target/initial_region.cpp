// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/initial_region.hpp"

#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"
#include "openmp/team/thread_binding.hpp"

namespace nuthatch::openmp {

namespace {

/// The thread's place, with all places as the partition for its regions.
thread_place initial_place(thread& self) noexcept {
  return is_binding_enabled()
             ? thread_place{current_place(self).place,
                            {0, static_cast<std::uint32_t>(env_settings().places.size())}}
             : thread_place{};
}

}  // namespace

void run_as_initial_task(thread& self, const region_body& body, const icvs& icvs) noexcept {
  team_member* const now = self.member;
  task* const runs = self.current_task;
  const thread_place at = initial_place(self);
  team alone;
  alone.reserve(1);
  alone.begin(1, nullptr);
  alone.enter(self, 0);
  self.member->place = at;
  writable_icvs(self) = icvs;
  body.function(body.data);
  alone.end(self);
  self.member = now;
  self.current_task = runs;
}

}  // namespace nuthatch::openmp
