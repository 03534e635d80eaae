// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/team.hpp"

#include <type_traits>
#include <utility>

#include <nuthatch/detail/arch.hpp>

#include "base/kept_errno.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/task_execution.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/team/thread_binding.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

/// The ICVs of a region's implicit tasks: those of the encountering task, except for values that
/// the environment lists for this level.
icvs icvs_at_level(std::uint32_t level, const icvs& around) noexcept {
  icvs result = around;
  const settings& all = env_settings();
  if (all.nthreads.size() > 1 && level < all.nthreads.size()) {
    result.nthreads = static_cast<std::uint32_t>(all.nthreads[level]);
  }
  if (all.proc_bind.size() > 1 && level < all.proc_bind.size()) {
    result.bind = all.proc_bind[level];
  }
  return result;
}

/// Stores a value only if it changes: an unchanged field stays in the caches of the threads that
/// read it.
template <class Field>
void change(Field& field, const std::type_identity_t<Field>& to) noexcept {
  if (!(field == to)) {
    field = to;
  }
}

/// Executes tasks until done(&of).
template <class Of>
void execute_until(task_team& task_team,
                   thread& self,
                   const Of& of,
                   bool (*done)(const void*) noexcept) noexcept {
  if (!done(&of)) {
    task_team.at(self.member->thread_num).help_until({done, nullptr, &of});
  }
}

}  // namespace

team::team(void (*notify_idle)(void* context) noexcept, void* context) noexcept
    : notify_idle_(notify_idle),
      idle_context_(context) {}

team::team() = default;

team::~team() {
  for (std::uint32_t i = 0; i < capacity_; ++i) {
    // Outside of all regions, the implicit task may not have completed
    release_icvs(members_[i].implicit_task);
  }
}

void team::reserve(std::uint32_t team_size) {
  if (team_size > capacity_) {
    members_ = std::make_unique<team_member[]>(team_size);
    capacity_ = team_size;
  }
}

void team::begin(std::uint32_t team_size, const thread* from) noexcept {
  change(size_, team_size);
  change(may_defer_tasks_, team_size > 1 && team_size <= task_limits::max_deferring_team_size);
  if (from != nullptr) {
    const team& outer = *from->member->team;
    parent_member_ = from->member;
    encountering_ = from->current_task;
    change(level_, outer.level_ + 1);
    change(active_level_, outer.active_level_ + (team_size > 1 ? 1 : 0));
    change(implicit_icvs_, icvs_at_level(level_, *encountering_->icvs));
  } else {
    implicit_icvs_ = initial_icvs();
  }
  // A construct at the end of a region has no barrier, so these may still be set.
  for (detail::atomic<bool>* const each : {&worksharing_cancelled_, &has_cancelled_taskgroups_}) {
    if (each->load(detail::memory_order_relaxed)) [[unlikely]] {
      each->store(/*value=*/false, detail::memory_order_relaxed);
    }
  }
  change(reductions_, nullptr);
  change(before_first_, nullptr);
  change(first_work_share_, &work_shares_.newest());
  if (single_count_.load(detail::memory_order_relaxed) != 0) {
    single_count_.store(0, detail::memory_order_relaxed);
  }
  join_generation_ = join_barrier_.generation();
}

void team::enter(thread& self, std::uint32_t number) noexcept {
  team_member& own = members_[number];
  own.team = this;
  own.thread_num = number;
  own.single_count = 0;
  own.work_share = first_work_share_;
  own.last_work_share = before_first_;
  own.static_trip = 0;
  own.has_ordered_chunk = false;
  // A lone thread may create nested tasks without bound, and never wait.
  own.immediate_stack_limit =
      size_ == 1 && level_ != 0 ? detail::stack_pointer() - task_limits::immediate_stack_bytes : 0;
  own.record.begin(nullptr, number);
  own.implicit_task = {
      .icvs = &implicit_icvs_, .innermost_node = &own.record, .own_node = &own.record};
  self.member = &own;
  self.current_task = &own.implicit_task;
  if (has_places_) [[unlikely]] {
    own.place = thread_place_of(places_, number);
    bind_to(self, own.place.place);
  }
}

void team::leave(thread& self) noexcept {
  const std::uint32_t others = size_ - 1;  // read now: the size may change once all have left
  barrier::generation_type seen = 0;
  task_team* const task_team = active_task_team();
  if (task_team == nullptr) {
    // If a task is created now while the primary thread falls asleep, see run_tasks().
    static_cast<void>(join_barrier_.arrive(others, seen, [] {}));
    return;
  }
  drain_descendants(self);
  release_own_icvs(self.member->implicit_task);
  // Enter before the primary thread may continue: then it waits for the threads that run tasks.
  unfinished_threads_.enter();
  if (join_barrier_.arrive(others, seen, [] {})) {
    task_team->at(0).any_tell();
  }
  drain_until_closed(self);
  unfinished_threads_.leave();
}

/// Wakes the primary thread. The caller arrived at the join before the task team existed, and woke
/// futex waiters only; the primary thread may sleep in the task team.
void team::wake_primary() const noexcept {
  active_task_team()->at(0).any_tell();
}

void team::drain_until_closed(thread& self) noexcept {
  execute_until(*active_task_team(), self, accepting_, [](const void* of) noexcept {
    return !static_cast<const detail::atomic<bool>*>(of)->load(detail::memory_order_seq_cst);
  });
}

/// Drops the ICV copy of a completed implicit task. The thread still exists, and its ICVs may be
/// queried.
void team::release_own_icvs(task& task) const noexcept {
  if (task.owns_icvs) {
    release_icvs(task);
    task.icvs = &implicit_icvs_;
  }
}

/// Executes tasks until the implicit task's descendants, including those in taskgroups, are
/// complete.
void team::drain_descendants(thread& self) const noexcept {
  task& own = self.member->implicit_task;
  for (const task_tree_node* each = own.innermost_node; each != nullptr; each = each->parent()) {
    execute_until(*active_task_team(), self, *each, [](const void* of) noexcept {
      return !static_cast<const task_tree_node*>(of)->has_descendants();
    });
  }
  return_depend_map(self, own);
}

/// Waits until done(&of). The thread that makes it true changes the word. Executes tasks once there
/// are any.
template <class Of>
void team::wait(thread& self,
                futex_word& word,
                const Of& of,
                bool (*done)(const void*) noexcept) noexcept {
  while (!done(&of)) {
    if (task_team* const task_team = active_task_team()) {
      execute_until(*task_team, self, of, done);
      return;
    }
    const futex_word::value seen = word.load();
    if (!done(&of) && active_task_team() == nullptr) {
      word.wait_while(seen, size_);
    }
  }
}

void team::wait_for_generation(thread& self, barrier::generation_type seen) noexcept {
  struct waiting {
    team& of;
    barrier::generation_type seen;
  } const here{*this, seen};

  wait(self, barrier_.changes(), here, [](const void* what) noexcept {
    const auto& me = *static_cast<const waiting*>(what);
    // The region may have been cancelled before the generation was read.
    return me.of.barrier_.generation() != me.seen ||
           me.of.cancelled_.load(detail::memory_order_seq_cst);
  });
}

void team::wait_at_join(thread& self) noexcept {
  if (size_ > 1) {
    wait(self, join_barrier_.changes(), *this, [](const void* of) noexcept {
      const auto& me = *static_cast<const team*>(of);
      return me.join_barrier_.generation() != me.join_generation_;
    });
  }
}

/// Closes the task team after its last task: wakes the threads in it and waits until they have
/// left.
void team::close_task_team() noexcept {
  accepting_.store(/*value=*/false, detail::memory_order_seq_cst);
  wake_task_team();
  unfinished_threads_.wait_for_none();
  active_.store(nullptr, detail::memory_order_relaxed);
}

void team::end(thread& self) noexcept {
  if (active_task_team() != nullptr) {
    drain_descendants(self);
    release_own_icvs(self.member->implicit_task);
  }
  wait_at_join(self);
  if (active_task_team() != nullptr) {
    close_task_team();
  }
  if (is_cancelled()) {
    cancelled_.store(/*value=*/false, detail::memory_order_relaxed);
    barrier_.reset();
    work_shares_.recycle_all();
  }
  self.member = parent_member_;
  self.current_task = encountering_;
}

void team::reset_after_fork() noexcept {
  size_ = 1;
  may_defer_tasks_ = false;
  active_.store(nullptr, detail::memory_order_relaxed);
  static_cast<void>(task_team_.release());
  barrier_.reset();
  join_barrier_.reset();
  unfinished_threads_.reset();
  accepting_.store(/*value=*/false, detail::memory_order_relaxed);
}

void team::cancel() noexcept {
  if (!cancelled_.exchange(/*value=*/true, detail::memory_order_seq_cst)) {
    barrier_.release_waiters();
    // Sequentially consistent: a thread that has not seen the cancellation may be falling asleep
    // there.
    if (active_.load(detail::memory_order_seq_cst) != nullptr) {
      wake_task_team();
    }
  }
}

void team::wake_task_team() const noexcept {
  active_task_team()->tell_all();
}

/// Rebuilds the task team if the team's size or its places have changed.
void team::rebuild_task_team() {
  if (task_team_ != nullptr && task_team_->size() == size_ &&
      (!has_places_ || task_team_places_ == places_)) {
    return;
  }
  const std::vector<unsigned> cpus =
      has_places_ ? cpus_of(places_, env_settings().places) : std::vector<unsigned>();
  if (task_team_ == nullptr || task_team_->size() != size_ || task_team_->cpus() != cpus) {
    task_team_ = std::make_unique<task_team>(size_, cpus);
  }
  task_team_places_ = places_;
}

task_team& team::make_task_team() noexcept {
  static_assert(task_limits::max_deferring_team_size == 4096);  // named in a message below
  if (size_ > task_limits::max_deferring_team_size) {
    abort_program("detached tasks require a team of at most 4096 threads");
  }
  const base::kept_errno kept;  // programs expect that creating a task does not change errno
  const platform::no_cancellation guard;
  lock_.lock();
  task_team* found = active_.load(detail::memory_order_relaxed);
  if (found == nullptr) {
    rebuild_task_team();
    found = task_team_.get();
    active_.store(found, detail::memory_order_seq_cst);
    accepting_.store(/*value=*/true, detail::memory_order_seq_cst);
    barrier_.notify_waiters();
    join_barrier_.notify_waiters();
    if (notify_idle_ != nullptr) {
      notify_idle_(idle_context_);
    }
  }
  lock_.unlock();
  return *found;
}

}  // namespace nuthatch::openmp
