#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/scope.hpp>

#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

worker* group_state::any_member() const {
  worker* const self = this_worker();
  if (self != nullptr && &static_cast<core::worker*>(self)->home() == team_) {
    return self;
  }
  if (!team_->any_is_here()) {
    throw error(
        "group: it was made before this process was forked, and its workers are the parent's; "
        "make a group in the child");
  }
  return nullptr;
}

void group_state::any_add(task* made) noexcept {
  made->finish = this;
  // Relaxed: ordered before its end by the queue that it goes through.
  balance.fetch_add(1, memory_order_relaxed);
  auto* const self = static_cast<core::worker*>(this_worker());
  if (self != nullptr && &self->home() == team_) {
    self->push_spawned(core::work::task(*made));
  } else {
    team_->any_inject(core::work::task(*made), team_->place_at(0));
  }
}

std::exception_ptr group_state::owner_wait() {
  auto* const self = static_cast<core::worker*>(this_worker());
  if (self == nullptr) {
    if (!core::parent_has_all(*this)) {
      wait_foreign(*this);
    }
  } else {
    if (&self->home() == team_) {
      core::run_newest_pushed(*this);
    }
    if (!core::parent_has_all(*this)) {
      core::wait(*this);
    }
  }
  begin();
  return take_error();
}

}  // namespace nuthatch::detail
