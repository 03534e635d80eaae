// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler.hpp"

#include "core/worker.hpp"

namespace nuthatch::core {

/// For queues whose items must not be inspected before they are taken.
work_item scheduler::owner_take_child_of(worker& self, lane in, const detail::join_counter& join) {
  const bool strict = in == lane::stack_chain;
  const work_item newest =
      owner_peek_newest(self, in, strict ? work_item::kind::siblings : work_item::kind::task);
  const bool may_be_child = newest && (newest.what() == work_item::kind::siblings ||
                                       (!strict && newest.what() == work_item::kind::task));
  if (!may_be_child || !owner_take_back(self, in, newest)) {
    return {};
  }
  newest.announce_taken();
  if (newest.join() == &join) {
    return newest;
  }
  newest.announce_published();
  owner_push(self, in, newest);
  if (strict) {
    owner_wake_thieves(self);  // a worker that went to sleep meanwhile did not see it
  }
  return {};
}

work_item scheduler::take_if(worker& /*self*/,
                             bool (* /*wanted*/)(const void*, work_item) noexcept,
                             const void* /*of*/) {
  return {};
}

}  // namespace nuthatch::core
