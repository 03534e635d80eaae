// Giving work away: from the worker's private list of frames to the scheduler.

#include <algorithm>
#include <memory>
#include <utility>

#include "base/assert.hpp"
#include "core/frame_kinds.hpp"
#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"

namespace nuthatch::core {

using detail::frame;

void worker::attend_spawn() noexcept {
  if ((attention.load(detail::memory_order_relaxed) & spawns_counted) != 0) {
    counters_.owner_note(trace::event::spawn);
    note_space();
  }
  if ((attention.load(detail::memory_order_relaxed) & costs_counted) != 0) {
    team_.threads().spend(index_, platform::activity::spawn, index_);
  }
  spawning_ = true;
  attend();
  spawning_ = false;
}

void worker::spend_ns(std::uint64_t ns) {
  if ((attention.load(detail::memory_order_relaxed) & costs_counted) != 0) {
    team_.threads().spend_ns(index_, ns);
  }
  attend();
}

void worker::attend() noexcept {
  require_team();
  if ((attention.load(detail::memory_order_relaxed) & stacks_wanted) != 0) {
    attention.fetch_and(~stacks_wanted, detail::memory_order_acq_rel);
    running().next_free = nullptr;  // B3: the cache is empty from here on
    return_fibers();
  }
  if (!take_request()) {
    return;
  }
  scheduler& scheduler = team_.scheduler();
  const unsigned given = give(scheduler.owner_wanted(*this));
  if (given > 0) {
    team_.threads().spend(index_, platform::activity::publish, index_);
  }
  if (scheduler.owner_settle(*this, given)) {
    any_demand_attention(work_wanted);
  }
}

/// Gives every frame that was linked since the last walk its `newer` and `finish` (F4). Each frame
/// is walked once as long as it stays linked, so the cost per spawn is constant.
void worker::walk_frames() noexcept {
  detail::finish_state* around = finish;
  frame* newer = nullptr;
  for (frame* f = newest; f != nullptr && !detail::taken(*f); f = f->older) {
    f->newer = newer;
    if ((f->tag & detail::frame_walked) != 0) {
      return;
    }
    f->tag |= detail::frame_walked;
    if (kind_of(*f) != detail::frame_of_children) {
      f->finish = around;
    }
    if (kind_of(*f) == detail::frame_of_finish) {
      around = static_cast<detail::finish_boundary*>(f)->outer;
    }
    newer = f;
  }
  oldest_ = newer;  // none was walked before; otherwise the oldest is known and still linked
}

unsigned worker::give(demand wanted) noexcept {
  gave_siblings_ = false;
  unsigned given = give_asyncs(wanted);
  if (given < wanted.pieces) {
    given += give_launched(wanted.pieces - given);
  }
  if (keeps_asyncs() || newest == nullptr || detail::taken(*newest)) {
    return given;  // A3
  }
  walk_frames();
  for (frame* f = oldest_; f != nullptr && given < wanted.pieces;) {
    frame* const newer = f == newest ? nullptr : f->newer;
    given += give_frame(*f, wanted);
    if (!detail::taken(*f)) {
      break;  // it keeps some children, and newer frames stay behind it (F2)
    }
    f = newer;
  }
  return given;
}

void worker::publish_all() noexcept {
  publish_kept();
  if (newest == nullptr) {
    return;
  }
  constexpr unsigned all = demand::everything;
  if (give({all, all, all}) > 0) {
    team_.scheduler().owner_offer(*this);
  }
  NUTHATCH_ASSERT(newest == nullptr || detail::taken(*newest));
  detail::forget_taken(*this);
}

unsigned worker::give_frame(frame& oldest, demand wanted) {
  if (is_fork(oldest)) {
    return give_fork(oldest);
  }
  if (is_continuation(oldest)) {
    return give_continuation(oldest);
  }
  if (kind_of(oldest) == detail::frame_of_children) {
    return give_children(static_cast<detail::children_frame&>(oldest), wanted);
  }
  drop_oldest();  // a finish that nothing older needs to be told from
  return 0;
}

unsigned worker::give_continuation(frame& oldest) {
  auto& child = reinterpret_cast<detail::fiber&>(oldest);
  detail::fiber& parent = *fiber::fiber_at(child.spawner.sp, team_.stacks().stack_size());
  child.spawner.pc = fiber::spawned_at(child);
  parent.self = fiber::continuation_of(child);
  parent.finish = oldest.finish;
  child.parent = &parent;
  if (kind_of(oldest) == detail::frame_of_async_continuation) {
    // Before anyone can resume the spawner or end the child elsewhere, so it cannot reach zero
    // early.
    child.home->balance.fetch_add(1, detail::memory_order_relaxed);
  }
  drop_oldest();
  end_position = child.position + team_.stack_threshold();  // the chain begins with it now
  publish(lane::strict, work::continuation(parent));
  return 1;
}

unsigned worker::give_fork(frame& oldest) {
  auto& pending = static_cast<detail::fork_frame&>(oldest);
  std::construct_at(&pending.join);
  pending.join.forked = 1;
  drop_oldest();
  publish(lane::strict, work::fork(pending));
  return 1;
}

void worker::note_take_back() noexcept {
  counters_.owner_note(trace::event::take_back);
  ask_itself();
}

void worker::ask_itself() noexcept {
  if ((attention.load(detail::memory_order_relaxed) & work_wanted) == 0 && team_.any_idle(where_) &&
      may_ask_itself()) {
    any_demand_attention(work_wanted);
  }
}

bool worker::may_ask_itself() noexcept {
  // To publish in vain and take back costs a tenth of a microsecond, so all of them 4% of the time.
  // As many as a loop needs halves to divide among 256 workers.
  constexpr std::uint32_t most_times = 8;
  constexpr std::uint64_t period_ns = 20'000;
  if (asked_itself_ == most_times) {
    const std::uint64_t now = team_.threads().now_ns();
    if (now - asking_since_ns_ < period_ns) {
      return false;
    }
    asking_since_ns_ = now;
    asked_itself_ = 0;
  }
  ++asked_itself_;
  return true;
}

void worker::put_loose(work ready) noexcept {
  loose_waits_ = true;
  ready.announce_given();
  team_.scheduler().owner_put(*this, lane::loose, ready);
}

void worker::push_spawned(work ready) {
  require_team();
  put_loose(ready);
  if (needs_attention()) {
    attend_spawn();
  }
}

void worker::send_spawned(work ready, place& into) {
  require_team();
  team_.send(*this, ready, into);
  if (needs_attention()) {
    attend_spawn();
  }
}

/// Takes a frame out of the middle of the list.
void worker::remove(frame& ended) noexcept {
  frame* newer = newest;
  if (newer == &ended) {
    newest = detail::taken(ended) ? nullptr : ended.older;
    return;
  }
  while (newer != nullptr && !detail::taken(*newer) && newer->older != &ended) {
    newer = newer->older;
  }
  if (newer == nullptr || detail::taken(*newer)) {
    return;  // it is not there any more
  }
  newer->older = detail::taken(ended) ? nullptr : ended.older;
  if (newer->older != nullptr && !detail::taken(*newer->older)) {
    newer->older->newer = newer;
  }
  if (oldest_ == &ended) {
    oldest_ = newer;  // if it is not walked yet, the next walk finds the end anew
  }
}

void worker::publish(lane in, work given) {
  counters_.owner_note(trace::event::publish);
  given.announce_given();
  team_.scheduler().owner_put(*this, in, given);
}

void worker::drop_oldest() noexcept {
  frame& gone = *oldest_;
  gone.tag |= detail::frame_taken;
  if (&gone == newest) {
    newest = nullptr;
    oldest_ = nullptr;
  } else {
    oldest_ = gone.newer;
  }
}

}  // namespace nuthatch::core
