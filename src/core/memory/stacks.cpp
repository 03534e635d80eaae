// SPDX-License-Identifier: Apache-2.0

// What a worker does when it lacks a stack.

#include <cstdint>
#include <exception>

#include <nuthatch/detail/another_stack.hpp>
#include <nuthatch/detail/fork_calls.hpp>
#include <nuthatch/errors.hpp>

#include "core/team.hpp"
#include "core/waiting/waiting.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::core {

/// Fills the empty cache, if stacks are available at once. Otherwise `why` is the reason.
bool stack_supply::fill(std::exception_ptr& why) noexcept {
  try {
    self_.stacks.fill(self_.team().stacks(), self_.team().size(), nullptr);
  } catch (...) {  // stack_limit_error, or no memory for a stack or for the error
    why = std::current_exception();
  }
  return self_.stacks.first() != nullptr;
}

work_item stack_supply::acquire_for_start(std::exception_ptr& why) noexcept {
  if (fill(why)) {
    return {};
  }
  work_item waited;
  const auto look = [&](bool nobody_runs) {
    waited = self_.inbox().any_take_continuation();
    if (!waited) {
      waited = self_.where().mail.any_take_continuation();
    }
    return waited || fill(why) || nobody_runs;
  };
  for (unsigned step = 0;; ++step) {
    // The worker takes a continuation only while it does not count as starving: the continuation is
    // in no queue any more, and other workers must not conclude that no work is left. Nothing
    // enters the worker's queues after this search.
    waited = self_.team().scheduler().take_continuation(self_);
    if (waited) {
      return waited;
    }
    self_.team().any_begin_starving();
    if (self_.team().any_end_starving_if(look)) {
      // The second search finds what a worker put into a shared queue before it stopped running.
      return waited || self_.stacks.first() != nullptr
                 ? waited
                 : self_.team().scheduler().take_continuation(self_);
    }
    self_.team().any_request_of_others(self_, stacks_wanted);
    self_.team().threads().doze(self_.index(), step);
    static_cast<void>(self_.team().any_end_starving_if([](bool) { return true; }));
  }
}

bool stack_supply::has_one() noexcept {
  if (self_.stacks.first() == nullptr) {
    try {
      acquire(0);
    } catch (...) {  // no stack, or no memory for one: the caller has another way
      return false;
    }
  }
  return true;
}

void stack_supply::acquire(std::uint64_t patience_ns) {
  self_.require_team();
  const std::uint64_t start = self_.team().threads().now_ns();
  if (!self_.team().any_may_wait_for_stack(start, patience_ns)) {
    patience_ns = 0;
  }
  for (unsigned step = 0;; ++step) {
    try {
      self_.stacks.fill(self_.team().stacks(), self_.team().size(), &self_.running());
      return;
    } catch (const stack_limit_error&) {
      if (patience_ns == 0) {
        throw;
      }
      if (const std::uint64_t now = self_.team().threads().now_ns(); now - start > patience_ns) {
        self_.team().any_note_stack_timeout(now, patience_ns);
        throw;
      }
    }
    self_.team().any_request_of_others(self_, stacks_wanted);
    self_.team().threads().relax(self_.index(), step);
  }
}

std::uint32_t worker::chain_length() const noexcept {
  return stacks.chain_length(running(), team_.stack_threshold());
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

fiber* acquire_stack_slow(worker& self) {
  // Long enough for others to be scheduled and to return the stacks that they cache, even if
  // several workers share a processor with other programs.
  constexpr std::uint64_t patience_ns = 50'000'000;
  static_cast<core::worker&>(self).supply().acquire(patience_ns);
  return self.stacks.first();
}

namespace {

/// How a task whose stack is nearly full can continue.
enum class stack_choice : std::uint8_t {
  child,      // work-first: a further stack is cached or was available at once
  new_chain,  // suspended, while what it calls runs on a stack elsewhere: the chain is long enough,
              // or exceptions are being handled or in flight, and a continuation may not go
  in_place    // with what is left
};

stack_choice choose_stack() noexcept {
  core::worker& self = core::worker::current();
  if (!self.supply().has_one()) {
    return stack_choice::in_place;
  }
  // A suspended task takes its exceptions along; a stolen continuation could not.
  const bool chain_ends = self.chain_length() >= self.team().stack_threshold();
  return chain_ends || !continuation_may_go(self) ? stack_choice::new_chain : stack_choice::child;
}

/// Lies in the frame of a task that is suspended while the call runs.
struct moved_frame : fork_frame {
  explicit moved_frame(const moved_call& of) noexcept : call(of) {}

  const moved_call& call;
};

}  // namespace

void run_moved_call(fork_frame& frame) noexcept {
  const moved_call& call = static_cast<moved_frame&>(frame).call;
  try {
    call.run(call.argument);
  } catch (...) {
    frame.join.record_current_exception();
  }
}

bool call_on_new_stack(const moved_call& moved) {
  switch (choose_stack()) {
    case stack_choice::child: {
      const auto run = [&moved] {
        moved.run(moved.argument);
      };
      child_call<decltype(run)&, spawn_source::runtime> child(run);
      worker& self = reload_worker();
      child.spawn(self, stack_of_child(self));
      if (child.join.parent_needed()) {
        join_child_slow(child.join);
      }
      return true;
    }
    case stack_choice::new_chain: {
      moved_frame elsewhere(moved);
      reload_worker().frames.link(elsewhere, frame_tag::linked(moved.named));
      core::run_on_new_chain(elsewhere);
      if (elsewhere.join.failed()) {
        std::rethrow_exception(elsewhere.join.take_error());
      }
      return true;
    }
    case stack_choice::in_place:
      break;
  }
  return false;
}

}  // namespace nuthatch::detail
