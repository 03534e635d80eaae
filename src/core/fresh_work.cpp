// SPDX-License-Identifier: Apache-2.0
#include "core/fresh_work.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <nuthatch/detail/another_stack.hpp>
#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/group_state.hpp>

#include "base/assert.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/spawning/finish_override.hpp"
#include "core/spawning/stopping.hpp"
#include "core/team.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

namespace {

/// Completes the private tasks that a fresh work item left with the worker. If the item was an
/// async itself, its finish waits for them, so they run here. Otherwise only the item itself is
/// waited for, and they are published.
void end_private_of_item(const detail::finish_state* around, const detail::join_counter* join) {
  if (around == join && join != nullptr) {
    static_cast<void>(run_asyncs(*join));
  }
  worker::current().publish_private();
}

/// Counts, by class, the task blocks that were allocated for tasks spawned elsewhere and that this
/// worker's cache gets back.
class foreign_blocks {
 public:
  /// Call this before the task runs.
  void add(const detail::task& one) noexcept {
    if (one.block_class != detail::heap_block) {
      ++count_[one.block_class];
    }
  }

  /// Call this once the first `ran` of the tasks have run.
  void note(std::uint32_t ran) const noexcept {
    worker& self = worker::current();
    for (std::uint32_t c = 0; c < detail::task_block_classes; ++c) {
      if (count_[c] != 0) {
        self.blocks.note_foreign(c, std::min(ran, count_[c]));
      }
    }
  }

 private:
  std::array<std::uint32_t, detail::task_block_classes> count_{};
};

/// Runs the stolen children that are in the frame. Returns how many it ran.
std::int32_t run_counted(detail::children_frame& children) {
  std::int32_t ran = 0;
  if (detail::stack_nearly_full(worker::current())) [[unlikely]] {
    ran = detail::run_children_elsewhere(children);
  }
  while (children.newest_child != nullptr) {
    worker& self = worker::current();
    if (self.poll_pending()) {
      detail::run_polled(self, children);
    } else {
      detail::task& child = detail::take_newest_child(children);
      child.operations->run(child);
    }
    ++ran;
  }
  worker::current().frames.unlink_object(children);
  return ran;
}

/// Runs siblings one after the other on this fiber. Others can take the rest meanwhile.
detail::fiber* run_siblings(detail::task& first) {
  detail::join_counter& join = *first.join;
  worker& self = worker::current();
  const std::uint64_t start = self.team().threads().now_ns();
  detail::finish_state* const around = first.finish;
  self.finish = around;
  foreign_blocks blocks;
  for (const detail::task* each = &first; each != nullptr; each = each->next) {
    blocks.add(*each);
  }
  detail::children_frame children(around, join, &first);
  self.frames.link(children, detail::frame_tag::linked(detail::frame_kind::children));
  if (first.next != nullptr && self.poll_pending() && self.may_pass_on()) {
    self.serve_requests();  // others get some or all of them before the first child runs
  }
  std::int32_t done = 0;
  do {
    done += run_counted(children);
  } while (detail::take_back_slow(children));
  end_private_of_item(around, &join);
  worker::current().note_passed_on(done == 0);
  if (done == 0) {
    // Others took all of them. The worker that ran the last one told the parent, which may be gone.
    return nullptr;
  }
  worker& now = worker::current();
  blocks.note(static_cast<std::uint32_t>(done));
  now.team().scheduler().owner_siblings_ran(
      now, static_cast<std::uint32_t>(done), now.team().threads().now_ns() - start);
  now.begin_search();
  return any_arrive(join, done);
}

detail::fiber* run_fork(detail::fork_frame& pending) {
  worker::current().finish = pending.finish;
  worker::current().pedigrees().set_base(pending.around);
  worker::current().pedigrees().note_begin(id_of_pending(pending));
  pending.tag.operations().run(pending);
  end_private_of_item(nullptr, nullptr);
  pending.around = worker::current().pedigrees().current();  // where its spawner resumes
  if (!pending.tag.numbered()) {
    worker::current().pedigrees().leave_for_former_stack();
    pending.inner.spawn_rank = worker::current().index();
  }
  worker::current().begin_search();
  return any_arrive(pending.join, 1);
}

/// Runs a child whose asyncs no finish around its scope may count: the scope belongs to a foreign
/// thread, or the child was spawned inside of a finish that began after the scope.
void run_under_own_finish(detail::task& single, detail::join_counter& join) {
  detail::finish_state around(worker::current());
  around.depth = detail::finish_state::depth_of_own;
  single.operations->run(single);
  detail::end_finish(around);
  std::exception_ptr thrown = around.take_error();
  if (owner_end_stop(around, worker::current().team())) {
    thrown = detail::without_stopped(std::move(thrown));
  }
  if (thrown) {
    join.record_exception(std::move(thrown));
  }
  worker::current().begin_search();
}

/// Records which task begins, and returns the pedigree at which it was spawned.
detail::pedigree begin_task(const detail::task& single, detail::step_kind how) noexcept {
  worker& self = worker::current();
  detail::pedigree spawned_at{};
  if (self.tracks_pedigrees()) {
    spawned_at = self.pedigrees().take(single);
    self.pedigrees().note_begin({spawned_at, 0, how});
  }
  return spawned_at;
}

/// Runs a task whose finish differs from the caller's.
[[gnu::noinline]] void run_under_its_finish(detail::task& single) {
  if (single.finish == nullptr) {
    run_under_own_finish(single, *single.join);
  } else {
    const finish_override of_the_task(worker::current(), single.finish);
    single.operations->run(single);
  }
}

void run_counted(detail::task& single) {
  if (leaves_out(worker::current(), single.finish)) [[unlikely]] {
    leave_out(single);
  } else if (single.finish != nullptr && single.finish == worker::current().finish) [[likely]] {
    single.operations->run(single);
  } else {
    run_under_its_finish(single);
  }
}

/// If `first` and the tasks behind it are asyncs of the innermost finish, or tasks of a group whose
/// owner waits here, keeps all but the first as if they had never been published. Others can
/// request them while the first runs, which may take long.
void keep_rest(detail::task& first, detail::join_counter& join) noexcept {
  worker& self = worker::current();
  detail::finish_state* const around = first.finish;
  if (first.next == nullptr || self.tracks_pedigrees() ||
      static_cast<detail::join_counter*>(around) != &join) {
    return;
  }
  const bool of_group = around != self.finish;
  detail::private_tasks& list = of_group ? self.group_tasks : self.asyncs;
  std::uint32_t kept = 0;
  for (detail::task* each = std::exchange(first.next, nullptr); each != nullptr; ++kept) {
    detail::task* const newer = each->next;
    list.keep(each);
    each = newer;
  }
  if (of_group) {
    static_cast<detail::group_state*>(around)->owner_keeps(kept);
  }
  // No longer counted; the caller still holds the join.
  static_cast<void>(join.arrive(static_cast<std::int32_t>(kept)));
}

/// Runs the newest item that this worker has pushed if `join` counts it. Returns whether it did.
bool run_newest_pushed_once(detail::join_counter& join) {
  const work_item newest = worker::current().take_child_back(join, lane::off_chain);
  if (!newest) {
    return false;
  }
  const bool alone = newest.what() == work_item::kind::task;
  detail::task* next = alone ? &newest.as_task() : &newest.as_siblings();
  detail::finish_state* const around = next->finish;
  if (!alone) {
    keep_rest(*next, join);
  }
  std::int32_t ran = 0;
  while (next != nullptr) {
    detail::task& mine = *next;
    next = alone ? nullptr : mine.next;
    mine.finish = around;
    {
      const inline_task_pedigree pedigree(worker::current(),
                                          begin_task(mine, detail::step_kind::taken_back_child));
      run_counted(mine);
    }
    ++ran;
    if (next != nullptr && worker::current().tracks_pedigrees()) {
      static_cast<void>(run_asyncs(join));  // as if the task had been alone
    }
  }
  static_cast<void>(join.arrive(ran));  // no task waits yet: the caller is still here
  return true;
}

detail::fiber* run_task(detail::task& single) {
  detail::join_counter* const join = single.join;
  detail::finish_state* const around = single.finish;
  worker::current().finish = around;
  if (join == nullptr) {
    single.operations->run(single);
    worker::current().publish_private();
    return nullptr;
  }
  worker::current().pedigrees().set_base(begin_of(begin_task(single, detail::step_kind::child)));
  foreign_blocks block;
  block.add(single);
  run_counted(single);
  end_private_of_item(around, join);
  block.note(1);
  return any_arrive(*join, 1);
}

}  // namespace

detail::fiber* run_fresh(work_item fresh) {
  switch (fresh.what()) {
    case work_item::kind::fork:
      return run_fork(fresh.as_fork());
    case work_item::kind::siblings:
      return run_siblings(fresh.as_siblings());
    case work_item::kind::task:
      return run_task(fresh.as_task());
    case work_item::kind::continuation:
      break;
  }
  NUTHATCH_CHECK(false, "a continuation is not fresh");
  return nullptr;
}

bool run_newest_pushed(detail::join_counter& join) {
  // Less often than in a drain: suspending to let others run costs as much as many tasks.
  constexpr std::uint32_t runs_between_looks = 1024;
  for (std::uint32_t runs = 1; !parent_has_all(join); ++runs) {
    if (detail::stack_nearly_full(worker::current())) {
      return false;
    }
    // The worker keeps asyncs of `join` if that is the innermost finish.
    if (!run_newest_pushed_once(join) || !run_asyncs(join) ||
        (runs % runs_between_looks == 0 && worker::current().others_wait() &&
         !worker::current().keeps_to_schedule())) {
      break;
    }
    if (worker& self = worker::current(); self.poll_pending()) {
      self.serve_requests();
    }
  }
  return true;
}

detail::fiber* refuse_fresh(work_item fresh, const std::exception_ptr& why) noexcept {
  if (fresh.what() == work_item::kind::fork) {
    detail::fork_frame& pending = fresh.as_fork();
    pending.join.record_exception(why);
    return any_arrive(pending.join, 1);
  }
  const bool one = fresh.what() == work_item::kind::task;
  detail::task* next = one ? &fresh.as_task() : &fresh.as_siblings();
  detail::join_counter* const join = next->join;
  std::int32_t refused = 0;
  foreign_blocks blocks;
  while (next != nullptr) {
    detail::task& each = *next;
    next = one ? nullptr : each.next;
    blocks.add(each);
    static_cast<void>(worker::current().pedigrees().take(each));
    each.operations->refuse(each, why);
    ++refused;
  }
  if (join == nullptr) {
    return nullptr;
  }
  blocks.note(static_cast<std::uint32_t>(refused));
  return any_arrive(*join, refused);
}

std::uint64_t count_up_to(const detail::task* first, std::uint64_t most) noexcept {
  std::uint64_t count = 0;
  while (first != nullptr && count < most) {
    first = first->next;
    ++count;
  }
  return count;
}

const char* origin_of(work_item fresh) noexcept {
  switch (fresh.what()) {
    case work_item::kind::fork:
      return fresh.as_fork().tag.operations().origin();
    case work_item::kind::siblings:
      return fresh.as_siblings().operations->origin();
    case work_item::kind::task:
      return fresh.as_task().operations->origin();
    case work_item::kind::continuation:
      break;
  }
  return nullptr;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

void end_finish_slow(finish_state& state) {
  core::worker* self = &core::worker::current();
  self->require_team();
  for (bool done = false; !done;) {
    const bool drained = core::run_asyncs(state);
    const work_id as{
        core::worker::current().pedigrees().current(), state.depth, step_kind::finish_end};
    const bool has_room = drained && core::run_newest_pushed(state);
    done = (core::parent_has_all(state) && core::worker::current().replay_for(as.at) == nullptr) ||
           core::wait_or_take_back(state, as, has_room);
  }
  // Unlink only now: while tasks run under the finish, its frame marks the older frames that do
  // not.
  self = &core::worker::current();
  self->frames.unlink_object(state);
  self->finish = state.outer;
}

worker& run_alone(task& child) noexcept {
  child.next = nullptr;
  children_frame only(nullptr, *child.join, &child);
  only.tag = frame_tag::linked(frame_kind::children);
  return child.operations->run_siblings(reload_worker(), only);
}

worker& put_foreign_chain(task* first, task* last, std::uint32_t block_class) noexcept {
  std::uint32_t count = 1;
  for (const task* each = first; each != last; each = each->next) {
    ++count;
  }
  worker& self = reload_worker();
  self.blocks.put_chain(first, last, block_class);
  self.blocks.note_foreign(block_class, count);
  return self;
}

worker& run_polled(worker& before, children_frame& children) {
  auto& self = static_cast<core::worker&>(before);
  task& child = take_newest_child(children);
  self.serve_requests();  // before the child runs, since that may take long
  if (core::leaves_out(self, children.finish)) {
    core::leave_out(child);
    return reload_worker();
  }
  const core::pedigree_table::entry spawned = self.tracks_pedigrees()
                                                  ? self.team().numbers().any_take(child)
                                                  : core::pedigree_table::entry{};
  if (spawned.published) {
    // A child that others wait for as well was stolen by this worker.
    self.pedigrees().note_begin(
        {spawned.at, 0, children.counted_at_join ? step_kind::child : step_kind::taken_back_child});
  }
  {
    const core::inline_task_pedigree pedigree(self, spawned.at);
    if (stack_nearly_full(self)) [[unlikely]] {
      run_on_another_stack(child);
    } else {
      child.operations->run(child);
    }
  }
  if (spawned.published && children.counted_at_join) {
    core::end_private_of_item(children.finish, children.join);  // as if it had been stolen alone
  }
  return reload_worker();
}

void run_on_another_stack(task& child) {
  const auto run = [&child]() noexcept {
    child.operations->run(child);  // its scope records what it throws
  };
  std::exception_ptr no_stack;
  try {
    call_on_another_stack<task>(run, run);
    return;
  } catch (...) {
    no_stack = std::current_exception();
  }

  struct refusal {
    task* child;
    std::exception_ptr* why;
  } refused{&child, &no_stack};

  // Refuses the task on the worker's own stack, where all fresh work is refused. A destructor that
  // waits then runs other work on top of it.
  core::worker::current().suspend({[](void* of) noexcept {
                                     const auto& mine = *static_cast<refusal*>(of);
                                     mine.child->operations->refuse(*mine.child, *mine.why);
                                     return true;
                                   },
                                   &refused});
}

}  // namespace nuthatch::detail
