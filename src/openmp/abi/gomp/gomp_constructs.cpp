// SPDX-License-Identifier: Apache-2.0

// Barriers, single constructs and sections, as GCC calls them.

#include "openmp/abi/exported.hpp"
#include "openmp/abi/gomp/loop_values.hpp"
#include "openmp/worksharing/sections.hpp"

namespace {

using nuthatch::openmp::end_loop;
using nuthatch::openmp::end_loop_nowait;
using nuthatch::openmp::section_of;
using nuthatch::openmp::sections_parameters;
using nuthatch::openmp::team;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::work_share;

}  // namespace

NUTHATCH_EXPORTED void GOMP_barrier() {
  thread& self = this_thread();
  self.member->team->barrier_wait(self);
}

NUTHATCH_EXPORTED bool GOMP_barrier_cancel() {
  thread& self = this_thread();
  return self.member->team->barrier_wait(self);
}

NUTHATCH_EXPORTED bool GOMP_single_start() {
  const thread& self = this_thread();
  return self.member->team->claim_single(*self.member);
}

/// Returns null to the thread that executes the construct. The others wait for the data that it
/// copies.
NUTHATCH_EXPORTED void* GOMP_single_copy_start() {
  thread& self = this_thread();
  team& team = *self.member->team;
  if (team.work_shares().enter(*self.member, [](work_share& /*made*/) {})) {
    return nullptr;
  }
  team.barrier_wait(self);
  void* const copied = self.member->work_share->copyprivate;
  end_loop_nowait(self);
  return copied;
}

NUTHATCH_EXPORTED void GOMP_single_copy_end(void* data) {
  thread& self = this_thread();
  self.member->work_share->copyprivate = data;
  self.member->team->barrier_wait(self);
  end_loop_nowait(self);
}

NUTHATCH_EXPORTED unsigned GOMP_sections_start(unsigned count) {
  return section_of(begin_loop(this_thread(), sections_parameters(count)));
}

NUTHATCH_EXPORTED unsigned GOMP_sections_next() {
  return section_of(continue_loop(this_thread()));
}

NUTHATCH_EXPORTED void GOMP_sections_end() {
  end_loop(this_thread());
}

NUTHATCH_EXPORTED bool GOMP_sections_end_cancel() {
  return end_loop(this_thread());
}

NUTHATCH_EXPORTED void GOMP_sections_end_nowait() {
  end_loop_nowait(this_thread());
}
