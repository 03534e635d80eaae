// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/team.hpp"

#include <type_traits>
#include <utility>

#include <nuthatch/detail/arch.hpp>

#include "base/assert.hpp"
#include "base/kept_errno.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/threads/own_place.hpp"
#include "openmp/threads/thread.hpp"
#include "openmp/threads/writable_icvs.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

/// What a region's tasks begin with: what the encountering task says, but for what the environment
/// says of this level.
icvs icvs_at_level(std::uint32_t level, const icvs& around) noexcept {
  icvs found = around;
  const settings& all = chosen();
  if (all.threads.size() > 1 && level < all.threads.size()) {
    found.nthreads = static_cast<std::uint32_t>(all.threads[level]);
  }
  if (all.bindings.size() > 1 && level < all.bindings.size()) {
    found.bind = all.bindings[level];
  }
  return found;
}

/// What does not change stays in the caches of the members, who look at it.
template <class Field>
void change(Field& field, const std::type_identity_t<Field>& to) noexcept {
  if (!(field == to)) {
    field = to;
  }
}

/// Until done(&of).
template <class Of>
void execute_until(task_team& task_team,
                   thread& self,
                   const Of& of,
                   bool (*done)(const void*) noexcept) noexcept {
  if (!done(&of)) {
    task_team.at(self.now->number).help_until({done, nullptr, &of});
  }
}

}  // namespace

team::team(void (*poke)(void* of) noexcept, void* of) noexcept : poke_(poke), poked_(of) {}

team::team() = default;

team::~team() {
  for (std::uint32_t i = 0; i < capacity_; ++i) {
    release_icvs(members_[i].implicit);  // it may not have ended, outside of all regions
  }
}

void team::reserve(std::uint32_t members) {
  if (members > capacity_) {
    members_ = std::make_unique<member[]>(members);
    capacity_ = members;
  }
}

void team::begin(std::uint32_t members, const thread* from) noexcept {
  change(size_, members);
  change(shares_tasks_, members > 1 && members <= most_that_share);
  if (from != nullptr) {
    const team& outer = *from->now->of;
    around_ = from->now;
    encountering_ = from->runs;
    change(level_, outer.level_ + 1);
    change(active_level_, outer.active_level_ + (members > 1 ? 1 : 0));
    change(implicit_icvs_, icvs_at_level(level_, *encountering_->icvs));
  } else {
    implicit_icvs_ = initial_icvs();
  }
  // A construct at the end of a region is followed by no barrier of its own.
  for (detail::atomic<bool>* const each : {&share_cancelled_, &has_cancelled_taskgroups_}) {
    if (each->load(detail::memory_order_relaxed)) [[unlikely]] {
      each->store(/*value=*/false, detail::memory_order_relaxed);
    }
  }
  change(reductions_, nullptr);
  change(before_first_, nullptr);
  change(first_share_, &shares_.newest());
  if (singles_.load(detail::memory_order_relaxed) != 0) {
    singles_.store(0, detail::memory_order_relaxed);
  }
  left_before_ = left_.rounds();
}

void team::enter(thread& self, std::uint32_t number) noexcept {
  member& own = members_[number];
  own.of = this;
  own.number = number;
  own.singles = 0;
  own.share = first_share_;
  own.before = before_first_;
  own.trips = 0;
  own.has_turn = false;
  // A task alone makes the next one, without a wait, as often as it likes.
  constexpr std::uintptr_t deep = 1U << 20U;
  own.deep_below = size_ == 1 && level_ != 0 ? detail::stack_pointer() - deep : 0;
  own.record.begin(nullptr, number);
  own.implicit = {.icvs = &implicit_icvs_, .children = &own.record, .own = &own.record};
  self.now = &own;
  self.runs = &own.implicit;
  if (has_places_) [[unlikely]] {
    own.at = spot_of(where_, number);
    move_to(self, own.at.place);
  }
}

void team::leave(thread& self) noexcept {
  const std::uint32_t others = size_ - 1;  // once all have left, it may be another number
  barrier::round seen = 0;
  task_team* const task_team = active_task_team();
  if (task_team == nullptr) {
    // If there are tasks now, and the primary falls asleep where it executes them, see help().
    static_cast<void>(left_.arrive(others, seen, [] {}));
    return;
  }
  execute_descendants(self);
  release_own_icvs(self.now->implicit);
  // Before the primary may go on: then it waits for those who help.
  helpers_.enter();
  if (left_.arrive(others, seen, [] {})) {
    task_team->at(0).any_tell();
  }
  help_until_closed(self);
  helpers_.leave();
}

/// By a member that left before there were tasks, and told those only who waited for the word. The
/// primary may wait for it where it executes tasks.
void team::tell_primary() const noexcept {
  active_task_team()->at(0).any_tell();
}

void team::help_until_closed(thread& self) noexcept {
  execute_until(*active_task_team(), self, open_, [](const void* of) noexcept {
    return !static_cast<const detail::atomic<bool>*>(of)->load(detail::memory_order_seq_cst);
  });
}

/// The member has ended its part. The thread itself is there, and may be asked.
void team::release_own_icvs(task& of) const noexcept {
  if (of.owns_icvs) {
    release_icvs(of);
    of.icvs = &implicit_icvs_;
  }
}

/// Those of its taskgroups are its own as well.
void team::execute_descendants(thread& self) const noexcept {
  task& own = self.now->implicit;
  for (const task_node* each = own.children; each != nullptr; each = each->parent()) {
    execute_until(*active_task_team(), self, *each, [](const void* of) noexcept {
      return !static_cast<const task_node*>(of)->has_descendants();
    });
  }
  delete std::exchange(own.uses, nullptr);
}

/// Until done(&of), which who makes it so tells by the word. Executes tasks once there are any.
template <class Of>
void team::await(thread& self,
                 phase_word& word,
                 const Of& of,
                 bool (*done)(const void*) noexcept) noexcept {
  while (!done(&of)) {
    if (task_team* const task_team = active_task_team()) {
      execute_until(*task_team, self, of, done);
      return;
    }
    const phase_word::phase seen = word.now();
    if (!done(&of) && active_task_team() == nullptr) {
      word.await_other(seen, size_);
    }
  }
}

void team::await_round(thread& self, barrier::round seen) noexcept {
  struct waiting {
    team& of;
    barrier::round seen;
  } const here{*this, seen};

  await(self, barrier_.changes(), here, [](const void* what) noexcept {
    const auto& me = *static_cast<const waiting*>(what);
    // It may have been cancelled before the round was looked at.
    return me.of.barrier_.rounds() != me.seen ||
           me.of.cancelled_.load(detail::memory_order_seq_cst);
  });
}

void team::await_others(thread& self) noexcept {
  if (size_ > 1) {
    await(self, left_.changes(), *this, [](const void* of) noexcept {
      const auto& me = *static_cast<const team*>(of);
      return me.left_.rounds() != me.left_before_;
    });
  }
}

/// There are no tasks any more.
void team::close_to_helpers() noexcept {
  open_.store(/*value=*/false, detail::memory_order_seq_cst);
  wake_task_team();
  helpers_.await_none();
  active_.store(nullptr, detail::memory_order_relaxed);
}

void team::end(thread& self) noexcept {
  if (active_task_team() != nullptr) {
    execute_descendants(self);
    release_own_icvs(self.now->implicit);
  }
  await_others(self);
  if (active_task_team() != nullptr) {
    close_to_helpers();
  }
  if (is_cancelled()) {
    cancelled_.store(/*value=*/false, detail::memory_order_relaxed);
    barrier_.reset();
    shares_.drop_all();
  }
  self.now = around_;
  self.runs = encountering_;
}

void team::be_alone() noexcept {
  size_ = 1;
  shares_tasks_ = false;
  active_.store(nullptr, detail::memory_order_relaxed);
  static_cast<void>(task_team_.release());
  barrier_.reset();
  left_.reset();
  helpers_.reset();
  open_.store(/*value=*/false, detail::memory_order_relaxed);
}

void team::cancel() noexcept {
  if (!cancelled_.exchange(/*value=*/true, detail::memory_order_seq_cst)) {
    barrier_.let_go();
    // Sequentially consistent: who has not seen that it is cancelled may fall asleep there.
    if (active_.load(detail::memory_order_seq_cst) != nullptr) {
      wake_task_team();
    }
  }
}

void team::wake_task_team() const noexcept {
  active_task_team()->tell_all();
}

/// So that it has these members, where they are.
void team::rebuild_task_team() {
  if (task_team_ != nullptr && task_team_->size() == size_ &&
      (!has_places_ || task_team_places_ == where_)) {
    return;
  }
  const std::vector<unsigned> cpus =
      has_places_ ? cpus_of(where_, chosen().places) : std::vector<unsigned>();
  if (task_team_ == nullptr || task_team_->size() != size_ || task_team_->cpus() != cpus) {
    task_team_ = std::make_unique<task_team>(size_, cpus);
  }
  task_team_places_ = where_;
}

task_team& team::make_task_team() noexcept {
  static_assert(most_that_share == 4096);  // named in a text below
  if (size_ > most_that_share) {
    base::end_program("openmp: detached tasks are for teams of at most 4096 threads");
  }
  const base::kept_errno kept;  // which programs expect of what is no call to them
  const platform::no_cancellation guard;
  lock_.lock();
  task_team* found = active_.load(detail::memory_order_relaxed);
  if (found == nullptr) {
    rebuild_task_team();
    found = task_team_.get();
    active_.store(found, detail::memory_order_seq_cst);
    open_.store(/*value=*/true, detail::memory_order_seq_cst);
    barrier_.poke();
    left_.poke();
    if (poke_ != nullptr) {
      poke_(poked_);
    }
  }
  lock_.unlock();
  return *found;
}

}  // namespace nuthatch::openmp
