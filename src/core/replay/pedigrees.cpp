// SPDX-License-Identifier: Apache-2.0

// The positions of tasks in the tree of spawns: how they are counted, and what is kept where work
// leaves a worker. "Pedigrees" in the README of the core describes it.

#include "core/replay/pedigrees.hpp"

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/golden_ratio.hpp"
#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

using detail::frame;
using detail::frame_kind;
using detail::pedigree;

namespace {

/// The finalizer of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

/// Whether the same task runs above and below such a frame.
bool same_task_goes_on(detail::frame_tag tag) noexcept {
  return tag.is(frame_kind::finish) || tag.is(frame_kind::children) ||
         tag.is(frame_kind::same_task);
}

bool is_a_step(const detail::work_id& what) noexcept {
  return what.at.task_hash != 0 && what.kind != detail::step_kind::stack_return;
}

}  // namespace

std::uint64_t child_pedigree_hash(pedigree spawner) noexcept {
  if (spawner.task_hash == 0) {
    return 0;
  }
  const std::uint64_t number =
      mixed(spawner.task_hash + mixed(spawner.count() + base::golden_ratio));
  return number == 0 ? base::golden_ratio : number;
}

pedigree& pedigree_tracker::find_below(frame* newest, pedigree& unknown) noexcept {
  for (frame* f = newest; f != nullptr && !f->published(); f = f->older) {
    if (f->tag.numbered()) {
      return inner_of(*f);
    }
    if (!same_task_goes_on(f->tag)) {
      return unknown;  // spawned while pedigrees were not tracked
    }
  }
  return base_;
}

pedigree& pedigree_tracker::inner_of(frame& of) noexcept {
  if (of.tag.is_fork()) {
    return static_cast<detail::fork_frame&>(of).inner;
  }
  if (of.tag.is_continuation()) {
    return reinterpret_cast<detail::fiber&>(of).inner;
  }
  return static_cast<pedigree_frame&>(of).inner_;
}

pedigree pedigree_tracker::current() noexcept {
  pedigree unknown{};
  if (!self_.tracks_pedigrees()) {
    return unknown;
  }
  return find_below(self_.frames.newest(), unknown);
}

void pedigree_tracker::change_part(std::uint32_t now) noexcept {
  pedigree unknown{};
  pedigree& level = find_below(self_.frames.newest(), unknown);
  level = level.in_part(now);
}

pedigree pedigree_tracker::count_spawn(frame* below) noexcept {
  pedigree unknown{};
  pedigree& level = find_below(below, unknown);
  const pedigree before = level;
  ++level.spawn_rank;
  return before;
}

pedigree pedigree_tracker::number_in_place() noexcept {
  return self_.tracks_pedigrees() ? count_spawn(self_.frames.newest()) : pedigree{};
}

pedigree pedigree_tracker::number_child(frame& linked) noexcept {
  pedigree at{};
  if (self_.tracks_pedigrees()) {
    at = count_spawn(linked.older);
    inner_of(linked) = begin_of(at);
    linked.tag.number();
  }
  return at;
}

pedigree pedigree_tracker::number_task(const detail::task& made, region_membership where) noexcept {
  pedigree at{};
  if (self_.tracks_pedigrees()) {
    at = count_spawn(self_.frames.newest());
    if (at.task_hash != 0 && where.in_region) {
      if (where.part != region_membership::part_of_spawner) {
        at = at.in_part(where.part);
      }
      self_.team().numbers().any_add(made, at);
    } else if (at.task_hash != 0) {
      if (replay_controller* const controller = self_.team().dispatcher().active_replay()) {
        controller->any_depends();
      }
      at.task_hash = 0;
    }
  }
  return at;
}

pedigree pedigree_tracker::take(const detail::task& begun) noexcept {
  return self_.tracks_pedigrees() ? self_.team().numbers().any_take(begun).at : pedigree{};
}

void pedigree_tracker::note_published(const detail::work_id& what) const noexcept {
  if (observer* const hears = self_.team().observing(); hears != nullptr && is_a_step(what)) {
    hears->published(self_, what);
  }
}

void pedigree_tracker::note_taken_back(const detail::work_id& what) const noexcept {
  if (observer* const hears = self_.team().observing(); hears != nullptr && is_a_step(what)) {
    hears->took_back(self_, what);
  }
}

void pedigree_tracker::note_tasks_published(const detail::task* newest) const noexcept {
  if (self_.tracks_pedigrees() && self_.team().observing() != nullptr) {
    for (const detail::task* each = newest; each != nullptr; each = each->next) {
      note_published({self_.team().numbers().any_publish(*each), 0, detail::step_kind::child});
    }
  }
}

void pedigree_tracker::note_begin(const detail::work_id& what) const noexcept {
  if (observer* const hears = self_.team().observing(); hears != nullptr && is_a_step(what)) {
    hears->began(self_, what);
  }
}

detail::work_id pedigree_tracker::name_of(work_item given) noexcept {
  switch (given.what()) {
    case work_item::kind::continuation:
      return given.as_continuation().id;
    case work_item::kind::fork:
      return id_of_pending(given.as_fork());
    case work_item::kind::siblings:
      return {self_.team().numbers().any_look(given.as_siblings()), 0, detail::step_kind::child};
    case work_item::kind::task:
      return {self_.team().numbers().any_look(given.as_task()), 0, detail::step_kind::child};
  }
  return {};
}

void pedigree_tracker::leave_for_former_stack() const noexcept {
  note_published({base_, 0, detail::step_kind::resumed});
}

void pedigree_tracker::come_back(pedigree now, std::uint32_t from) noexcept {
  base_ = now;
  if (from != self_.index()) {
    note_begin({now, 0, detail::step_kind::resumed});
  }
}

pedigree pedigree_tracker::split(frame& oldest) noexcept {
  const pedigree leaves = base_;
  if (oldest.tag.numbered()) {
    base_ = inner_of(oldest);
  }
  return leaves;
}

void pedigree_tracker::drop_boundary(frame& oldest) noexcept {
  if (oldest.tag.numbered()) {
    static_cast<pedigree_frame&>(oldest).around_ = split(oldest);
  }
  self_.frames.pop_oldest();
}

pedigree_frame::pedigree_frame(worker& self, pedigree begin) noexcept
    : finish_boundary(self.finish),
      inner_(begin) {
  self.frames.link(*this, detail::frame_tag::linked(frame_kind::finish));
  tag.number();
}

pedigree_frame::~pedigree_frame() {
  worker& now = worker::current();
  now.frames.unlink_object(*this);
  if (published()) {
    now.pedigrees().set_base(around_);
  }
}

detail::work_id id_of_newest(detail::step_kind how, pedigree after) noexcept {
  return {{after.task_hash, after.spawn_rank - 1}, 0, how};
}

detail::work_id id_of_pending(const detail::fork_frame& given) noexcept {
  return given.tag.numbered() ? id_of_newest(detail::step_kind::second_callable, given.around)
                              : detail::work_id{given.around, 0, detail::step_kind::resumed};
}

inline_task_outside::inline_task_outside(worker& self) noexcept : began_(self) {
  if (self.tracks_pedigrees()) {
    below_ = {self.pedigrees().current(), 0, detail::step_kind::resumed};
    self.pedigrees().note_published(below_);
    if (replay_controller* const controller = self.replay_for(below_.at)) {
      controller->owner_covered(self, /*now=*/true);
    }
    frame_.emplace(self, pedigree{});
  }
}

inline_task_outside::~inline_task_outside() {
  frame_.reset();
  worker& now = worker::current();
  replay_controller* const controller = now.replay_for(below_.at);
  if (controller != nullptr && controller->any_is_strict() &&
      (&now != &began_ || controller->owner_joins(now, below_) == join_action::always_suspend)) {
    now.suspend({[](void*) noexcept { return true; }, nullptr},
                detail::destination::worker(began_.index()));
  } else if (&now != &began_) {
    now.pedigrees().note_begin(below_);
  }
  if (controller != nullptr) {
    controller->owner_covered(worker::current(), /*now=*/false);
  }
}

recorded_region::recorded_region(worker& self, pedigree root) : team_(self.team()) {
  NUTHATCH_ASSERT(root.task_hash != 0, "a region without a number");
  NUTHATCH_ASSERT(root.part() == 0, "a region that begins in a part");
  team_.begin_region(self.depth_of_finishes());
  frame_.emplace(self, root);
}

recorded_region::~recorded_region() {
  frame_.reset();
  team_.end_region();
}

nested_recording::nested_recording(worker& self)
    : around_(self.pedigrees().current().part()),
      begin_(self.pedigrees().current()) {
  const std::uint32_t made = self.team().parts().any_add(around_, self.depth_of_finishes());
  if (made == 0) {
    throw error("record: more than 16777215 recordings are inside of one");
  }
  begin_ = begin_.in_part(made);
  self.pedigrees().change_part(made);
}

nested_recording::~nested_recording() {
  worker::current().pedigrees().change_part(around_);
}

}  // namespace nuthatch::core
