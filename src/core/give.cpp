// Giving work away: from the worker's private list of frames to the scheduler.

#include <algorithm>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/positions.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"

namespace nuthatch::core {

using detail::begun_as;
using detail::frame;

unsigned worker::give(demand wanted) noexcept {
  gave_siblings_ = false;
  unsigned given = give_asyncs(wanted);
  if (given < wanted.pieces) {
    given += give_launched(wanted.pieces - given);
  }
  if (!asyncs.empty() || frames.empty()) {
    return given;  // A3
  }
  frames.walk(finish);
  while (given < wanted.pieces && !frames.empty()) {
    frame& oldest = frames.oldest();
    given += give_frame(oldest, wanted);
    if (!oldest.taken()) {
      break;  // it keeps some children, and newer frames stay behind it (F2)
    }
  }
  return given;
}

void worker::publish_all() noexcept {
  publish_kept();
  if (frames.newest() == nullptr) {
    return;
  }
  constexpr unsigned all = demand::everything;
  if (give({all, all, all}) > 0) {
    team_.scheduler().owner_offer(*this);
  }
  NUTHATCH_ASSERT(frames.empty());
  frames.forget_taken();
}

unsigned worker::give_frame(frame& oldest, demand wanted) {
  if (oldest.tag.is_fork()) {
    return give_fork(oldest);
  }
  if (oldest.tag.is_continuation()) {
    return give_continuation(oldest);
  }
  if (oldest.tag.is(detail::frame_kind::children)) {
    return give_children(static_cast<detail::children_frame&>(oldest), wanted);
  }
  drop_boundary(oldest);  // a finish that nothing older needs to be told from
  return 0;
}

unsigned worker::give_continuation(frame& oldest) {
  auto& child = reinterpret_cast<detail::fiber&>(oldest);
  detail::fiber& parent = *fiber::fiber_at(child.spawner.sp, team_.stacks().stack_size());
  child.spawner.pc = fiber::spawned_at(child);
  parent.self = fiber::continuation_of(child);
  parent.finish = oldest.finish;
  parent.level = part_levels(oldest);
  const bool same = oldest.tag.is(detail::frame_kind::same_task);
  parent.name =
      name_of_newest(same ? begun_as::former_stack : begun_as::continuation, parent.level);
  note_given(parent.name);
  child.parent = &parent;
  if (oldest.tag.is(detail::frame_kind::async_continuation)) {
    // Before anyone can resume the spawner or end the child elsewhere, so it cannot reach zero
    // early.
    child.home->balance.fetch_add(1, detail::memory_order_relaxed);
  }
  frames.take_oldest();
  stacks.shorten_chain(child, team_.stack_threshold());
  publish(lane::strict, work::continuation(parent));
  return 1;
}

unsigned worker::give_fork(frame& oldest) {
  auto& pending = static_cast<detail::fork_frame&>(oldest);
  std::construct_at(&pending.join);
  pending.join.forked = 1;
  pending.around = part_levels(oldest);
  pending.inner = pending.around;  // as it is now: see join_fork_slow
  note_given(name_of_pending(pending));
  frames.take_oldest();
  publish(lane::strict, work::fork(pending));
  return 1;
}

void worker::put_loose(work ready) noexcept {
  loose_waits_ = true;
  ready.announce_given();
  team_.scheduler().owner_put(*this, lane::loose, ready);
}

detail::spawn_position worker::push_spawned(work ready) {
  require_team();
  const detail::spawn_position at = number_task(ready.as_task());  // before others can have it
  note_given({at, 0, begun_as::child});
  put_loose(ready);
  if (needs_attention()) {
    attend_spawn();
  }
  return at;
}

void worker::put_resumed(detail::fiber& task) noexcept {
  const work ready = work::continuation(task);
  if (task.goes_on.is_worker()) {
    team_.send(*this, ready, task.goes_on);  // others take what lies in its queues
  } else {
    put_loose(ready);
  }
}

void worker::send_spawned(work ready, place& into) {
  require_team();
  team_.send(*this, ready, detail::destination::place(into.index));
  if (needs_attention()) {
    attend_spawn();
  }
}

void worker::publish(lane in, work given) {
  counters_.owner_note(trace::event::publish);
  given.announce_given();
  team_.scheduler().owner_put(*this, in, given);
}

}  // namespace nuthatch::core
