// SPDX-License-Identifier: Apache-2.0

// The asyncs, tasks of groups and launched tasks that a worker keeps: publishing them, and draining
// the former two. See detail/private_tasks.hpp.

#include <algorithm>
#include <utility>

#include <nuthatch/detail/future_state.hpp>
#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/detail/private_tasks.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>

#include "core/fresh_work.hpp"
#include "core/replay/pedigrees.hpp"
#include "core/spawning/finish_override.hpp"
#include "core/spawning/stopping.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

using detail::task;

namespace {

// Tasks that a drain runs between looks for other waiting work: seldom enough that the looks do not
// show, and often enough that such work waits microseconds where tasks are short.
constexpr std::uint32_t runs_between_looks = 64;

// Tasks that a drain runs before older asyncs, of outer finishes, count as other work: seldom,
// since these often wait for good reason.
constexpr std::uint32_t runs_before_older = 4096;

/// Leaves out the newest tasks of a list that belong to a finish, at most as many as run between
/// two looks for other work. `keeper`: the group that the finish is, if the tasks are kept for it.
void leave_out_newest(detail::private_tasks detail::worker::* list,
                      const detail::join_counter* around,
                      detail::group_state* keeper) noexcept {
  for (std::uint32_t count = 0; count < runs_between_looks; ++count) {
    detail::private_tasks& here = worker::current().*list;
    task& newest = here.newest();
    if (newest.join != around) {
      return;
    }
    here.take_newest();
    if (keeper != nullptr) {
      keeper->owner_keeps_fewer(1);
    }
    leave_out(newest);
  }
}

/// Runs a task of a group, on top of its owner.
void run_group_task(worker& self, task& mine) noexcept {
  if (self.tracks_pedigrees()) {
    const inline_task_pedigree outside(self, self.pedigrees().take(mine));
    mine.operations->run(mine);
  } else {
    mine.operations->run(mine);
  }
}

/// Serves requests before `mine`, the newest async, runs. Returns true if `mine` must not run any
/// more, because it was published, was left out, or has run.
[[gnu::cold, gnu::noinline]] bool serve_requests_before(worker& self, task& mine) {
  self.serve_requests();
  if (&self.asyncs.newest() != &mine) {
    return true;  // it was the only one
  }
  if (leaves_out(self, static_cast<const detail::finish_state*>(mine.join))) {
    leave_out_newest(&worker::asyncs, mine.join, nullptr);
    return true;
  }
  if (!self.tracks_pedigrees()) {
    return false;
  }
  self.asyncs.take_newest();
  const inline_task_pedigree pedigree(self, self.pedigrees().take(mine));
  mine.operations->run(mine);
  return true;
}

}  // namespace

/// Publishes the oldest tasks of a list, asyncs or tasks of groups, in pieces: at most `most` of
/// them and only those of one finish or group, which counts them from then on.
worker::published worker::publish_oldest(detail::private_tasks& list,
                                         std::uint32_t most,
                                         std::uint32_t piece) noexcept {
  const detail::private_tasks::part going = list.take_oldest_of_one_join(most);
  auto* const around = static_cast<detail::finish_state*>(going.newest->join);
  // Relaxed: the queue that the tasks go through orders this before their ends.
  around->balance.fetch_add(static_cast<std::int32_t>(going.count), detail::memory_order_relaxed);
  if (&list == &group_tasks) {
    static_cast<detail::group_state*>(around)->owner_keeps_fewer(going.count);
  }
  pedigrees_.note_tasks_published(going.newest);
  const unsigned pieces =
      publish_siblings(lane::off_chain, going.newest, going.count, piece, around);
  return {going.count, pieces};
}

void worker::publish_list(detail::private_tasks& list) noexcept {
  const std::uint32_t piece = piece_of_all(list.count());
  while (!list.empty()) {
    static_cast<void>(publish_oldest(list, publish_quota::everything, piece));
  }
}

void worker::publish_counted() noexcept {
  publish_list(asyncs);
  publish_list(group_tasks);
}

void worker::stop_draining(detail::private_tasks& list) noexcept {
  off_chain_waits_ = true;  // older off-chain work included
  publish_list(list);
}

/// Publishes the oldest tasks of the list: these stand for the largest part of a recursion.
unsigned worker::publish_some_of(detail::private_tasks& list, publish_quota wanted) noexcept {
  if (list.empty()) {
    return 0;
  }
  unsigned given = 0;
  const share going = share_of(list.count(), /*being_filled=*/true, wanted);
  for (std::uint32_t left = going.count; left > 0 && !list.empty();) {
    const published now = publish_oldest(list, left, going.piece);
    given += now.pieces;
    left -= now.tasks;
  }
  return given;
}

void worker::keep_group_task(detail::group_state& of, task& made) noexcept {
  of.keep(*this, &made);
  if (poll_pending()) {
    spawned_slow();
  }
}

void worker::push_launched(task& made) {
  launched_.keep(&made);
  if (poll_pending()) {
    spawned_slow();
  }
}

void worker::pop_launched(task& launched) noexcept {
  launched_.take(launched);
  launched.finish = nullptr;
}

/// Publishes at most `most` launched tasks, oldest first.
unsigned worker::publish_launched(unsigned most) noexcept {
  unsigned given = 0;
  for (; given < most && !launched_.empty(); ++given) {
    task& oldest = launched_.oldest();
    pop_launched(oldest);
    oldest.operations->launched->result(oldest).keeper_leave();
    off_chain_waits_ = true;
    publish(lane::off_chain, work_item::task(oldest));
  }
  return given;
}

void worker::publish_private() noexcept {
  publish_counted();
  static_cast<void>(publish_launched(publish_quota::everything));
}

bool worker::others_wait() const noexcept {
  return off_chain_waits_ || !launched_.empty() || has_mail();
}

bool run_asyncs(const detail::join_counter& join) {
  for (std::uint32_t runs = 1;; ++runs) {
    worker& self = worker::current();
    task& mine = self.asyncs.newest();
    if (mine.join != &join) {
      return true;
    }
    if (detail::stack_nearly_full(self) ||
        (((runs % runs_between_looks == 0 && self.others_wait()) ||
          (runs % runs_before_older == 0 && self.asyncs.oldest().join != &join)) &&
         !self.keeps_to_schedule())) {
      self.stop_draining(self.asyncs);
      return false;
    }
    if (self.poll_pending() && serve_requests_before(self, mine)) {
      continue;
    }
    self.asyncs.take_newest();
    mine.operations->run(mine);
  }
}

bool run_group_tasks(detail::group_state& of) {
  if (!of.keeps_any()) {
    return true;
  }
  const finish_override of_the_group(worker::current(), &of);
  for (std::uint32_t runs = 1; of.keeps_any(); ++runs) {
    worker& self = worker::current();
    task& mine = self.group_tasks.newest();
    if (mine.join != &of || detail::stack_nearly_full(self) ||
        (runs % runs_between_looks == 0 && self.others_wait() && !self.keeps_to_schedule())) {
      self.stop_draining(self.group_tasks);
      return false;
    }
    if (self.poll_pending()) {
      self.serve_requests();
      if (&self.group_tasks.newest() != &mine) {
        continue;  // it was the only one
      }
    }
    if (leaves_out(self, &of)) [[unlikely]] {
      leave_out_newest(&worker::group_tasks, &of, &of);
    } else {
      self.group_tasks.take_newest();
      of.owner_keeps_fewer(1);
      run_group_task(self, mine);
    }
    if (worker::current().asyncs.newest().join == &of && !run_asyncs(of)) {
      worker::current().stop_draining(worker::current().group_tasks);
      return false;
    }
  }
  return true;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

std::uint32_t private_tasks::count() const noexcept {
  return empty() ? 0 : newest_->chain - anchor_.newer->chain + 1;
}

void private_tasks::take(task& one) noexcept {
  if (&one == newest_) {
    newest_ = one.next;
  } else {
    one.newer->next = one.next;
    one.next->newer = one.newer;
  }
}

void private_tasks::move_to(private_tasks& other) noexcept {
  if (empty()) {
    return;
  }
  other.newest_ = newest_;
  other.anchor_.newer = anchor_.newer;
  other.anchor_.newer->next = &other.anchor_;
  newest_ = &anchor_;
}

private_tasks::part private_tasks::take_oldest_of_one_join(std::uint32_t most) noexcept {
  task* const oldest = anchor_.newer;
  task* last = oldest;
  std::uint32_t count = 1;
  for (; count < most && last != newest_ && last->newer->join == oldest->join; ++count) {
    last = last->newer;
  }
  if (last == newest_) {
    newest_ = &anchor_;
  } else {
    anchor_.newer = last->newer;
    last->newer->next = &anchor_;
  }
  oldest->next = nullptr;
  return {last, count};
}

void async_without_finish() {
  throw error(
      "async: called on a thread that runs no task, outside of any finish; wrap it in "
      "nuthatch::finish or runtime::run, or use nuthatch::launch");
}

}  // namespace nuthatch::detail
