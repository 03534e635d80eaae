// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <stdexcept>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/worker_limit.hpp>
#include <nuthatch/fork_join.hpp>

#include "core/replay/pedigrees.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

namespace {

/// The innermost finish, from this one outwards, that limits its workers; null if there is none.
finish_state* limited_from(finish_state* innermost) noexcept {
  while (innermost != nullptr && innermost->workers == nullptr) {
    innermost = innermost->outer;
  }
  return innermost;
}

/// Gives back a place in each limit from `first` outwards, up to but not including `end`.
void give_back(finish_state* first, const finish_state* end) noexcept {
  for (finish_state* one = first; one != end; one = limited_from(one->outer)) {
    one->workers->any_give_back();
  }
}

/// Takes a place in each limit from `first` outwards, or none.
bool take_places(finish_state* first) noexcept {
  for (finish_state* one = first; one != nullptr; one = limited_from(one->outer)) {
    if (!one->workers->any_take()) {
      give_back(first, one);
      return false;
    }
  }
  return true;
}

/// The places of one fork. The first callable that ends gives them back.
class places_of_fork {
 public:
  explicit places_of_fork(finish_state* first) noexcept : first_(first) {}

  void any_end_call() noexcept {
    // Relaxed: the places themselves order what runs in them.
    if (!given_back_.exchange(/*value=*/true, memory_order_relaxed)) {
      give_back(first_, nullptr);
    }
  }

 private:
  finish_state* first_;
  atomic<bool> given_back_{/*value=*/false};
};

struct end_of_call {  // NOLINT(*-special-member-functions): it stays where it is
  places_of_fork* places;

  ~end_of_call() { places->any_end_call(); }
};

struct call_in_place {
  limited_callable one;
  places_of_fork* places;

  void operator()() const {
    const end_of_call at_end{places};
    one.call(one.of);
  }
};

std::exception_ptr caught_from(const limited_callable& one) noexcept {
  try {
    one.call(one.of);
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// A spawn in all but the work for others: it answers their requests, and counts in pedigrees.
void call_both(const limited_callable& first, const limited_callable& second) {
  serve_requests(reload_worker());
  std::exception_ptr of_first;
  {
    core::worker& self = core::worker::current();
    const core::inline_task_pedigree as_child(self, self.pedigrees().number_in_place());
    of_first = caught_from(first);
  }
  serve_requests(reload_worker());
  std::exception_ptr of_second = caught_from(second);
  if (of_first || of_second) {
    rethrow_both(std::move(of_first), std::move(of_second));
  }
}

}  // namespace

worker_limit::worker_limit(std::uint64_t most) : free_(most - 1), finish_(nullptr), team_(nullptr) {
  if (most == 0) {
    throw std::invalid_argument("a limit of 0 workers: at least 1 has to run the calls");
  }
  auto& self = core::worker::current();
  finish_ = self.finish;
  team_ = &self.team();
  team_->any_watch_finishes();  // H1: before tasks find the limit
  finish_->workers = this;
}

worker_limit::~worker_limit() {
  finish_->workers = nullptr;
  team_->any_unwatch_finishes();
}

bool workers_are_limited(const worker& self) noexcept {
  return static_cast<const core::worker&>(self).watches_finishes() &&
         limited_from(self.finish) != nullptr;
}

void fork_within_limits(spawn_policy policy,
                        const limited_callable& first,
                        const limited_callable& second) {
  finish_state* const innermost = limited_from(current_worker().finish);
  if (!take_places(innermost)) {
    call_both(first, second);
    return;
  }
  places_of_fork places(innermost);
  const end_of_call of_fork{&places};  // if there was no stack for a callable
  call_in_place f{first, &places};
  call_in_place g{second, &places};
  if (policy == spawn_policy::work_first) {
    static_cast<void>(fork_join_work_first_outlined<call_in_place&, call_in_place&>(f, g));
  } else {
    static_cast<void>(fork_join_help_first_outlined<call_in_place&, call_in_place&>(f, g));
  }
}

}  // namespace nuthatch::detail
