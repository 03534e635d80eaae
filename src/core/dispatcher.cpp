// SPDX-License-Identifier: Apache-2.0
#include "core/dispatcher.hpp"

#include "core/worker.hpp"

namespace nuthatch::core {

/// Whether the replay controller sends the work or keeps it: only what is in a recorded region.
bool dispatcher::is_taken_over(replay_controller& by,
                               worker& self,
                               lane in,
                               work_item given) noexcept {
  const detail::work_id what = self.pedigrees().name_of(given);
  return what.at.task_hash != 0 && by.owner_push(self, in, given, what);
}

}  // namespace nuthatch::core
