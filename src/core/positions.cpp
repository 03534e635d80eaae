// SPDX-License-Identifier: Apache-2.0

// Where tasks are in the tree of all spawns: counting, and what has to be kept of it where work
// leaves a worker. README.md of this folder says how ("Numbers of tasks").

#include "core/positions.hpp"

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/golden_ratio.hpp"
#include "core/guide.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

using detail::frame;
using detail::frame_kind;
using detail::spawn_position;

namespace {

/// The finalizer of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

/// Whether the task below such a frame is the one above it.
bool same_task_goes_on(detail::frame_tag tag) noexcept {
  return tag.is(frame_kind::finish) || tag.is(frame_kind::children) ||
         tag.is(frame_kind::same_task);
}

bool is_a_step(const detail::work_name& what) noexcept {
  return what.at.task != 0 && what.how != detail::begun_as::former_stack;
}

}  // namespace

std::uint64_t number_of_spawn(spawn_position spawner) noexcept {
  if (spawner.task == 0) {
    return 0;
  }
  const std::uint64_t number = mixed(spawner.task + mixed(spawner.count() + base::golden_ratio));
  return number == 0 ? base::golden_ratio : number;
}

spawn_position& worker::level_below(frame* newest, spawn_position& unknown) noexcept {
  for (frame* f = newest; f != nullptr && !f->taken(); f = f->older) {
    if (f->tag.numbered()) {
      return inner_of(*f);
    }
    if (!same_task_goes_on(f->tag)) {
      return unknown;  // spawned before anybody wanted numbers
    }
  }
  return level_;
}

spawn_position& worker::inner_of(frame& of) noexcept {
  if (of.tag.is_fork()) {
    return static_cast<detail::fork_frame&>(of).inner;
  }
  if (of.tag.is_continuation()) {
    return reinterpret_cast<detail::fiber&>(of).inner;
  }
  return static_cast<task_level&>(of).inner_;
}

spawn_position worker::here() noexcept {
  spawn_position unknown{};
  if (!numbers_tasks()) {
    return unknown;
  }
  return level_below(frames.newest(), unknown);
}

void worker::change_part(std::uint32_t now) noexcept {
  spawn_position unknown{};
  spawn_position& level = level_below(frames.newest(), unknown);
  level = level.in_part(now);
}

spawn_position worker::count_spawn(frame* below) noexcept {
  spawn_position unknown{};
  spawn_position& level = level_below(below, unknown);
  const spawn_position before = level;
  ++level.spawns;
  return before;
}

spawn_position worker::number_child(frame& linked) noexcept {
  spawn_position at{};
  if (numbers_tasks()) {
    at = count_spawn(linked.older);
    inner_of(linked) = begin_of(at);
    linked.tag.number();
  }
  return at;
}

spawn_position worker::number_task(const detail::task& made, spawned_into where) noexcept {
  spawn_position at{};
  if (numbers_tasks()) {
    at = count_spawn(frames.newest());
    if (at.task != 0 && where.in_region) {
      if (where.part != spawned_into::part_of_spawner) {
        at = at.in_part(where.part);
      }
      team_.numbers().any_add(made, at);
    } else if (at.task != 0) {
      if (guide* const guided = team_.guiding()) {
        guided->any_depends();
      }
      at.task = 0;
    }
  }
  return at;
}

spawn_position worker::take_spawn(const detail::task& begun) noexcept {
  return numbers_tasks() ? team_.numbers().any_take(begun).at : spawn_position{};
}

void worker::note_given(const detail::work_name& what) const noexcept {
  if (observer* const hears = team_.observing(); hears != nullptr && is_a_step(what)) {
    hears->gave(*this, what);
  }
}

void worker::note_had_back(const detail::work_name& what) const noexcept {
  if (observer* const hears = team_.observing(); hears != nullptr && is_a_step(what)) {
    hears->had_back(*this, what);
  }
}

void worker::note_tasks_given(const detail::task* newest) const noexcept {
  if (numbers_tasks() && team_.observing() != nullptr) {
    for (const detail::task* each = newest; each != nullptr; each = each->next) {
      note_given({team_.numbers().any_give(*each), 0, detail::begun_as::child});
    }
  }
}

void worker::note_begin(const detail::work_name& what) const noexcept {
  if (observer* const hears = team_.observing(); hears != nullptr && is_a_step(what)) {
    hears->began(*this, what);
  }
}

detail::work_name worker::name_of(work given) noexcept {
  switch (given.what()) {
    case work::kind::continuation:
      return given.as_continuation().name;
    case work::kind::fork:
      return name_of_pending(given.as_fork());
    case work::kind::siblings:
      return {team_.numbers().any_look(given.as_siblings()), 0, detail::begun_as::child};
    case work::kind::task:
      return {team_.numbers().any_look(given.as_task()), 0, detail::begun_as::child};
  }
  return {};
}

void worker::leave_for_former_stack() const noexcept {
  note_given({level_, 0, detail::begun_as::waited});
}

void worker::come_back(spawn_position now, std::uint32_t from) noexcept {
  level_ = now;
  if (from != index_) {
    note_begin({now, 0, detail::begun_as::waited});
  }
}

/// The oldest frame leaves with what is below it; what is above it goes on here. Returns where that
/// which leaves goes on.
spawn_position worker::part_levels(frame& oldest) noexcept {
  const spawn_position leaves = level_;
  if (oldest.tag.numbered()) {
    level_ = inner_of(oldest);
  }
  return leaves;
}

void worker::drop_boundary(frame& oldest) noexcept {
  if (oldest.tag.numbered()) {
    static_cast<task_level&>(oldest).around_ = part_levels(oldest);
  }
  frames.take_oldest();
}

task_level::task_level(worker& self, spawn_position begin) noexcept
    : finish_boundary(self.finish),
      inner_(begin) {
  self.frames.link(*this, detail::frame_tag::linked(frame_kind::finish));
  tag.number();
}

task_level::~task_level() {
  worker& now = worker::current();
  now.frames.unlink_object(*this);
  if (taken()) {
    now.go_on_at(around_);
  }
}

detail::work_name name_of_newest(detail::begun_as how, spawn_position after) noexcept {
  return {{after.task, after.spawns - 1}, 0, how};
}

detail::work_name name_of_pending(const detail::fork_frame& given) noexcept {
  return given.tag.numbered() ? name_of_newest(detail::begun_as::callable, given.around)
                              : detail::work_name{given.around, 0, detail::begun_as::waited};
}

outside_in_place::outside_in_place(worker& self) noexcept : began_(self) {
  if (self.numbers_tasks()) {
    below_ = {self.here(), 0, detail::begun_as::waited};
    self.note_given(below_);
    if (guide* const guided = self.guide_of(below_.at)) {
      guided->owner_covered(self, /*now=*/true);
    }
    level_.emplace(self, spawn_position{});
  }
}

outside_in_place::~outside_in_place() {
  level_.reset();
  worker& now = worker::current();
  guide* const guided = now.guide_of(below_.at);
  if (guided != nullptr && guided->any_is_strict() &&
      (&now != &began_ || guided->owner_joins(now, below_) == join_way::by_waiting)) {
    now.suspend({[](void*) noexcept { return true; }, nullptr},
                detail::destination::worker(began_.index()));
  } else if (&now != &began_) {
    now.note_begin(below_);
  }
  if (guided != nullptr) {
    guided->owner_covered(worker::current(), /*now=*/false);
  }
}

numbered_region::numbered_region(worker& self, spawn_position root) : team_(self.team()) {
  NUTHATCH_ASSERT(root.task != 0, "a region without a number");
  NUTHATCH_ASSERT(root.part() == 0, "a region that begins in a part");
  team_.begin_region(self.depth_of_finishes());
  level_.emplace(self, root);
}

numbered_region::~numbered_region() {
  level_.reset();
  team_.end_region();
}

marked_part::marked_part(worker& self) : around_(self.here().part()), begin_(self.here()) {
  const std::uint32_t made = self.team().parts().any_add(around_, self.depth_of_finishes());
  if (made == 0) {
    throw error("record: more than 16777215 recordings are inside of one");
  }
  begin_ = begin_.in_part(made);
  self.change_part(made);
}

marked_part::~marked_part() {
  worker::current().change_part(around_);
}

}  // namespace nuthatch::core
