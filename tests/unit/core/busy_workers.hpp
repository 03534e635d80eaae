// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include <nuthatch/nuthatch.hpp>

#include "core/places/place.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "event.hpp"

namespace nuthatch::testing {

/// Runs body(release) in a task of `r` while every other worker is busy. release() ends that.
template <class Body>
void while_others_are_busy(runtime& r, Body body) {
  r.run([&] {
    std::atomic<unsigned> busy = 0;
    event over;
    const unsigned others = r.workers() - 1;
    finish([&] {
      for (unsigned i = 0; i < others; ++i) {
        async(help_first, [&] {
          ++busy;
          over.occupy();
        });
      }
      hold_until([&] { return busy == others; });
      body([&over] { over.happen(); });
      over.happen();
    });
  });
}

/// Makes the calling worker publish its work at the next opportunity, like the request of a thief.
inline void be_asked_for_work() {
  core::worker::current().any_request(core::work_wanted);
}

/// Suspends the calling task. It resumes in its place when its worker has no work of its own left,
/// or has no stack on which to start such work.
inline void give_way() {
  core::worker& here = core::worker::current();
  here.suspend({[](void* task) noexcept {
                  const core::worker& now = core::worker::current();
                  auto& suspended = *static_cast<detail::fiber*>(task);
                  now.team().any_inject(core::work_item::continuation(suspended), now.where());
                  return false;
                },
                &here.running()});
}

[[nodiscard]] inline unsigned worker_here() {
  return core::worker::current().index();
}

}  // namespace nuthatch::testing
