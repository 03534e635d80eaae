// SPDX-License-Identifier: Apache-2.0

// Giving work away: from the worker's private list of frames to the scheduler.

#include <algorithm>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/pedigrees.hpp"
#include "core/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"

namespace nuthatch::core {

using detail::frame;
using detail::step_kind;

unsigned worker::give(demand wanted) noexcept {
  gave_siblings_ = false;
  if (wanted.keeps > 0) {
    const std::uint64_t most = std::uint64_t{wanted.keeps} + wanted.pieces;
    const std::uint64_t here = count_works_here(most);
    wanted.pieces = static_cast<unsigned>(
        std::min<std::uint64_t>(wanted.pieces, here > wanted.keeps ? here - wanted.keeps : 0));
  }
  if (wanted.pieces == 0) {
    return 0;
  }
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
  if (publish_frames() > 0) {
    team_.scheduler().owner_offer(*this);
  }
}

/// Returns how many works they were.
unsigned worker::publish_frames() noexcept {
  if (frames.newest() == nullptr) {
    return 0;
  }
  constexpr unsigned all = demand::everything;
  const unsigned given = give({all, all, all});
  NUTHATCH_ASSERT(frames.empty());
  frames.forget_taken();
  return given;
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
  parent.base_pedigree = split_pedigrees(oldest);
  child.parent = &parent;
  if (oldest.tag.is(detail::frame_kind::same_task)) {
    // The rest of a task that is not here: it goes on when the task comes back from where it is.
    parent.id = {{}, 0, step_kind::stack_return};
    frames.take_oldest();
    stacks.shorten_chain(child, team_.stack_threshold());
    return 0;
  }
  parent.id = id_of_newest(step_kind::continuation, parent.base_pedigree);
  note_given(parent.id);
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
  pending.around = split_pedigrees(oldest);
  pending.inner = pending.around;  // as it is now: see join_fork_slow
  note_given(id_of_pending(pending));
  frames.take_oldest();
  publish(lane::strict, work::fork(pending));
  return 1;
}

void worker::put_loose(work ready) noexcept {
  loose_waits_ = true;
  ready.announce_given();
  put(lane::loose, ready);
}

/// Where the replay controller says, or in the scheduler's queues.
inline void worker::put(lane in, work given) noexcept {
  if (replay_controller* const controller = team_.active_replay()) {
    const detail::work_id what = name_of(given);
    if (what.at.task_hash != 0 && controller->owner_put(*this, in, given, what)) {
      return;
    }
  }
  team_.scheduler().owner_put(*this, in, given);
}

bool worker::take_back(work wanted, std::uint64_t ended) noexcept {
  replay_controller* const controller = team_.active_replay();
  if (controller == nullptr || !controller->owner_take_back(*this, wanted, ended)) {
    if (!team_.scheduler().owner_take_back(*this, lane::strict, wanted)) {
      return false;
    }
  }
  wanted.announce_taken();
  if (tracks_pedigrees()) {
    note_taken_back(name_of(wanted));
  }
  return true;
}

work worker::take_child_back(const detail::join_counter& home, lane from) {
  replay_controller* const controller = team_.active_replay();
  if (controller != nullptr) {
    if (const work kept = controller->owner_take_back_of(*this, home, from)) {
      kept.announce_taken();
      return kept;
    }
  }
  const work newest = team_.scheduler().owner_take_child_of(*this, from, home);
  if (newest) {
    newest.announce_taken();
  }
  return newest;
}

detail::pedigree worker::push_spawned(work ready, region_membership where) {
  require_team();
  // Before others can have it.
  const detail::pedigree at = number_task(ready.as_task(), where);
  note_given({at, 0, step_kind::child});
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
  if (replay_controller* const controller = replay_for(current_pedigree())) {
    controller->any_depends();
  }
  team_.send(*this, ready, detail::destination::place(into.index));
  if (needs_attention()) {
    attend_spawn();
  }
}

void worker::publish(lane in, work given) {
  counters_.owner_note(trace::event::publish);
  given.announce_given();
  put(in, given);
}

/// The newest child of a scope whose frame is the newest, alone.
void worker::send_child(detail::children_frame& from) noexcept {
  detail::task& child = *std::exchange(from.newest_child, from.newest_child->next);
  from.home->parent_detached(1);
  if (from.newest_child == nullptr) {
    frames.unlink_object(from);
    from.tag = detail::frame_tag::unlinked(detail::frame_kind::children);
  }
  send_alone(lane::strict, child, from.finish);
}

/// The newest async that is kept.
void worker::send_async() noexcept {
  detail::task& made = asyncs.newest();
  asyncs.take_newest();
  // Relaxed: ordered before its end by the inbox that it goes through.
  made.home->balance.fetch_add(1, detail::memory_order_relaxed);
  loose_waits_ = true;
  send_alone(lane::loose, made, static_cast<detail::finish_state*>(made.home));
}

void worker::send_alone(lane in, detail::task& one, detail::finish_state* around) noexcept {
  one.next = nullptr;
  one.chain = 1;
  one.finish = around;
  note_tasks_given(&one);
  publish(in, work::siblings(one));
}

}  // namespace nuthatch::core
