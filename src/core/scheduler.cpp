// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler.hpp"

#include "core/worker.hpp"

namespace nuthatch::core {

/// For queues whose work must not be looked at before it is taken.
work scheduler::owner_take_child_of(worker& self, lane in, const detail::join_counter& home) {
  const bool strict = in == lane::strict;
  const work newest = owner_newest(self, in, strict ? work::kind::siblings : work::kind::task);
  const bool may_be_child = newest && (newest.what() == work::kind::siblings ||
                                       (!strict && newest.what() == work::kind::task));
  if (!may_be_child || !owner_take_back(self, in, newest)) {
    return {};
  }
  newest.announce_taken();
  if (newest.home() == &home) {
    return newest;
  }
  newest.announce_given();
  owner_put(self, in, newest);
  if (strict) {
    owner_offer(self);  // who went to sleep meanwhile did not see it
  }
  return {};
}

work scheduler::take_if(worker& /*self*/,
                        bool (* /*wanted*/)(const void*, work) noexcept,
                        const void* /*of*/) {
  return {};
}

}  // namespace nuthatch::core
