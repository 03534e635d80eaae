// SPDX-License-Identifier: Apache-2.0

// Publishing work: from the worker's private list of frames to the scheduler.

#include <algorithm>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"

namespace nuthatch::core {

using detail::frame;
using detail::step_kind;

unsigned worker::publish(publish_quota wanted) noexcept {
  published_siblings_ = false;
  if (wanted.retain_newest > 0) {
    const std::uint64_t most = std::uint64_t{wanted.retain_newest} + wanted.pieces;
    const std::uint64_t here = count_items_here(most);
    wanted.pieces = static_cast<unsigned>(std::min<std::uint64_t>(
        wanted.pieces, here > wanted.retain_newest ? here - wanted.retain_newest : 0));
  }
  if (wanted.pieces == 0) {
    return 0;
  }
  unsigned given = publish_some_of(asyncs, wanted);
  if (given < wanted.pieces) {
    given += publish_some_of(group_tasks, wanted);
  }
  if (given < wanted.pieces) {
    given += publish_launched(wanted.pieces - given);
  }
  if (!asyncs.empty() || !group_tasks.empty() || frames.empty()) {
    return given;  // A3, K1
  }
  frames.walk(finish);
  while (given < wanted.pieces && !frames.empty()) {
    frame& oldest = frames.oldest();
    given += publish_frame(oldest, wanted);
    if (!oldest.published()) {
      break;  // it keeps some children, and newer frames stay behind it (F2)
    }
  }
  return given;
}

void worker::publish_all() noexcept {
  publish_private();
  if (publish_frames() > 0) {
    team_.scheduler().owner_wake_thieves(*this);
  }
}

/// Publishes all frames. Returns the number of work items.
unsigned worker::publish_frames() noexcept {
  if (frames.newest() == nullptr) {
    return 0;
  }
  constexpr unsigned all = publish_quota::everything;
  const unsigned given = publish({all, all, all});
  NUTHATCH_ASSERT(frames.empty());
  frames.forget_published();
  return given;
}

unsigned worker::publish_frame(frame& oldest, publish_quota wanted) {
  if (oldest.tag.is_fork()) {
    return publish_fork(oldest);
  }
  if (oldest.tag.is_continuation()) {
    return publish_continuation(oldest);
  }
  if (oldest.tag.is(detail::frame_kind::children)) {
    return publish_children(static_cast<detail::children_frame&>(oldest), wanted);
  }
  pedigrees_.drop_boundary(oldest);  // a finish boundary with no older frames left to separate
  return 0;
}

unsigned worker::publish_continuation(frame& oldest) {
  auto& child = reinterpret_cast<detail::fiber&>(oldest);
  detail::fiber& parent = *fiber::fiber_at(child.spawner.sp, team_.stacks().stack_size());
  child.spawner.pc = fiber::spawned_at(child);
  parent.self = fiber::continuation_of(child);
  parent.finish = oldest.finish;
  parent.base_pedigree = pedigrees_.split(oldest);
  child.parent = &parent;
  if (oldest.tag.is(detail::frame_kind::same_task)) {
    // The stack holds the remainder of a task that has moved to another stack. It resumes when the
    // task returns from there.
    parent.id = {{}, 0, step_kind::stack_return};
    frames.pop_oldest();
    stacks.shorten_chain(child, team_.stack_threshold());
    return 0;
  }
  parent.id = id_of_newest(step_kind::continuation, parent.base_pedigree);
  pedigrees_.note_published(parent.id);
  if (oldest.tag.is(detail::frame_kind::async_continuation)) {
    // Count the child before any worker can resume the spawner or end the child elsewhere, so that
    // the balance cannot reach zero early.
    child.join->balance.fetch_add(1, detail::memory_order_relaxed);
  }
  frames.pop_oldest();
  stacks.shorten_chain(child, team_.stack_threshold());
  publish(lane::stack_chain, work_item::continuation(parent));
  return 1;
}

unsigned worker::publish_fork(frame& oldest) {
  auto& pending = static_cast<detail::fork_frame&>(oldest);
  std::construct_at(&pending.join);
  pending.join.forked = 1;
  pending.around = pedigrees_.split(oldest);
  pending.inner = pending.around;  // the current pedigree: see join_fork_slow
  pedigrees_.note_published(id_of_pending(pending));
  frames.pop_oldest();
  publish(lane::stack_chain, work_item::fork(pending));
  return 1;
}

void worker::push_off_chain(work_item ready) noexcept {
  off_chain_waits_ = true;
  ready.announce_published();
  team_.dispatcher().owner_push(*this, lane::off_chain, ready);
}

bool worker::take_back(work_item wanted, std::uint64_t ended) noexcept {
  if (!team_.dispatcher().owner_take_back(*this, wanted, ended)) {
    return false;
  }
  wanted.announce_taken();
  if (tracks_pedigrees()) {
    pedigrees_.note_taken_back(pedigrees_.name_of(wanted));
  }
  return true;
}

work_item worker::take_child_back(const detail::join_counter& join, lane from) {
  const work_item child = team_.dispatcher().owner_take_child_of(*this, from, join);
  if (child) {
    child.announce_taken();
  }
  return child;
}

detail::pedigree worker::push_spawned(work_item ready, region_membership where) {
  require_team();
  detail::pedigree at{};
  if (tracks_pedigrees()) {  // before another worker can take it
    at = pedigrees_.number_task(ready.as_task(), where);
    pedigrees_.note_published({at, 0, step_kind::child});
  }
  push_off_chain(ready);
  if (poll_pending()) {
    spawned_slow();
  }
  return at;
}

void worker::put_resumed(detail::fiber& task) noexcept {
  const work_item ready = work_item::continuation(task);
  if (task.resume_at.is_worker()) {
    team_.send(*this, ready, task.resume_at);  // other workers take what lies in its queues
  } else {
    push_off_chain(ready);
  }
}

void worker::send_spawned(work_item ready, place& into) {
  require_team();
  if (replay_controller* const controller = replay_for(pedigrees_.current())) {
    controller->any_depends();
  }
  team_.send(*this, ready, detail::destination::place(into.index));
  if (poll_pending()) {
    spawned_slow();
  }
}

void worker::publish(lane in, work_item given) {
  counters_.owner_note(trace::event::publish);
  given.announce_published();
  team_.dispatcher().owner_push(*this, in, given);
}

/// Sends the newest child of the scope whose frame is the newest, as a separate item.
void worker::send_child(detail::children_frame& from) noexcept {
  detail::task& child = detail::take_newest_child(from);
  from.join->parent_detached(1);
  if (from.newest_child == nullptr) {
    detail::unlink_children(*this, from);
  }
  send_alone(lane::stack_chain, child, from.finish);
}

/// Sends the newest private async, as a separate item.
void worker::send_async() noexcept {
  detail::task& made = asyncs.newest();
  asyncs.take_newest();
  // Relaxed: the queue or inbox that the task goes through orders this before its end.
  made.join->balance.fetch_add(1, detail::memory_order_relaxed);
  off_chain_waits_ = true;
  send_alone(lane::off_chain, made, static_cast<detail::finish_state*>(made.join));
}

void worker::send_alone(lane in, detail::task& one, detail::finish_state* around) noexcept {
  one.next = nullptr;
  one.chain = 1;
  one.finish = around;
  pedigrees_.note_tasks_published(&one);
  publish(in, work_item::siblings(one));
}

}  // namespace nuthatch::core
