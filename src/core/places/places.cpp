// SPDX-License-Identifier: Apache-2.0

// Places in the public interface.

#include <string>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/places.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch {

place here() noexcept {
  const detail::worker* const self = detail::this_worker();
  return place(self == nullptr ? 0 : static_cast<const core::worker*>(self)->where().index);
}

namespace detail {

void require_place(place wanted) {
  const unsigned there_are = core::worker::current().team().places();
  if (wanted.index() >= there_are) {
    throw error("async: there is no place " + std::to_string(wanted.index()) +
                "; the runtime has " + std::to_string(there_are) +
                (there_are == 1 ? ", number 0" : ", numbered from 0") +
                " (see options::places, NUTHATCH_PLACES)");
  }
}

void send_async(worker& self, task* made, place where) {
  auto& from = static_cast<core::worker&>(self);
  made->finish = from.finish;
  // Relaxed: the mailbox orders this before the end of the task.
  made->finish->balance.fetch_add(1, memory_order_relaxed);
  from.send_spawned(core::work_item::task(*made), from.team().place_at(where.index()));
}

}  // namespace detail

}  // namespace nuthatch
