// SPDX-License-Identifier: Apache-2.0

// The poll word: what other workers request, and what a worker requests from itself for them.

#include <nuthatch/charge_work.hpp>
#include <nuthatch/runtime.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/spawning/stopping.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

namespace {

bool is_remainder(const detail::frame& each) noexcept {
  return each.tag.is_fork() || each.tag.is(detail::frame_kind::continuation) ||
         each.tag.is(detail::frame_kind::async_continuation);
}

}  // namespace

void worker::spawned_slow() noexcept {
  if ((polled.requests() & spawns_counted) != 0) {
    counters_.owner_note(trace::event::spawn);
    note_space();
  }
  if ((polled.requests() & costs_counted) != 0) {
    team_.threads().spend(index_, platform::activity::spawn, index_);
  }
  if ((polled.requests() & publish_every_spawn) != 0) {
    publish_spawn();
  }
  if ((polled.requests() & ~mode_bits) != 0) {
    spawning_ = true;
    serve_requests();
    spawning_ = false;
  }
}

/// Publishes what was spawned and is private at once. Children and asyncs were sent before, so most
/// often there is a single fork, or nothing.
void worker::publish_spawn() noexcept {
  if (!publishes_every_spawn()) {
    if (team_.has_idle_near(where_)) {  // on behalf of idle workers
      any_request(work_wanted);
    }
    return;
  }
  detail::frame* const newest = frames.newest();
  if (newest == nullptr && keeps_no_tasks()) {
    return;
  }
  if (newest != nullptr && newest->tag.is_fork() && !newest->published() &&
      (newest->older == nullptr || newest->older->published()) && keeps_no_tasks()) {
    frames.walk(finish);
    static_cast<void>(publish_fork(*newest));
    return;
  }
  publish_all();
}

bool worker::child_begun_slow(detail::join_counter& join) noexcept {
  detail::frame& linked = running().continuation;
  const detail::pedigree at = pedigrees_.number_child(linked);
  if (!linked.tag.is(detail::frame_kind::async_continuation)) {
    join.newest_spawn = at.spawn_rank;  // the balance of a finish counts spawns of many tasks
  }
  publish_remainder(at);
  spawned_slow();
  return leaves_out(*this, finish);
}

void worker::spawned_slow(detail::children_frame& of) noexcept {
  const detail::pedigree at = pedigrees_.number_task(*of.newest_child);
  of.join->newest_spawn = at.spawn_rank;
  replay_controller* const controller = replay_for(at);
  if ((controller != nullptr && controller->owner_sends_child(*this, at)) ||
      publishes_every_spawn()) {
    send_child(of);
  }
  spawned_slow();
}

void worker::spawned_slow(detail::fork_frame& pending) noexcept {
  publish_remainder(pedigrees_.number_child(pending));
  spawned_slow();
}

void worker::spawned_slow(const detail::task& made) noexcept {
  const detail::pedigree at = pedigrees_.number_task(made);
  replay_controller* const controller = replay_for(at);
  if ((controller != nullptr && controller->owner_sends_child(*this, at)) ||
      publishes_every_spawn()) {
    send_async();
  }
  spawned_slow();
}

/// Publishes what follows the newest spawn if a replay assigns it to another worker. Publishing is
/// oldest first, so everything goes (F2).
void worker::publish_remainder(detail::pedigree newest) noexcept {
  replay_controller* const controller = replay_for(newest);
  if (controller == nullptr ||
      !controller->owner_sends_remainder(*this, newest, !holds_remainder(frames.newest()->older))) {
    return;
  }
  publish_counted();  // A3, K1
  if (publish_frames() > 0 && !controller->any_is_strict()) {
    team_.scheduler().owner_wake_thieves(*this);
  }
}

/// Whether a frame from `newest` on holds the remainder of a spawn. A scope's children that have to
/// go elsewhere were sent when they were spawned.
bool worker::holds_remainder(const detail::frame* newest) noexcept {
  for (const detail::frame* f = newest; f != nullptr && !f->published(); f = f->older) {
    if (is_remainder(*f)) {
      return true;
    }
  }
  return false;
}

worker::remainders_here worker::count_remainders() noexcept {
  remainders_here found{};
  for (detail::frame* f = frames.newest(); f != nullptr && !f->published(); f = f->older) {
    if (is_remainder(*f)) {
      const detail::pedigree after = pedigrees_.below(f->older);
      found = {found.count + 1, {after.task_hash, after.spawn_rank - 1}};
    }
  }
  return found;
}

bool worker::spawns_may_migrate() noexcept {
  replay_controller* const controller = team_.dispatcher().active_replay();
  // Deep recursion has to spawn to get further stacks.
  if (controller == nullptr || !controller->any_is_strict() || detail::stack_nearly_full(*this)) {
    return true;
  }
  const detail::pedigree from = pedigrees_.current();
  return from.task_hash == 0 ||
         controller->owner_may_send(*this, from, !holds_remainder(frames.newest()));
}

replay_controller* worker::replay_for(detail::pedigree at) const noexcept {
  return at.task_hash == 0 ? nullptr : team_.dispatcher().active_replay();
}

void worker::charge_work(std::uint64_t ns) {
  if ((polled.requests() & costs_counted) != 0) {
    team_.threads().spend_ns(index_, ns);
  }
  serve_requests();
}

bool worker::publishes_every_spawn() const noexcept {
  return (polled.requests() & publish_every_spawn) != 0 && !team_.stacks().seems_scarce() &&
         !keeps_to_schedule() && !is_in_forked_process(*this);
}

bool worker::keeps_to_schedule() const noexcept {
  replay_controller* const controller = team_.dispatcher().active_replay();
  return controller != nullptr && controller->owner_keeps(*this);
}

void worker::serve_requests() noexcept {
  require_team();
  if (take_request(stacks_wanted)) {
    running().next_free = nullptr;  // B3: the cache is empty from here on
    stacks.clear(team_.stacks());
  }
  const bool strict = keeps_to_schedule();
  if ((strict && launched_.empty()) || !take_request(work_wanted)) {
    return;  // a strict replay publishes only launched tasks, which are outside of the region
  }
  scheduler& scheduler = team_.scheduler();
  const publish_quota wanted = scheduler.owner_publish_quota(*this);
  const unsigned given = strict ? publish_launched(wanted.pieces) : publish(wanted);
  if (given > 0) {
    team_.threads().spend(index_, platform::activity::publish, index_);
  }
  if (scheduler.owner_requests_served(*this, given)) {
    any_request(work_wanted);
  }
}

void worker::note_take_back() noexcept {
  counters_.owner_note(trace::event::take_back);
  request_from_self();
}

void worker::request_from_self() noexcept {
  if ((polled.requests() & work_wanted) == 0 && team_.has_idle_near(where_) &&
      may_request_from_self()) {
    any_request(work_wanted);
  }
}

bool worker::may_request_from_self() noexcept {
  // Publishing in vain and taking back costs a tenth of a microsecond, so this limit costs 4% of
  // the time. A loop needs as many halvings to divide itself among 256 workers.
  constexpr std::uint32_t max_times = 8;
  constexpr std::uint64_t period_ns = 20'000;
  if (requests_from_self_ == max_times) {
    const std::uint64_t now = team_.threads().now_ns();
    if (now - asking_since_ns_ < period_ns) {
      return false;
    }
    asking_since_ns_ = now;
    requests_from_self_ = 0;
  }
  ++requests_from_self_;
  return true;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

void serve_requests(worker& self) {
  static_cast<core::worker&>(self).serve_requests();
}

bool child_begun_slow(worker& self, join_counter& join) {
  return static_cast<core::worker&>(self).child_begun_slow(join);
}

void spawned_slow(worker& self, children_frame& of) {
  static_cast<core::worker&>(self).spawned_slow(of);
}

void spawned_slow(worker& self, fork_frame& pending) {
  static_cast<core::worker&>(self).spawned_slow(pending);
}

void spawned_slow(worker& self, task& made) {
  static_cast<core::worker&>(self).spawned_slow(made);
}

void charge_work_slow(worker& self, std::uint64_t ns) {
  static_cast<core::worker&>(self).charge_work(ns);
}

bool spawns_may_migrate_slow(worker& self) noexcept {
  return static_cast<core::worker&>(self).spawns_may_migrate();
}

}  // namespace nuthatch::detail

namespace nuthatch {

bool work_is_charged() noexcept {
  const detail::worker* const self = detail::this_worker();
  return self != nullptr && static_cast<const core::worker*>(self)->team().threads().counts_costs();
}

void poll() {
  if (detail::worker* const self = detail::this_worker();
      self != nullptr && self->poll_pending() &&
      !core::is_in_forked_process(static_cast<core::worker&>(*self))) {  // no worker asks there
    detail::serve_requests(*self);
  }
}

}  // namespace nuthatch
